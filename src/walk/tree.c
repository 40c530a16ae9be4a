// The region tree, walked depth first.
//
// Why every region is found exactly once: docs/algorithms.md. In short, a cell that
// no neuron of the next layer cuts has one affine map for that layer; a cell that is
// cut is the union of its two halves, which are of full dimension and overlap only
// on the crease; so the leaves tile the domain, and two leaves differ in the piece
// of the neuron that separated them.
#include "walk/tree.h"

#include "base/memory.h"
#include "walk/maxout.h"
#include "walk/pieces.h"
#include "walk/region.h"
#include "walk/task.h"
#include <string.h>

// ---- the recursion ----

static int enter(walker *w, size_t l, const geom_cell *cell);

// Numbers of the cuts of a layer that cut the present cell, in order; of maxout units the
// number of the first question.
typedef struct {
    uint32_t *cut;
    size_t count;
} cut_list;

static int insert(walker *w, size_t l, const geom_cell *cell, cut_list list);

static int tell_split(walker *w, const crease_split *split)
{
    const crease_visitor *visitor = w->visitor;
    return !visitor->split || visitor->split(visitor->data, split) == CREASE_GO;
}

// The lower half comes first when somebody listens. When nobody does, the half on whose
// side the next layer's map was last made comes first: there fewer units have changed.
static int high_first(const walker *w, size_t l, cut question)
{
    if (!w->counting || l + 1 == w->maps.layers)
        return 0;
    return w->maps.layer[l + 1].latest[question.unit] > question.breakpoint;
}

static size_t wait_push(walker *w, size_t l, const geom_cell *cell)
{
    MEMORY_RESERVE(w->waiting, w->waiting_capacity, w->waitings + 1);
    w->waiting[w->waitings] = (waiting_half){l, cell, 0};
    return w->waitings++;
}

static int wait_pop(walker *w, size_t place)
{
    w->waitings = place;
    return w->waiting[place].taken;
}

// Hands back the halves that wait at the shallowest layer: these are the largest.
static void hand_back(walker *w)
{
    size_t first = 0;
    while (first < w->waitings && w->waiting[first].taken)
        first++;
    for (size_t i = first; i < w->waitings; i++) {
        waiting_half *half = w->waiting + i;
        if (half->layer != w->waiting[first].layer)
            break;
        half->taken = 1;
        w->give(w->give_to, walk_task_new(w, half->layer, half->cell));
    }
    w->entered = 0;
}

static int is_maxout(const walker *w, size_t l)
{
    return w->maps.layer[l].rounded->fan > 1;
}

// Those of the maxout units whose rows do not all lose to one on the part too.
static cut_list still_open(walker *w, size_t l, const geom_cell *part, cut_list list)
{
    insertion *in = w->inserts + l;
    cut_list left = {arena_take(&w->space.cells, list.count * sizeof *left.cut), 0};
    for (size_t i = 0; i < list.count; i++) {
        uint32_t winner = maxout_winner(w, l, list.cut[i], part);
        if (winner == w->maps.layer[l].rounded->fan)
            left.cut[left.count++] = list.cut[i];
        else
            w->maps.layer[l].pattern[in->cuts[list.cut[i]].unit] = winner;
    }
    return left;
}

// Those of the cuts that cut the half too; the others fix a piece there.
static cut_list still_cutting(walker *w, size_t l, const geom_cell *half, cut_list list)
{
    insertion *in = w->inserts + l;
    uint32_t *pattern = w->maps.layer[l].pattern;
    cut_list left = {arena_take(&w->space.cells, list.count * sizeof *left.cut), 0};
    signed char *sign = arena_take(&w->space.cells, half->count);
    for (size_t i = 0; i < list.count; i++) {
        cut question = in->cuts[list.cut[i]];
        // Below an earlier breakpoint of the same unit: below this one too.
        if (pattern[question.unit] < question.breakpoint)
            continue;
        sides on = insertion_sides(w, l, list.cut[i], half, sign);
        if (on.below && on.above)
            left.cut[left.count++] = list.cut[i];
        // For one that still cuts this only says: not below.
        pattern[question.unit] = question.breakpoint + (uint32_t)on.above;
    }
    return left;
}

