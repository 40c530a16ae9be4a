// A path of the tree, and how a walker gets to its end.
#include "tree/path.h"

#include "base/fatal.h"
#include "base/limits.h"
#include "base/memory.h"
#include "tree/step.h"
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

walk_choice walk_choice_of(const crease_split *split, size_t index)
{
    ASSERT(index < split->parts);
    const uint32_t part = split->winner ? split->winner[index] : (uint32_t)index;
    return (walk_choice){(uint32_t)split->layer + 1, (uint32_t)split->unit,
                         (uint32_t)split->breakpoint, part};
}

static bool same_choice(walk_choice a, walk_choice b)
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
    d->end.list = step_into_layer(own, d->pos, d->end.layer, above);
    d->end.cell = own;
}

// Begins the layers after the cell's, up to `last`, as long as none splits it.
static void begin_layers(descent *d, size_t last)
{
    while (d->end.layer < last && !d->end.list.count && d->end.layer + 1 < d->pos->maps.layers) {
        d->end.layer++;
        begin_layer(d);
        report_cell(d);
    }
}

// Finds the choice's hyperplane in the list. It must be the first of its unit.
static bool find_hyperplane(size_t *place, const descent *d, const walk_choice *choice)
{
    const walk_predicate *kept = d->pos->inserts[d->end.layer].kept;
    hyperplane_list list = d->end.list;
    size_t i = 0;
    while (i < list.count && kept[list.number[i]].unit != choice->unit)
        i++;
    *place = i;
    return i < list.count && kept[list.number[i]].breakpoint == choice->breakpoint;
}

// Splits the cell by hyperplane k of its layer.
static walk_step split_cell(const descent *d, uint32_t k, bool skip_halves)
{
    arena *stack = &d->pos->space.cells;
    walk_step step = {.layer = d->end.layer,
                      .depth = d->depth,
                      .hyperplane = k,
                      .rest = d->end.list,
                      .skip_halves = skip_halves};
    step_split(&step, arena_take(stack, 2 * sizeof(geom_cell)), d->pos, d->end.cell);
    return step;
}

// The part that the choice takes; split->parts if there is none.
static size_t part_of_choice(const crease_split *split, const walk_choice *choice)
{
    size_t i = 0;
    while (i < split->parts && (split->winner ? split->winner[i] : i) != choice->part)
        i++;
    return i;
}

// Goes down by one choice. Returns 0 if the cell has no such part, or on cancellation.
static bool follow(descent *d, const walk_choice *choice)
{
    size_t place;
    begin_layers(d, choice->layer);
    if (d->end.layer != choice->layer || !find_hyperplane(&place, d, choice))
        return false;
    hyperplane_list *list = &d->end.list;
    const uint32_t k = list->number[place];
    list->count--;
    memmove(list->number + place, list->number + place + 1,
            (list->count - place) * sizeof *list->number);
    const walk_step step = split_cell(d, k, 0);
    const size_t index = part_of_choice(&step.split, choice);
    if (index == step.split.parts || run_is_cancelled())
        return false;
    d->end.cell = step.part + index;
    d->end.split[d->depth] = step.split;
    walk_layer *layer = d->pos->maps.layer + d->end.layer;
    layer->pattern[choice->unit] = choice->breakpoint + choice->part;
    walk_layer_settle(layer, choice->unit);
    if (d->tracer)
        d->tracer->part(d->tracer->data, d->end.split + d->depth, index);
    d->depth++;
    return true;
}

bool walk_path_descend(walk_path_end *end, walk_position *pos, const walk_path *path,
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

bool walk_path_next(crease_split *split, size_t *cuts, walk_position *pos, const walk_path *path)
{
    ASSERT(pos->judge.arith <= CREASE_FLOAT);
    ASSERT(path->opens <= path->count && path->closes <= path->count);
    walk_path_end end;
    *cuts = 0;
    walk_position_restart(pos);
    if (!walk_path_descend(&end, pos, path, NULL))
        return false;
    descent d = {.pos = pos, .end = end, .depth = path->count};
    if (path->count)
        d.end.list = hyperplanes_left(pos, d.end.layer, d.end.cell, d.end.list);
    begin_layers(&d, SIZE_MAX);
    *cuts = d.end.list.count;
    if (*cuts)
        *split = split_cell(&d, d.end.list.number[0], 1).split;
    return !run_is_cancelled();
}
