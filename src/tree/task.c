// A subtree of the walk that is still to be explored.
#include "tree/task.h"

#include "base/budget.h"
#include "base/memory.h"
#include <stdlib.h>
#include <string.h>

// The planes and points of the cell are numbered as they will be once the task is opened:
// after those of the border, which every position has.
struct walk_task {
    walk_path path;
    size_t layer; // 0: the cell is not known yet, nor what follows
    arena memory; // of all that follows
    geom_cell cell;
    size_t points, planes;
    space_point *point;
    plane_origin *origin; // of each plane
    uint32_t *carried;    // where each plane was
    size_t units;
    uint32_t *pattern;   // of the units of layers 1 .. layer, one after the other
    insertion_rest rest; // of the layer; slots are those of the cell
};

walk_task *walk_task_at(const walk_choice *choice, size_t count)
{
    walk_task *task = memory_new(1, sizeof *task);
    walk_path_copy(&task->path, choice, count);
    arena_init(&task->memory);
    return task;
}

walk_task *walk_task_along(const walk_path *path)
{
    walk_task *task = walk_task_at(path->choice, path->count);
    task->path.opens = path->opens;
    task->path.closes = path->closes;
    return task;
}

const walk_path *walk_task_path(const walk_task *task)
{
    return &task->path;
}

void walk_task_free(walk_task *task)
{
    walk_path_clear(&task->path);
    arena_clear(&task->memory);
    free(task);
}

// ---- taking along what the cell is made of ----

static uint32_t carry_plane(walk_task *task, const walk_position *pos, uint32_t plane)
{
    if (plane < pos->border.planes)
        return plane;
    size_t at = 0;
    while (at < task->planes && task->carried[at] != plane)
        at++;
    if (at == task->planes) {
        task->carried[at] = plane;
        task->origin[at] = pos->space.origin[plane];
        task->planes++;
    }
    return (uint32_t)(pos->border.planes + at);
}

static uint32_t carry_point(walk_task *task, const walk_position *pos, uint32_t point)
{
    if (point < pos->border.points)
        return point;
    space_point copy = pos->space.point[point];
    uint32_t *through = arena_take(&task->memory, copy.count * sizeof *through);
    for (size_t i = 0; i < copy.count; i++)
        through[i] = carry_plane(task, pos, copy.through[i]);
    copy.through = through;
    copy.first = carry_plane(task, pos, copy.first);
    copy.second = carry_plane(task, pos, copy.second);
    task->point[task->points] = copy;
    return (uint32_t)(pos->border.points + task->points++);
}

// No more planes than this belong to the cell.
static size_t most_planes(const walk_position *pos, const geom_cell *cell)
{
    size_t most = cell->facets + 3 * cell->count; // an edge, first and second
    for (size_t i = 0; i < cell->count; i++)
        most += pos->space.point[cell->generator[i].point].count;
    return most;
}

static void carry_cell(walk_task *task, const walk_position *pos, const geom_cell *cell)
{
    arena *memory = &task->memory;
    geom_cell *copy = &task->cell;
    *copy = *cell;
    copy->corners = NULL;
    copy->in_order = 0;
    copy->generator = arena_take(memory, cell->count * sizeof *copy->generator);
    for (size_t i = 0; i < cell->count; i++) {
        copy->generator[i] = cell->generator[i];
        copy->generator[i].point = carry_point(task, pos, cell->generator[i].point);
        copy->generator[i].plane = carry_plane(task, pos, cell->generator[i].plane);
    }
    copy->facet = arena_take(memory, cell->facets * sizeof *copy->facet);
    for (size_t f = 0; f < cell->facets; f++)
        copy->facet[f] =
            (cell_facet){carry_plane(task, pos, cell->facet[f].plane), cell->facet[f].side};
    size_t words = cell->words * cell->count;
    copy->on = arena_take(memory, words * sizeof *copy->on);
    if (words)
        memcpy(copy->on, cell->on, words * sizeof *copy->on);
}

static void carry_patterns(walk_task *task, const walk_position *pos)
{
    task->units = 0;
    for (size_t i = 1; i <= task->layer; i++)
        task->units += pos->maps.layer[i].rounded->units;
    uint32_t *to = task->pattern = arena_take(&task->memory, task->units * sizeof *to);
    for (size_t i = 1; i <= task->layer; i++) {
        size_t width = pos->maps.layer[i].rounded->units;
        memcpy(to, pos->maps.layer[i].pattern, width * sizeof *to);
        to += width;
    }
}