static int walk_half(walker *w, size_t l, const geom_cell *half, cut_list list)
{
    arena_mark mark = arena_here(&w->space.cells);
    int maxout = is_maxout(w, l);
    int go_on = insert(w, l, half, (maxout ? still_open : still_cutting)(w, l, half, list));
    arena_release(&w->space.cells, mark);
    return go_on;
}

// Cuts the cell by the first cut of the list and walks both halves.
static int branch(walker *w, size_t l, const geom_cell *cell, cut_list list)
{
    insertion *in = w->inserts + l;
    uint32_t k = list.cut[0];
    cut question = in->cuts[k];
    uint32_t *piece = w->maps.layer[l].pattern + question.unit;
    crease_split split = {
        w->split_ids++, 1, l - 1, question.unit, question.breakpoint, 2, NULL};
    w->counts->splits++;
    if (!tell_split(w, &split))
        return 0;

    space_mark mark = space_here(&w->space);
    uint32_t slots = in->slots;
    signed char *sign = arena_take(&w->space.cells, cell->count);
    insertion_sides(w, l, k, cell, sign);
    plane_origin origin = {split.id, (uint32_t)split.layer, question.unit, question.breakpoint};
    uint32_t plane = space_add_plane(&w->space, insertion_form(in, k), origin);
    geom_cell half[2]; // below, above
    cell_split(half, half + 1, &w->space, cell, sign, plane, &in->slots);
    insertion_reserve(in, slots);

    cut_list rest = {list.cut + 1, list.count - 1};
    int first = high_first(w, l, question), second = !first;
    size_t place = wait_push(w, l, half + second);
    *piece = question.breakpoint + (uint32_t)first;
    int go_on = walk_half(w, l, half + first, rest);
    *piece = question.breakpoint + (uint32_t)second;
    if (!wait_pop(w, place) && go_on)
        go_on = walk_half(w, l, half + second, rest);
    in->slots = slots;
    space_release(&w->space, mark);
    if (w->visitor->leave)
        w->visitor->leave(w->visitor->data, &split);
    return go_on;
}

// The parts of a cell in which one row of a maxout unit has won, all of them at once.
typedef struct {
    geom_cell *cell;
    uint32_t *winner;
    size_t count;
} part_list;

static part_list find_parts(walker *w, const geom_cell *cell, const maxout_ties *ties)
{
    size_t fan = w->maps.layer[ties->l].rounded->fan;
    part_list parts = {arena_take(&w->space.cells, fan * sizeof *parts.cell),
                       arena_take(&w->space.cells, fan * sizeof *parts.winner), 0};
    for (uint32_t i = 0; i < fan; i++)
        if (maxout_part(parts.cell + parts.count, w, ties, cell, i))
            parts.winner[parts.count++] = i;
    return parts;
}

static int walk_parts(walker *w, size_t l, part_list parts, uint32_t *piece, cut_list rest)
{
    size_t place = w->waitings;
    for (size_t i = parts.count; i-- > 1;)
        wait_push(w, l, parts.cell + i);
    int go_on = 1;
    for (size_t i = 0; i < parts.count; i++) {
        *piece = parts.winner[i];
        int taken = i > 0 && wait_pop(w, place + parts.count - 1 - i);
        if (!taken && go_on)
            go_on = walk_half(w, l, parts.cell + i, rest);
    }
    return go_on;
}

// Divides the cell among the rows of the first maxout unit of the list.
static int branch_maxout(walker *w, size_t l, const geom_cell *cell, cut_list list)
{
    insertion *in = w->inserts + l;
    uint32_t unit = in->cuts[list.cut[0]].unit, slots = in->slots;
    size_t questions = w->maps.layer[l].rounded->questions;
    space_mark mark = space_here(&w->space);
    maxout_ties ties = {l, list.cut[0], {w->split_ids, (uint32_t)l - 1, unit, 0},
                        arena_take(&w->space.cells, questions * sizeof *ties.plane)};
    memset(ties.plane, 0xff, questions * sizeof *ties.plane); // NO_PLANE
    part_list parts = find_parts(w, cell, &ties);
    crease_split split = {w->split_ids, questions, l - 1, unit, 0, parts.count, parts.winner};
    w->split_ids += questions;
    w->counts->splits += parts.count - 1;
    if (!tell_split(w, &split))
        return 0;
    cut_list rest = {list.cut + 1, list.count - 1};
    int go_on = walk_parts(w, l, parts, w->maps.layer[l].pattern + unit, rest);
    in->slots = slots;
    space_release(&w->space, mark);
    if (w->visitor->leave)
        w->visitor->leave(w->visitor->data, &split);
    return go_on;
}

