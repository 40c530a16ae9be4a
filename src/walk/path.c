// A path of the tree, and how a walker gets to its end.
#include "walk/path.h"

#include "base/limits.h"
#include "base/memory.h"
#include "walk/maxout.h"
#include <stdlib.h>
#include <string.h>

void walk_path_clear(walk_path *path)
{
    free(path->choice);
    *path = (walk_path){0};
}

void walk_path_push(walk_path *path, walk_choice choice)
{
    MEMORY_RESERVE(path->choice, path->capacity, path->count + 1);
    path->choice[path->count++] = choice;
}

void walk_path_copy(walk_path *path, const walk_choice *choice, size_t count)
{
    MEMORY_RESERVE(path->choice, path->capacity, count);
    if (count)
        memcpy(path->choice, choice, count * sizeof *choice);
    path->count = count;
}

// ---- going down ----

typedef struct {
    walk_position *pos;
    size_t layer;
    geom_cell cell;
    hyperplane_list list; // what is still to be inserted
    size_t depth;         // choices made
} descent;

static void begin_layer(descent *d)
{
    geom_cell above = d->cell;
    walk_maps_sync(&d->pos->maps, d->layer);
    cell_copy(&d->cell, &d->pos->space, &above);
    insertion_survey(d->pos, d->layer, &d->cell);
    d->list = hyperplanes_all(d->pos, d->layer);
}

// Whether the choice is in a layer that the cell gets to; that layer is begun then.
static int find_layer(descent *d, const walk_choice *choice)
{
    while (d->layer < choice->layer && !d->list.count && d->layer + 1 < d->pos->maps.layers) {
        d->layer++;
        begin_layer(d);
    }
    return d->layer == choice->layer;
}

// The place in the list of the choice's hyperplane; of those of its unit it must be the first.
static int find_hyperplane(size_t *place, const descent *d, const walk_choice *choice)
{
    const walk_predicate *kept = d->pos->inserts[d->layer].kept;
    size_t i = 0;
    while (i < d->list.count && kept[d->list.number[i]].unit != choice->unit)
        i++;
    *place = i;
    return i < d->list.count && kept[d->list.number[i]].breakpoint == choice->breakpoint;
}

static int take_half(descent *d, uint32_t k, const walk_choice *choice)
{
    walk_position *pos = d->pos;
    insertion *in = pos->inserts + d->layer;
    uint32_t slots = in->slots;
    signed char *sign = arena_take(&pos->space.cells, d->cell.count);
    insertion_sides(pos, d->layer, k, &d->cell, sign);
    plane_origin origin = {space_split(d->depth, 0), (uint32_t)d->layer - 1, choice->unit,
                           choice->breakpoint};
    uint32_t plane = space_add_plane(&pos->space, insertion_form(in, k), origin);
    geom_cell half[2];
    cell_split(half, half + 1, &pos->space, &d->cell, sign, plane, &in->slots);
    insertion_reserve(in, slots);
    if (choice->part > 1)
        return 0;
    d->cell = half[choice->part];
    pos->maps.layer[d->layer].pattern[choice->unit] = choice->breakpoint + choice->part;
    return 1;
}

static int take_part(descent *d, uint32_t k, const walk_choice *choice)
{
    walk_position *pos = d->pos;
    plane_origin origin = {space_split(d->depth, 0), (uint32_t)d->layer - 1, choice->unit, 0};
    part_list parts = maxout_parts(pos, d->layer, k, origin, &d->cell, 0);
    size_t i = 0;
    while (i < parts.count && parts.winner[i] != choice->part)
        i++;
    if (i == parts.count)
        return 0;
    d->cell = parts.cell[i];
    pos->maps.layer[d->layer].pattern[choice->unit] = choice->part;
    return 1;
}

static int follow(descent *d, const walk_choice *choice)
{
    size_t place;
    if (!find_layer(d, choice) || !find_hyperplane(&place, d, choice))
        return 0;
    uint32_t k = d->list.number[place];
    int maxout = insertion_is_maxout(d->pos, d->layer, k);
    if (!(maxout ? take_part : take_half)(d, k, choice) || run_has_given_up())
        return 0;
    d->list.count--;
    memmove(d->list.number + place, d->list.number + place + 1,
            (d->list.count - place) * sizeof *d->list.number);
    d->list = hyperplanes_left(d->pos, d->layer, &d->cell, d->list);
    d->depth++;
    return 1;
}

size_t walk_path_descend(geom_cell *cell, walk_position *pos, const walk_choice *choice,
                         size_t count)
{
    descent d = {.pos = pos, .layer = 1, .cell = pos->whole};
    uint64_t decided_float = pos->judge.decided_float, decided_exact = pos->judge.decided_exact;
    begin_layer(&d);
    size_t i = 0;
    while (i < count && !run_has_given_up() && follow(&d, choice + i))
        i++;
    *cell = d.cell;
    pos->judge.decided_float = decided_float;
    pos->judge.decided_exact = decided_exact;
    return i == count && !run_has_given_up() ? d.layer : 0;
}