// Slots are given anew, those that were there before the last choice first.
static void carry_rest(walk_task *task, const walk_position *pos, const walk_place *end)
{
    const insertion *in = pos->inserts + end->layer;
    const hyperplane_list list = end->list;
    insertion_rest *rest = &task->rest;
    rest->count = list.count;
    rest->predicate = arena_take(&task->memory, list.count * sizeof *rest->predicate);
    for (size_t k = 0; k < list.count; k++)
        rest->predicate[k] = in->kept[list.number[k]];
    rest->bits = arena_take(&task->memory, list.count * task->cell.count);
    uint32_t fresh = (uint32_t)task->cell.count;
    for (size_t i = task->cell.count; i-- > 0;)
        if (task->cell.generator[i].slot >= end->slots)
            task->cell.generator[i].slot = --fresh;
    for (size_t i = 0; i < task->cell.count; i++) {
        cell_generator *at = task->cell.generator + i;
        if (end->cell->generator[i].slot >= end->slots)
            continue;
        const unsigned char *memo = in->memo + at->slot * in->memo_row;
        for (size_t k = 0; k < list.count; k++)
            rest->bits[rest->known * list.count + k] = memo[list.number[k]];
        at->slot = rest->known++;
    }
}

static void carry(walk_task *task, const walk_position *pos, const walk_place *end)
{
    const char *purpose = budget_for("cells that wait for a thread");
    arena *memory = &task->memory;
    const geom_cell *cell = end->cell;
    size_t planes = most_planes(pos, cell);
    task->layer = end->layer;
    task->point = arena_take(memory, cell->count * sizeof *task->point);
    task->origin = arena_take(memory, planes * sizeof *task->origin);
    task->carried = arena_take(memory, planes * sizeof *task->carried);
    carry_cell(task, pos, cell);
    carry_patterns(task, pos);
    carry_rest(task, pos, end);
    budget_for(purpose);
}

walk_task *walk_task_new(const walk_position *pos, const walk_place *end, const walk_choice *choice,
                         size_t count)
{
    walk_task *task = walk_task_at(choice, count);
    if (!pos->space.box) // a cell without generators is made again from its path
        carry(task, pos, end);
    return task;
}

// ---- opening ----

static int has_planes_of(const walk_task *task, size_t l)
{
    size_t i = 0;
    while (i < task->planes && task->origin[i].layer + 1 != l)
        i++;
    return i < task->planes;
}

// The map of each layer is made afresh, so that it depends on the pattern only.
static void restore_maps(walk_position *pos, const walk_task *task)
{
    const uint32_t *from = task->pattern;
    for (size_t i = 1; i <= task->layer; i++) {
        walk_layer *layer = pos->maps.layer + i;
        walk_maps_sync(&pos->maps, i);
        if (layer->use.grade >= MAP_LOOSE && has_planes_of(task, i))
            walk_maps_tighten(&pos->maps, i);
        memcpy(layer->pattern, from, layer->rounded->units * sizeof *from);
        from += layer->rounded->units;
    }
}

static void make_cell(walk_position *pos, const walk_task *task)
{
    geom_space *space = &pos->space;
    double *form = arena_take(&space->cells, 2 * space->columns * sizeof *form);
    for (size_t i = 0; i < task->planes; i++) {
        const plane_origin *origin = task->origin + i;
        walk_layer_approx(form, pos->maps.layer + origin->layer + 1, origin->unit,
                          origin->breakpoint);
        space_add_plane(space, form, *origin);
    }
    for (size_t i = 0; i < task->points; i++)
        space_carry_point(space, task->point + i);
}

int walk_task_open(walk_place *end, walk_position *pos, walk_task *task)
{
    walk_position_restart(pos);
    if (!task->layer) {
        walk_path_end way;
        if (!walk_path_descend(&way, pos, &task->path, NULL))
            return 0;
        if (pos->space.box) {
            *end = way.at;
            return 1;
        }
        carry(task, pos, &way.at);
        walk_position_restart(pos);
    }
    restore_maps(pos, task);
    make_cell(pos, task);
    geom_cell *cell = arena_take(&pos->space.cells, sizeof *cell);
    *cell = task->cell;
    const walk_choice last = task->path.choice[task->path.count - 1];
    const hyperplane_list list = insertion_resume(pos, task->layer, cell, &task->rest);
    pos->maps.layer[task->layer].pattern[last.unit] = last.breakpoint + last.part;
    *end = (walk_place){cell, task->layer, list, task->rest.known};
    return 1;
}