// Inserts the cuts of layer l into the cell, then goes one layer down.
static int insert(walker *w, size_t l, const geom_cell *cell, cut_list list)
{
    if (!list.count)
        return enter(w, l + 1, cell);
    return (is_maxout(w, l) ? branch_maxout : branch)(w, l, cell, list);
}

static int leaf(walker *w, const geom_cell *cell)
{
    crease_counts *counts = w->counts;
    if (w->max_regions && counts->activation_regions == w->max_regions)
        return 0;
    uint64_t id = counts->activation_regions++;
    if (w->hidden)
        counts->per_layer[w->hidden - 1]++;
    counts->bounded_regions += (uint64_t)cell_is_bounded(cell, &w->space);
    if (!w->visitor->region)
        return 1;
    crease_region region;
    region_init(&region, w, cell, id);
    crease_visit visit = w->visitor->region(w->visitor->data, &region);
    return visit == CREASE_GO;
}

// A cell of the last layer when only numbers are wanted: its pieces need not be made.
static int count_pieces(walker *w, size_t l, const geom_cell *cell)
{
    crease_counts *counts = w->counts;
    uint64_t pieces = walk_pieces(w, l, cell);
    int go_on = !w->max_regions || counts->activation_regions + pieces <= w->max_regions;
    if (!go_on)
        pieces = w->max_regions - counts->activation_regions;
    counts->activation_regions += pieces;
    counts->bounded_regions += pieces;
    counts->per_layer[l - 1] += pieces;
    counts->splits += pieces ? pieces - 1 : 0;
    return go_on;
}

static void note_share(walker *w, const geom_cell *cell)
{
    if (w->ticker.limits->options->progress && w->whole_size > 0)
        w->share += cell_size(cell, &w->space) / w->whole_size;
}

static cut_list all_cuts(walker *w, size_t l)
{
    size_t count = w->inserts[l].count;
    size_t step = is_maxout(w, l) ? w->maps.layer[l].rounded->questions : 1;
    cut_list list = {arena_take(&w->space.cells, count * sizeof *list.cut), 0};
    for (size_t k = 0; k < count; k += step)
        list.cut[list.count++] = (uint32_t)k;
    return list;
}

int walk_subtree(walker *w, size_t l, const geom_cell *cell)
{
    if (w->budget && ++w->entered > w->budget)
        hand_back(w);
    walk_maps_sync(&w->maps, l);
    arena_mark mark = arena_here(&w->space.cells);
    geom_cell own;
    cell_copy(&own, &w->space, cell);
    insertion_survey(w, l, &own);
    int need_no_cells = w->counting && l == w->hidden && walk_pieces_can(w, l) &&
                        cell_is_bounded(&own, &w->space);
    int go_on = need_no_cells ? count_pieces(w, l, &own) : insert(w, l, &own, all_cuts(w, l));
    if (need_no_cells)
        note_share(w, &own);
    arena_release(&w->space.cells, mark);
    return go_on;
}

// The cell is a region of the layers before l.
static int enter(walker *w, size_t l, const geom_cell *cell)
{
    if (walk_limits_reached(&w->ticker, w->counts->activation_regions, w->share))
        return 0;
    if (l > w->hidden) {
        note_share(w, cell);
        return leaf(w, cell);
    }
    if (l >= 2)
        w->counts->per_layer[l - 2]++;
    return walk_subtree(w, l, cell);
}

int walk_tree(walker *w)
{
    return enter(w, 1, &w->whole);
}
