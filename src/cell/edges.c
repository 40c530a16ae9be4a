// The edges of a simple cell: a vertex is the end of d edges, on all of its facets but one.
#include "cell/edges.h"

#include "base/fatal.h"
#include <string.h>

// An edge whose other end has not yet come: it lies on the facets of a generator but one.
typedef struct {
    uint32_t generator; // from 1 on; 0: an empty slot
    uint32_t facet;
} open_edge;

// Sums of these, of the facets in a set, are as good as random.
static uint64_t hash_of_facet(uint64_t facet)
{
    uint64_t hash = (facet + 1) * UINT64_C(0x9e3779b97f4a7c15);
    hash = (hash ^ hash >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    return hash ^ hash >> 27;
}

// Whether two generators have the same facets, without one of each.
static bool are_ends(const geom_cell *cell, size_t g, size_t facet, open_edge other)
{
    const uint64_t *a = cell_facets_at(cell, g), *b = cell_facets_at(cell, other.generator - 1);
    for (size_t w = 0; w < cell->words; w++) {
        uint64_t differ = a[w] ^ b[w];
        if (w == facet / BITS_WORD)
            differ ^= (uint64_t)1 << facet % BITS_WORD;
        if (w == other.facet / BITS_WORD)
            differ ^= (uint64_t)1 << other.facet % BITS_WORD;
        if (differ)
            return false;
    }
    return true;
}

size_t cell_edges(cell_edge **edge, geom_space *space, const geom_cell *cell)
{
    ASSERT(cells_are_costly(space) && cell->words > 0);
    const size_t halves = cell->count * space->dimension;
    size_t slots = 1, edges = 0;
    while (slots < halves)
        slots *= 2;
    arena *stack = &space->cells;
    *edge = arena_take(stack, halves / 2 * sizeof **edge);
    const arena_mark mark = arena_here(stack);
    uint64_t *hash = arena_take(stack, cell->facets * sizeof *hash);
    for (size_t f = 0; f < cell->facets; f++)
        hash[f] = hash_of_facet(f);
    open_edge *table = arena_take(stack, slots * sizeof *table);
    memset(table, 0, slots * sizeof *table);
    for (size_t g = 0; g < cell->count; g++) {
        const uint64_t *on = cell_facets_at(cell, g);
        uint64_t sum = 0;
        for (size_t w = 0; w < cell->words; w++)
            for (uint64_t rest = on[w]; rest; rest &= rest - 1)
                sum += hash[w * BITS_WORD + bits_lowest(rest)];
        for (size_t w = 0; w < cell->words; w++)
            for (uint64_t rest = on[w]; rest; rest &= rest - 1) {
                const size_t f = w * BITS_WORD + bits_lowest(rest);
                size_t i = (sum - hash[f]) >> 32 & (slots - 1);
                while (table[i].generator && !are_ends(cell, g, f, table[i]))
                    i = (i + 1) & (slots - 1);
                if (table[i].generator)
                    (*edge)[edges++] = (cell_edge){{table[i].generator - 1, (uint32_t)g}};
                else
                    table[i] = (open_edge){(uint32_t)g + 1, (uint32_t)f};
            }
    }
    arena_release(stack, mark);
    ASSERT(2 * edges == halves);
    return edges;
}
