// The tree of a certificate, written during the enumeration: the cones that a cell needs.
#include "proof/write.h"

#include "base/fatal.h"
#include "base/limits.h"
#include "base/memory.h"
#include "tree/maxout.h"
#include <stdlib.h>
#include <string.h>

// ---- units on a cell ----

// Where a unit is cut first, or else its piece.
static void settle_breakpoints(proof *p, size_t l, uint32_t unit, uint32_t low, bool is_cut)
{
    size_t pieces = unit_pieces(path_units(p->finder.pos, l), unit);
    if (low > p->low[l - 1][unit])
        path_show_form(p, (cone_form){l, unit, low - 1, 0});
    if (!is_cut && low + 1 < pieces)
        path_show_form(p, (cone_form){l, unit, low, 1});
    if (!is_cut || low > p->low[l - 1][unit])
        path_settle(p, l, unit, low, !is_cut);
}

// A row wins everywhere.
static void settle_winner(proof *p, size_t l, uint32_t unit, uint32_t winner)
{
    uint32_t rank = (uint32_t)unit_rows(path_units(p->finder.pos, l), unit);
    for (uint32_t r = 0; r < rank; r++)
        if (r != winner)
            path_show_form(p, path_tie(rank, l, unit, winner, r));
    path_settle(p, l, unit, 0, 1);
}

// For each row of a maxout unit one that nowhere is beaten and beats it everywhere, or itself.
static void find_beaters(uint32_t *beater, walk_position *pos, size_t l, size_t first,
                         const geom_cell *cell)
{
    uint32_t rank = (uint32_t)insertion_rank(pos, l, first);
    for (uint32_t r = 0; r < rank; r++) {
        beater[r] = r;
        for (uint32_t a = 0; a < rank && beater[r] == r; a++)
            if (a != r && insertion_beats(pos, l, first, cell, a, r, NULL) == EVERYWHERE)
                beater[r] = a;
    }
    for (uint32_t r = 0; r < rank; r++)
        for (uint32_t i = 0; i < rank && beater[beater[r]] != beater[r]; i++)
            beater[r] = beater[beater[r]];
}

static void settle_rows(proof *p, size_t l, size_t first, const geom_cell *cell, uint32_t unit)
{
    walk_position *pos = p->finder.pos;
    uint32_t rank = (uint32_t)insertion_rank(pos, l, first);
    uint32_t *beater = memory_new(rank, sizeof *beater);
    find_beaters(beater, pos, l, first, cell);
    for (uint32_t r = 0; r < rank; r++)
        if (beater[r] != r)
            path_show_form(p, path_tie(rank, l, unit, beater[r], r));
    free(beater);
}

// Shows for each unit of a layer that is not cut what keeps it on its piece. list: those that cut.
static void settle_units(proof *p, size_t l, const geom_cell *cell, hyperplane_list list)
{
    walk_position *pos = p->finder.pos;
    const insertion *in = pos->inserts + l;
    const walk_layer *layer = pos->maps.layer + l;
    uint32_t *cut = p->cut[l - 1];
    for (size_t i = list.count; i-- > 0;)
        cut[in->kept[list.number[i]].unit] = list.number[i] + 1;
    for (uint32_t unit = 0; unit < layer->rounded->units; unit++) {
        size_t k = cut[unit];
        cut[unit] = 0;
        if (p->known[l - 1][unit] || unit_pieces(&layer->rounded->unit, unit) == 1)
            continue;
        if (unit_rows(&layer->rounded->unit, unit) == 1)
            settle_breakpoints(p, l, unit, k ? in->kept[k - 1].breakpoint : layer->pattern[unit],
                               k > 0);
        else if (k)
            settle_rows(p, l, k - 1, cell, unit);
        else
            settle_winner(p, l, unit, layer->pattern[unit]);
    }
}

// ---- callbacks ----

static void proof_begin_layer(proof *p, size_t l)
{
    size_t width = crease_net_width(p->net, l - 1);
    memset(p->low[l - 1], 0, width * sizeof **p->low);
    memset(p->known[l - 1], 0, width * sizeof **p->known);
}

static void begin_split(proof *p, size_t l, const geom_cell *cell, size_t k)
{
    walk_position *pos = p->finder.pos;
    walk_predicate predicate = pos->inserts[l].kept[k];
    MEMORY_RESERVE(p->path, p->path_capacity, p->splits + 1);
    split_on_path *s = p->path + p->splits++;
    *s = (split_on_path){.layer = l,
                         .predicate = k,
                         .unit = predicate.unit,
                         .breakpoint = predicate.breakpoint,
                         .cell = cell,
                         .whole = path_extent(p)};
    if (!insertion_is_maxout(pos, l, k))
        return;
    s->beater = memory_new(insertion_rank(pos, l, k), sizeof *s->beater);
    find_beaters(s->beater, pos, l, k, cell);
}

