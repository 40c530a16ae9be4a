// A task as bytes.
#include "tree/parcel.h"

#include "base/memory.h"
#include "tree/carried.h"
#include <string.h>
#include <xxhash.h>

// Each part of a task is carried by the same call in both directions.
typedef struct {
    char *to; // NULL: it is read, or only measured
    const char *from;
    size_t at, size; // bytes; size: of what is read
    arena *memory;   // of what is read
} parcel;

static void carry(parcel *p, void *bytes, size_t size)
{
    if (p->to)
        memcpy(p->to + p->at, bytes, size);
    if (p->from)
        memcpy(bytes, p->from + p->at, size);
    p->at += size;
}

// An array, made when it is read.
static void *carry_array(parcel *p, void *array, size_t count, size_t each)
{
    if (p->from)
        array = arena_take(p->memory, count * each);
    if (count)
        carry(p, array, count * each);
    return array;
}

#define CARRY(p, value) carry(p, &(value), sizeof(value))
#define CARRY_ARRAY(p, array, count) array = carry_array(p, array, count, sizeof *(array))

static void carry_path(parcel *p, walk_path *path)
{
    CARRY(p, path->count);
    if (p->from)
        MEMORY_RESERVE(path->choice, path->capacity, path->count);
    if (path->count)
        carry(p, path->choice, path->count * sizeof *path->choice);
}

static void carry_cell(parcel *p, geom_cell *cell)
{
    CARRY(p, cell->count);
    CARRY(p, cell->lines);
    CARRY(p, cell->flat);
    CARRY(p, cell->facets);
    CARRY(p, cell->words);
    CARRY_ARRAY(p, cell->generator, cell->count);
    CARRY_ARRAY(p, cell->facet, cell->facets);
    CARRY_ARRAY(p, cell->on, cell->words * cell->count);
}

static void carry_point(parcel *p, space_point *point)
{
    CARRY(p, point->definition);
    CARRY(p, point->count);
    CARRY(p, point->first);
    CARRY(p, point->second);
    CARRY(p, point->infinite);
    CARRY(p, point->side);
    CARRY(p, point->coarse);
    CARRY(p, point->guessed);
    uint32_t *through = (uint32_t *)point->through;
    point->through = carry_array(p, through, point->count, sizeof *through);
}

static void carry_origin(parcel *p, plane_origin *origin)
{
    CARRY(p, origin->split);
    CARRY(p, origin->layer);
    CARRY(p, origin->unit);
    CARRY(p, origin->breakpoint);
}

static void carry_rest(parcel *p, insertion_rest *rest)
{
    CARRY(p, rest->count);
    CARRY(p, rest->known);
    CARRY_ARRAY(p, rest->predicate, rest->count);
    CARRY_ARRAY(p, rest->bits, rest->known * rest->count);
}

static void carry_all(parcel *p, walk_task *task)
{
    carry_path(p, &task->path);
    CARRY(p, task->layer);
    carry_cell(p, &task->cell);
    CARRY(p, task->points);
    CARRY(p, task->planes);
    if (p->from) {
        task->point = arena_take(p->memory, task->points * sizeof *task->point);
        task->origin = arena_take(p->memory, task->planes * sizeof *task->origin);
    }
    for (size_t i = 0; i < task->points; i++)
        carry_point(p, task->point + i);
    for (size_t i = 0; i < task->planes; i++)
        carry_origin(p, task->origin + i);
    CARRY(p, task->units);
    CARRY_ARRAY(p, task->pattern, task->units);
    carry_rest(p, &task->rest);
    CARRY(p, task->size);
    CARRY(p, task->large);
}

// Its size, and the hash of all that follows.
typedef struct {
    uint64_t size, hash;
} parcel_head;

size_t walk_parcel_write(char *to, const walk_task *task)
{
    parcel p = {.to = to ? to + sizeof(parcel_head) : NULL};
    carry_all(&p, (walk_task *)task); // which is only read
    if (to) {
        const parcel_head head = {p.at, XXH3_64bits(p.to, p.at)};
        memcpy(to, &head, sizeof head);
    }
    return sizeof(parcel_head) + p.at;
}

walk_task *walk_parcel_read(const char **from, size_t *size)
{
    parcel_head head;
    if (*size < sizeof head)
        return NULL;
    memcpy(&head, *from, sizeof head);
    const char *bytes = *from + sizeof head;
    if (head.size > *size - sizeof head || XXH3_64bits(bytes, head.size) != head.hash)
        return NULL;
    walk_task *task = walk_task_at(NULL, 0);
    parcel p = {.from = bytes, .memory = &task->memory};
    carry_all(&p, task);
    *from += sizeof head + head.size;
    *size -= sizeof head + head.size;
    return task;
}
