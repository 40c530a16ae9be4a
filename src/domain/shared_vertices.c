// What is known of vertices, for all cells that have them.
#include "domain/shared_vertices.h"

#include "base/memory.h"
#include "domain/space.h"
#include <stdlib.h>
#include <xxhash.h>

enum { FEWEST = 1 << 8, GROWTH = 4, MOST_BYTES = 1 << 25 };

static uint32_t *find_slot(const shared_vertices *table, const unsigned char *name, size_t size)
{
    size_t i = XXH3_64bits(name, size) & (table->slots - 1);
    for (; table->slot[i]; i = (i + 1) & (table->slots - 1)) {
        const shared_entry *entry = table->entry + table->slot[i] - 1;
        if (entry->size == size && memcmp(entry->name, name, size) == 0)
            break;
    }
    return table->slot + i;
}

static void grow(shared_vertices *table)
{
    if (2 * table->count < table->slots)
        return;
    free(table->slot);
    table->slots = table->slots ? GROWTH * table->slots : FEWEST;
    table->slot = memory_new(table->slots, sizeof *table->slot);
    for (size_t i = 0; i < table->count; i++)
        if (table->entry[i].size)
            *find_slot(table, table->entry[i].name, table->entry[i].size) = (uint32_t)i + 1;
}

static shared_entry *add_entry(shared_vertices *table, const unsigned char *name, size_t size,
                               int is_cone)
{
    unsigned char *own = arena_take(&table->memory, size);
    MEMORY_RESERVE(table->entry, table->capacity, table->count + 1);
    shared_entry *entry = table->entry + table->count++;
    *entry = (shared_entry){.name = own, .size = size};
    if (size)
        memcpy(own, name, size);
    if (is_cone) {
        entry->cone = arena_take(&table->memory, sizeof *entry->cone);
        *entry->cone = (shared_cone){0};
    } else {
        entry->vertex = arena_take(&table->memory, sizeof *entry->vertex);
        *entry->vertex = (shared_vertex){0};
    }
    table->bytes += sizeof *entry + size + (is_cone ? sizeof *entry->cone : sizeof *entry->vertex);
    return entry;
}

// Writes the name of a vertex to table->name.
static size_t name_planes(geom_space *space, const uint32_t *plane, size_t count, int is_cone)
{
    shared_vertices *table = &space->shared;
    if (!space->name_vertex || !count)
        return 0;
    const arena_mark mark = arena_here(&space->cells);
    const plane_origin **origin = arena_take(&space->cells, count * sizeof *origin);
    for (size_t i = 0; i < count; i++)
        origin[i] = space->origin + plane[i];
    MEMORY_RESERVE(table->name, table->room, space->name_size + count * sizeof(plane_origin));
    const size_t size = space->name_vertex(space->fetch_from, table->name, origin, count, is_cone);
    arena_release(&space->cells, mark);
    return size;
}

static shared_entry *share(geom_space *space, const uint32_t *plane, size_t count, int is_cone)
{
    shared_vertices *table = &space->shared;
    if (!table->dimension) {
        arena_init(&table->memory);
        table->dimension = space->dimension;
    }
    const size_t size = name_planes(space, plane, count, is_cone);
    if (!size)
        return add_entry(table, NULL, 0, is_cone);
    grow(table);
    uint32_t *slot = find_slot(table, table->name, size);
    if (*slot)
        return table->entry + *slot - 1;
    *slot = (uint32_t)table->count + 1;
    return add_entry(table, table->name, size, is_cone);
}

shared_vertex *space_share_vertex(geom_space *space, const uint32_t *plane, size_t count)
{
    return share(space, plane, count, 0)->vertex;
}

shared_cone *space_share_cone(geom_space *space, const uint32_t *plane, size_t count)
{
    return share(space, plane, count, 1)->cone;
}

static void vertex_clear(shared_vertex *vertex, size_t dimension)
{
    for (size_t c = 0; vertex->row && c <= dimension; c++)
        fmpz_clear(vertex->row + c);
    for (size_t c = 0; vertex->number && c < dimension; c++)
        fmpq_clear(vertex->number + c);
    for (size_t c = 0; vertex->fixed && c < dimension; c++)
        fmpz_clear(vertex->fixed + c);
    number_text_clear(&vertex->text);
}

void shared_vertices_clear(shared_vertices *table)
{
    if (!table->dimension)
        return;
    for (size_t i = 0; i < table->count; i++)
        if (table->entry[i].cone)
            fmpz_clear(table->entry[i].cone->weight);
        else
            vertex_clear(table->entry[i].vertex, table->dimension);
    arena_clear(&table->memory);
    free(table->entry);
    free(table->slot);
    free(table->name);
    *table = (shared_vertices){0};
}

void space_trim_shared(geom_space *space)
{
    if (space->shared.bytes > MOST_BYTES)
        shared_vertices_clear(&space->shared);
}
