// The numbers of vertices, computed once for all cells that have them.
#include "domain/shared_vertices.h"

#include "base/bits.h"
#include "base/fatal.h"
#include "base/memory.h"
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

enum { FEWEST = 1 << 8 };

// The bytes that are kept grow with the 2^d cells that share a vertex. In the plane fresh memory
// costs more than solving a vertex once more.
static size_t bytes_kept(size_t dimension)
{
    enum { PLANE = 1 << 18, SOLID = 1 << 22, MOST = 1 << 27, MOST_DOUBLINGS = 5 };
    if (dimension < 3)
        return PLANE;
    return dimension < 3 + MOST_DOUBLINGS ? (size_t)SOLID << (dimension - 3) : MOST;
}

// Tables are at most three quarters full.
static bool is_full(size_t used, size_t slots)
{
    return 4 * used >= 3 * slots;
}

static named_vertex *find_named(const shared_vertices *table, const unsigned char *name,
                                size_t size)
{
    size_t i = XXH3_64bits(name, size) & (table->name_slots - 1);
    while (table->named[i].number &&
           (table->named[i].size != size || memcmp(table->named[i].name, name, size) != 0))
        i = (i + 1) & (table->name_slots - 1);
    return table->named + i;
}

static void grow_names(shared_vertices *table)
{
    if (!is_full(table->names, table->name_slots))
        return;
    named_vertex *old = table->named;
    const size_t slots = table->name_slots;
    table->name_slots = slots ? 2 * slots : FEWEST;
    table->named = memory_new(table->name_slots, sizeof *table->named);
    for (size_t i = 0; i < slots; i++)
        if (old[i].number)
            *find_named(table, old[i].name, old[i].size) = old[i];
    free(old);
}

// Returns its number.
static uint64_t add_vertex(shared_vertices *table)
{
    MEMORY_RESERVE(table->vertex, table->capacity, table->count + 1);
    shared_vertex *vertex = arena_take(&table->memory, sizeof *vertex);
    *vertex = (shared_vertex){0};
    table->vertex[table->count++] = vertex;
    table->bytes += sizeof vertex + sizeof *vertex;
    return table->forgotten + table->count;
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

uint64_t shared_vertices_find(shared_vertices *table, size_t size)
{
    ASSERT(size <= table->room);
    if (!size)
        return add_vertex(table);
    grow_names(table);
    named_vertex *named = find_named(table, table->name, size);
    if (!named->number) {
        unsigned char *own = arena_take(&table->memory, size);
        memcpy(own, table->name, size);
        *named = (named_vertex){own, size, add_vertex(table)};
        table->names++;
        table->bytes += sizeof *named + size;
    }
    return named->number;
}

// ---- by edges ----

static divided_edge *find_edge(const shared_vertices *table, uint64_t low, uint64_t high)
{
    const uint64_t hash = bits_scramble(low * UINT64_C(0x9e3779b97f4a7c15) + high);
    size_t i = hash & (table->edge_slots - 1);
    while (table->edge[i].number && (table->edge[i].end[0] != low || table->edge[i].end[1] != high))
        i = (i + 1) & (table->edge_slots - 1);
    return table->edge + i;
}

static void grow_edges(shared_vertices *table)
{
    if (!is_full(table->edges, table->edge_slots))
        return;
    divided_edge *old = table->edge;
    const size_t slots = table->edge_slots;
    table->edge_slots = slots ? 2 * slots : FEWEST;
    table->edge = memory_new(table->edge_slots, sizeof *table->edge);
    for (size_t i = 0; i < slots; i++)
        if (old[i].number)
            *find_edge(table, old[i].end[0], old[i].end[1]) = old[i];
    free(old);
}

uint64_t shared_vertices_divide(shared_vertices *table, uint64_t end, uint64_t other_end)
{
    ASSERT(end != other_end);
    grow_edges(table);
    const uint64_t low = end < other_end ? end : other_end, high = low ^ end ^ other_end;
    divided_edge *edge = find_edge(table, low, high);
    if (!edge->number) {
        *edge = (divided_edge){{low, high}, add_vertex(table)};
        table->edges++;
    }
    return edge->number;
}

shared_vertex *shared_vertices_at(shared_vertices *table, uint64_t number)
{
    ASSERT(number > 0 && number <= table->forgotten + table->count);
    // No vertex has number 0, so no edge ends there.
    const uint64_t now =
        number > table->forgotten ? number : shared_vertices_divide(table, 0, number);
    return table->vertex[now - table->forgotten - 1];
}

static void vertex_clear(shared_vertex *vertex, size_t dimension)
{
    for (size_t c = 0; vertex->row && c <= dimension; c++)
        fmpz_clear(vertex->row + c);
    fmpz_clear(&vertex->common);
    if (vertex->text)
        number_text_clear(&vertex->text->text);
}

static void forget_all(shared_vertices *table)
{
    for (size_t i = 0; i < table->count; i++)
        vertex_clear(table->vertex[i], table->dimension);
    table->forgotten += table->count;
    table->count = table->bytes = table->edges = table->names = 0;
}

void shared_vertices_clear(shared_vertices *table)
{
    if (!table->dimension)
        return;
    forget_all(table);
    arena_clear(&table->memory);
    free(table->vertex);
    free(table->named);
    free(table->edge);
    free(table->name);
    *table = (shared_vertices){0};
}

// Keeps the memory, which the next vertices will need.
void shared_vertices_trim(shared_vertices *table)
{
    if (table->keeps || table->bytes <= bytes_kept(table->dimension))
        return;
    forget_all(table);
    table->trims++;
    arena_release(&table->memory, table->empty);
    if (table->name_slots)
        memset(table->named, 0, table->name_slots * sizeof *table->named);
    if (table->edge_slots)
        memset(table->edge, 0, table->edge_slots * sizeof *table->edge);
}
