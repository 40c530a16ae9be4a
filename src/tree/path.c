// A path of the tree, and how a walker gets to its end.
#include "tree/path.h"

#include "base/fatal.h"
#include "base/limits.h"
#include "base/memory.h"
#include "tree/maxout.h"
#include <stdlib.h>
#include <string.h>

void walk_path_clear(walk_path *path)
{
    free(path->choice);
    *path = (walk_path){0};
}

void walk_path_copy(walk_path *path, const walk_choice *choice, size_t count)
{
    MEMORY_RESERVE(path->choice, path->capacity, count);
    if (count)
        memcpy(path->choice, choice, count * sizeof *choice);
    path->count = count;
}

void walk_paths_clear(walk_paths *paths)
{
    for (size_t i = 0; i < paths->count; i++)
        walk_path_clear(paths->path + i);
    free(paths->path);
    *paths = (walk_paths){0};
}

static walk_path *path_like(walk_path *path, const walk_path *like)
{
    ASSERT(like->opens <= like->count && like->closes <= like->count);
    *path = (walk_path){.opens = like->opens, .closes = like->closes};
    walk_path_copy(path, like->choice, like->count);
    return path;
}

walk_path *walk_path_new(const walk_path *like)
{
    return path_like(memory_new(1, sizeof(walk_path)), like);
}

void walk_path_free(walk_path *path)
{
    walk_path_clear(path);
    free(path);
}

walk_path *walk_paths_add(walk_paths *paths, const walk_path *path)
{
    MEMORY_RESERVE(paths->path, paths->capacity, paths->count + 1);
    return path_like(paths->path + paths->count++, path);
}

static int same_choice(walk_choice a, walk_choice b)
{
    return a.layer == b.layer && a.unit == b.unit && a.breakpoint == b.breakpoint &&
           a.part == b.part;
}

size_t walk_path_shared(const walk_path *a, const walk_path *b)
{
    ASSERT(a->opens <= a->count && a->closes <= a->count);
    ASSERT(b->opens <= b->count && b->closes <= b->count);
    size_t shared = 0;
    while (shared < a->count && shared < b->count &&
           same_choice(a->choice[shared], b->choice[shared]))
        shared++;
    return shared;
}

// ---- going down ----

typedef struct {
    walk_position *pos;
    const walk_tracer *tracer;
    walk_path_end end;
    size_t depth; // choices made
} descent;

static void report_cell(const descent *d)
{
    if (d->tracer)
        d->tracer->cell(d->tracer->data, d->pos, d->end.layer, d->end.cell, d->end.list);
}

static void begin_layer(descent *d)
{
    const geom_cell *above = d->end.cell;
    geom_cell *own = arena_take(&d->pos->space.cells, sizeof *own);
    walk_maps_sync(&d->pos->maps, d->end.layer);
    cell_view(own, &d->pos->space, above);
    insertion_survey(d->pos, d->end.layer, own);
    d->end.cell = own;
    d->end.list = hyperplanes_all(d->pos, d->end.layer);
}

// Whether the cell reaches the layer of the choice; if so, that layer is begun.
static int find_layer(descent *d, const walk_choice *choice)
{
    while (d->end.layer < choice->layer && !d->end.list.count &&
           d->end.layer + 1 < d->pos->maps.layers) {
        d->end.layer++;
        begin_layer(d);
        report_cell(d);
    }
    return d->end.layer == choice->layer;
}

// Finds the choice's hyperplane in the list. It must be the first of its unit.
static int find_hyperplane(size_t *place, const descent *d, const walk_choice *choice)
{
    const walk_predicate *kept = d->pos->inserts[d->end.layer].kept;
    hyperplane_list list = d->end.list;
    size_t i = 0;
    while (i < list.count && kept[list.number[i]].unit != choice->unit)
        i++;
    *place = i;
    return i < list.count && kept[list.number[i]].breakpoint == choice->breakpoint;
}

// Makes both halves; *index is the one taken.
static int take_half(descent *d, crease_split *split, size_t *index, uint32_t k,
                     const walk_choice *choice)
{
    walk_position *pos = d->pos;
    const size_t l = d->end.layer;
    plane_origin origin = {space_split(d->depth, 0), (uint32_t)l - 1, choice->unit,
                           choice->breakpoint};
    uint32_t plane = space_add_plane(&pos->space, insertion_form(pos->inserts + l, k), origin);
    geom_cell *half = arena_take(&pos->space.cells, 2 * sizeof *half);
    insertion_split(half, pos, l, k, d->end.cell, plane, d->end.list);
    if (choice->part > 1)
        return 0;
    split->creases = 1;
    split->parts = 2;
    *index = choice->part;
    d->end.cell = half + choice->part;
    return 1;
}