static void on_cell(void *data, walk_position *pos, size_t l, const geom_cell *cell,
                    hyperplane_list list)
{
    proof *p = data;
    if (!p->same_layer)
        proof_begin_layer(p, l);
    p->same_layer = false;
    cone_finder_begin(&p->finder, pos, cell);
    settle_units(p, l, cell, list);
    if (list.count)
        path_show_bounded(p);
    cone_finder_end(&p->finder);
    if (!list.count)
        return;
    proof_line_end(&p->line);
    begin_split(p, l, cell, list.number[0]);
}

static void add_ties(proof *p, const split_on_path *s)
{
    uint32_t rank = (uint32_t)unit_rows(path_units(p->finder.pos, s->layer), s->unit);
    for (uint32_t r = 0; r < rank; r++)
        if (path_is_rival(s, r))
            path_add_member(p, path_tie(rank, s->layer, s->unit, s->kept, r));
}

// The part where a row that is nowhere beaten by another is the largest, which has no interior.
static void show_empty(proof *p, split_on_path *s, uint32_t row)
{
    walk_position *pos = p->finder.pos;
    insertion *in = pos->inserts + s->layer;
    size_t rank = unit_rows(path_units(pos, s->layer), s->unit);
    space_mark mark = space_here(&pos->space);
    uint32_t slots = in->slots;
    geom_cell part;
    plane_origin origin = {space_split((size_t)(s - p->path), 0), (uint32_t)s->layer - 1, s->unit,
                           0};
    s->kept = row;
    add_ties(p, s);
    const uint32_t by = maxout_refute(&part, pos, s->predicate, origin, s->cell, s->beater, row);
    if (by != row) {
        cone_finder_begin(&p->finder, pos, &part);
        path_show_form(p, path_tie(rank, s->layer, s->unit, by, row));
    }
    proof_line_empty(&p->line);
    path_take_back(p, &s->whole);
    in->slots = slots;
    space_release(&pos->space, mark);
}

// Those from one row on.
static void show_empties(proof *p, split_on_path *s, uint32_t from, uint32_t end)
{
    for (uint32_t row = from; row < end && p->line.stream != p->nowhere; row++)
        if (s->beater[row] == row && !run_is_cancelled())
            show_empty(p, s, row);
}

static void on_part(void *data, const crease_split *split, size_t index)
{
    proof *p = data;
    split_on_path *s = p->path + p->splits - 1;
    p->same_layer = true;
    if (!s->beater) {
        bool above = index == 1;
        uint32_t low = s->breakpoint + (uint32_t)above;
        size_t pieces = unit_pieces(path_units(p->finder.pos, s->layer), s->unit);
        path_add_member(p, (cone_form){s->layer, s->unit, s->breakpoint, !above});
        path_settle(p, s->layer, s->unit, low, !above || low + 1 == pieces);
        return;
    }
    show_empties(p, s, index ? split->winner[index - 1] + 1 : 0, split->winner[index]);
    s->kept = split->winner[index];
    add_ties(p, s);
    path_settle(p, s->layer, s->unit, 0, 1);
}

static void on_part_end(void *data)
{
    proof *p = data;
    path_take_back(p, &p->path[p->splits - 1].whole);
}

static void on_split_end(void *data, const crease_split *split)
{
    proof *p = data;
    split_on_path *s = p->path + p->splits - 1;
    if (s->beater)
        show_empties(p, s, split->winner[split->parts - 1] + 1,
                     (uint32_t)unit_rows(path_units(p->finder.pos, s->layer), s->unit));
    path_drop_split(p);
}

// Another subtree begins: back to the domain.
static void on_approach(void *data)
{
    proof *p = data;
    const extent_of_path none = {.members = p->borders};
    path_take_back(p, &none);
    while (p->splits)
        path_drop_split(p);
    p->same_layer = false;
    p->line = (proof_line){p->nowhere, 0};
    rewind(p->nowhere);
}

static void on_arrive(void *data)
{
    proof *p = data;
    p->line.stream = p->buffer;
}

walk_tracer proof_tracer(proof *p)
{
    return (walk_tracer){p, on_cell, on_part, on_part_end, on_split_end, on_approach, on_arrive};
}
