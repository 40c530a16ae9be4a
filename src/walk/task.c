// A subtree of the walk that is still to be explored.
#include "walk/task.h"

#include "base/memory.h"
#include <stdlib.h>
#include <string.h>

struct walk_task {
    walk_task *below; // in a stack
    size_t layer, corners, points, lines;
    int whole;
    corner2 *corner;
    plane_point *point;
    plane_line *line;
    uint32_t *carried; // where each line was
    uint32_t *pattern; // of layers 1 .. layer - 1, one after the other
};

walk_task *walk_task_whole(void)
{
    walk_task *task = memory_new(1, sizeof *task);
    task->whole = 1;
    task->layer = 1;
    return task;
}

// A task and its arrays in one block.
static walk_task *task_alloc(size_t corners, size_t pieces)
{
    size_t points = corners, lines = 3 * corners; // an edge, and two lines for its corner
    walk_task *task =
        memory_new(1, sizeof *task + corners * sizeof *task->corner + points * sizeof *task->point +
                          lines * sizeof *task->line + (lines + pieces) * sizeof(uint32_t));
    task->point = (plane_point *)(void *)(task + 1);
    task->line = (plane_line *)(void *)(task->point + points);
    task->corner = (corner2 *)(void *)(task->line + lines);
    task->carried = (uint32_t *)(void *)(task->corner + corners);
    task->pattern = task->carried + lines;
    return task;
}

// Where a line will be once the task is opened.
static uint32_t carry_line(walk_task *task, const walker *w, uint32_t line)
{
    if (line < w->border.lines)
        return line;
    size_t at = 0;
    while (at < task->lines && task->carried[at] != line)
        at++;
    if (at == task->lines) {
        task->carried[at] = line;
        task->line[task->lines++] = w->space.line[line];
    }
    return (uint32_t)(w->border.lines + at);
}

static uint32_t carry_point(walk_task *task, const walker *w, uint32_t point)
{
    if (point < w->border.points)
        return point;
    plane_point copy = w->space.point[point];
    copy.first = carry_line(task, w, copy.first);
    copy.second = carry_line(task, w, copy.second);
    task->point[task->points++] = copy;
    return (uint32_t)(w->border.points + task->points - 1);
}

walk_task *walk_task_new(const walker *w, size_t l, const cell2 *cell)
{
    size_t pieces = 0;
    for (size_t i = 1; i < l; i++)
        pieces += w->maps.layer[i].rounded->units;
    walk_task *task = task_alloc(cell->count, pieces);
    task->layer = l;
    task->corners = cell->count;
    for (size_t i = 0; i < cell->count; i++) {
        corner2 corner = cell->corner[i];
        task->corner[i] = (corner2){.point = carry_point(task, w, corner.point),
                                    .line = carry_line(task, w, corner.line),
                                    .side = corner.side};
    }
    uint32_t *to = task->pattern;
    for (size_t i = 1; i < l; i++) {
        size_t units = w->maps.layer[i].rounded->units;
        memcpy(to, w->maps.layer[i].pattern, units * sizeof *to);
        to += units;
    }
    return task;
}

size_t walk_task_open(cell2 *cell, walker *w, const walk_task *task)
{
    plane_release(&w->space, w->border);
    walk_maps_forget(&w->maps);
    w->entered = 0;
    if (task->whole) {
        *cell = w->whole;
        return task->layer;
    }
    for (size_t i = 0; i < task->lines; i++)
        plane_add_line(&w->space, &task->line[i].shadow, task->line[i].origin);
    for (size_t i = 0; i < task->points; i++)
        plane_carry_point(&w->space, task->point + i);
    cell->count = task->corners;
    cell->corner = arena_take(&w->space.cells, task->corners * sizeof *cell->corner);
    memcpy(cell->corner, task->corner, task->corners * sizeof *cell->corner);
    const uint32_t *from = task->pattern;
    for (size_t i = 1; i < task->layer; i++) {
        walk_layer *layer = w->maps.layer + i;
        walk_maps_sync(&w->maps, i);
        memcpy(layer->pattern, from, layer->rounded->units * sizeof *from);
        from += layer->rounded->units;
    }
    return task->layer;
}

void walk_task_push(walk_task **stack, walk_task *task)
{
    task->below = *stack;
    *stack = task;
}

walk_task *walk_task_pop(walk_task **stack)
{
    walk_task *task = *stack;
    if (task)
        *stack = task->below;
    return task;
}
