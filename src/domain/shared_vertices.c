// The numbers of vertices, computed once for all cells that have them.
#include "domain/shared_vertices.h"

#include "base/fatal.h"
#include "base/memory.h"
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

enum { FEWEST = 1 << 8, GROWTH = 4 };

// The bytes that are kept grow with the 2^d cells that share a vertex. In the plane fresh memory
// costs more than solving a vertex once more.
static size_t bytes_kept(size_t dimension)
{
    enum { PLANE = 1 << 18, SOLID = 1 << 22, MOST = 1 << 27, MOST_DOUBLINGS = 5 };
    if (dimension < 3)
        return PLANE;
    return dimension < 3 + MOST_DOUBLINGS ? (size_t)SOLID << (dimension - 3) : MOST;
}

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

static shared_vertex *add_vertex(shared_vertices *table, const unsigned char *name, size_t size)
{
    unsigned char *own = arena_take(&table->memory, size);
    MEMORY_RESERVE(table->entry, table->capacity, table->count + 1);
    shared_entry *entry = table->entry + table->count++;
    *entry = (shared_entry){.name = own, .size = size};
    if (size)
        memcpy(own, name, size);
    entry->vertex = arena_take(&table->memory, sizeof *entry->vertex);
    *entry->vertex = (shared_vertex){0};
    table->bytes += sizeof *entry + size + sizeof *entry->vertex;
    return entry->vertex;
}

void shared_vertices_begin(shared_vertices *table, size_t dimension, size_t room)
{
    if (!table->dimension) {
        arena_init(&table->memory);
        table->empty = arena_here(&table->memory);
    }
    table->dimension = dimension;
    MEMORY_RESERVE(table->name, table->room, room);
}

shared_vertex *shared_vertices_find(shared_vertices *table, size_t size)
{
    ASSERT(size <= table->room);
    if (!size)
        return add_vertex(table, NULL, 0);
    grow(table);
    uint32_t *slot = find_slot(table, table->name, size);
    if (*slot)
        return table->entry[*slot - 1].vertex;
    *slot = (uint32_t)table->count + 1;
    return add_vertex(table, table->name, size);
}

static void vertex_clear(shared_vertex *vertex, size_t dimension)
{
    for (size_t c = 0; vertex->row && c <= dimension; c++)
        fmpz_clear(vertex->row + c);
    fmpz_clear(&vertex->common);
    number_text_clear(&vertex->text);
}

static void forget_all(shared_vertices *table)
{
    for (size_t i = 0; i < table->count; i++)
        vertex_clear(table->entry[i].vertex, table->dimension);
    table->count = table->bytes = 0;
}

void shared_vertices_clear(shared_vertices *table)
{
    if (!table->dimension)
        return;
    forget_all(table);
    arena_clear(&table->memory);
    free(table->entry);
    free(table->slot);
    free(table->name);
    *table = (shared_vertices){0};
}

// Keeps the memory, which the next vertices will need.
void shared_vertices_trim(shared_vertices *table)
{
    if (table->bytes <= bytes_kept(table->dimension))
        return;
    forget_all(table);
    table->trims++;
    arena_release(&table->memory, table->empty);
    if (table->slots)
        memset(table->slot, 0, table->slots * sizeof *table->slot);
}