static int take_part(descent *d, crease_split *split, size_t *index, uint32_t k,
                     const walk_choice *choice)
{
    walk_position *pos = d->pos;
    size_t l = d->end.layer, i = 0;
    plane_origin origin = {space_split(d->depth, 0), (uint32_t)l - 1, choice->unit, 0};
    part_list parts = maxout_parts(pos, l, k, origin, d->end.cell, 0);
    while (i < parts.count && parts.winner[i] != choice->part)
        i++;
    split->creases = unit_predicates(&pos->maps.layer[l].rounded->unit, choice->unit);
    split->parts = parts.count;
    split->winner = parts.winner;
    *index = i;
    if (i == parts.count)
        return 0;
    d->end.cell = parts.cell + i;
    return 1;
}

static int follow(descent *d, const walk_choice *choice)
{
    size_t place, index;
    if (!find_layer(d, choice) || !find_hyperplane(&place, d, choice))
        return 0;
    hyperplane_list *list = &d->end.list;
    const uint32_t k = list->number[place];
    list->count--;
    memmove(list->number + place, list->number + place + 1,
            (list->count - place) * sizeof *list->number);
    crease_split *split = d->end.split + d->depth;
    int maxout = insertion_is_maxout(d->pos, d->end.layer, k);
    *split = (crease_split){.depth = d->depth,
                            .layer = d->end.layer - 1,
                            .unit = choice->unit,
                            .breakpoint = choice->breakpoint};
    if (!(maxout ? take_part : take_half)(d, split, &index, k, choice) || run_is_cancelled())
        return 0;
    d->pos->maps.layer[d->end.layer].pattern[choice->unit] = choice->breakpoint + choice->part;
    if (d->tracer)
        d->tracer->part(d->tracer->data, split, index);
    d->depth++;
    return 1;
}

int walk_path_descend(walk_path_end *end, walk_position *pos, const walk_path *path,
                      const walk_tracer *tracer)
{
    ASSERT(pos->judge.arith <= CREASE_FLOAT);
    ASSERT(path->opens <= path->count && path->closes <= path->count);
    descent d = {.pos = pos, .tracer = tracer, .end = {.layer = 1, .cell = &pos->whole}};
    uint64_t decided_float = pos->judge.decided_float, decided_exact = pos->judge.decided_exact;
    d.end.split = arena_take(&pos->space.cells, path->count * sizeof *d.end.split);
    begin_layer(&d);
    while (d.depth < path->count && !run_is_cancelled()) {
        if (d.depth)
            d.end.list = hyperplanes_left(pos, d.end.layer, d.end.cell, d.end.list);
        report_cell(&d);
        if (!follow(&d, path->choice + d.depth))
            break;
    }
    *end = d.end;
    pos->judge.decided_float = decided_float;
    pos->judge.decided_exact = decided_exact;
    return d.depth == path->count && !run_is_cancelled();
}

int walk_path_next(walk_next_split *next, walk_position *pos, const walk_path *path)
{
    ASSERT(pos->judge.arith <= CREASE_FLOAT);
    ASSERT(path->opens <= path->count && path->closes <= path->count);
    walk_path_end end;
    *next = (walk_next_split){0};
    walk_position_restart(pos);
    if (!walk_path_descend(&end, pos, path, NULL))
        return 0;
    descent d = {.pos = pos, .end = end};
    if (path->count)
        d.end.list = hyperplanes_left(pos, d.end.layer, d.end.cell, d.end.list);
    while (!d.end.list.count && d.end.layer + 1 < pos->maps.layers) {
        d.end.layer++;
        begin_layer(&d);
    }
    if (!d.end.list.count)
        return !run_is_cancelled();
    const size_t l = d.end.layer;
    const uint32_t k = d.end.list.number[0];
    const walk_predicate predicate = pos->inserts[l].kept[k];
    *next = (walk_next_split){.layer = l,
                              .cuts = d.end.list.count,
                              .unit = predicate.unit,
                              .breakpoint = predicate.breakpoint,
                              .parts = 2};
    if (insertion_is_maxout(pos, l, k)) {
        const plane_origin origin = {space_split(path->count, 0), (uint32_t)l - 1, predicate.unit,
                                     0};
        const part_list parts = maxout_parts(pos, l, k, origin, d.end.cell, 0);
        next->breakpoint = 0;
        next->parts = parts.count;
        next->winner = parts.winner;
    }
    return !run_is_cancelled();
}
