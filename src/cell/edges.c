// The edges of a simple cell: a vertex is the end of d edges, on all of its facets but one.
#include "cell/edges.h"

#include "base/fatal.h"
#include "exact/versions.h"
#include <string.h>

// An edge whose other end has not yet come.
typedef struct {
    uint32_t generator; // from 1 on; 0: an empty slot
    uint32_t place;     // among all edges
} open_edge;

// Sums of these, of the facets in a set, are as good as random.
static uint64_t hash_of_facet(uint64_t facet)
{
    uint64_t hash = (facet + 1) * UINT64_C(0x9e3779b97f4a7c15);
    hash = (hash ^ hash >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    return hash ^ hash >> 27;
}

// Whether two generators have the same facets, without one of each.
static bool are_ends(const geom_cell *cell, size_t g, size_t facet, size_t other,
                     size_t other_facet)
{
    const uint64_t *a = cell_facets_at(cell, g), *b = cell_facets_at(cell, other);
    for (size_t w = 0; w < cell->words; w++) {
        uint64_t differ = a[w] ^ b[w];
        if (w == facet / BITS_WORD)
            differ ^= (uint64_t)1 << facet % BITS_WORD;
        if (w == other_facet / BITS_WORD)
            differ ^= (uint64_t)1 << other_facet % BITS_WORD;
        if (differ)
            return false;
    }
    return true;
}

typedef struct {
    const geom_cell *cell;
    cell_edges *edges;
    uint64_t *hash; // of each facet
    open_edge *table;
    size_t slots;
} edge_finder;

// Joins the edge at a place with its other end, if that has come. hash: of its facets.
static void enter_edge(edge_finder *f, size_t g, size_t place, uint64_t hash)
{
    cell_edges *edges = f->edges;
    size_t i = hash >> 32 & (f->slots - 1);
    while (f->table[i].generator &&
           !are_ends(f->cell, g, edges->facet[place], f->table[i].generator - 1,
                     edges->facet[f->table[i].place]))
        i = (i + 1) & (f->slots - 1);
    const open_edge other = f->table[i];
    if (!other.generator) {
        f->table[i] = (open_edge){(uint32_t)g + 1, (uint32_t)place};
        return;
    }
    edges->end[place] = other.generator - 1;
    edges->end[other.place] = (uint32_t)g;
}

static void enter_vertex(edge_finder *f, size_t g)
{
    const geom_cell *cell = f->cell;
    const uint64_t *on = cell_facets_at(cell, g);
    uint64_t sum = 0;
    size_t place = g;
    BITS_EACH(facet, on, cell->words) {
        f->edges->facet[place] = (uint32_t)facet;
        place += f->edges->apart;
        sum += f->hash[facet];
    }
    for (size_t later = place, k = g; k < later; k += f->edges->apart)
        enter_edge(f, g, k, sum - f->hash[f->edges->facet[k]]);
}

void cell_edges_find(cell_edges *edges, geom_space *space, const geom_cell *cell)
{
    ASSERT(cells_are_costly(space) && cell->words > 0);
    arena *stack = &space->cells;
    const size_t apart = (cell->count + LANES - 1) / LANES * LANES,
                 places = apart * space->dimension;
    ASSERT(places < UINT32_MAX);
    *edges = (cell_edges){.apart = apart};
    edges->facet = arena_take(stack, 2 * places * sizeof *edges->facet);
    memset(edges->facet, 0, 2 * places * sizeof *edges->facet);
    edges->end = edges->facet + places;
    const arena_mark mark = arena_here(stack);
    edge_finder f = {.cell = cell, .edges = edges, .slots = 1};
    while (f.slots < cell->count * space->dimension)
        f.slots *= 2;
    f.hash = arena_take(stack, cell->facets * sizeof *f.hash);
    for (size_t k = 0; k < cell->facets; k++)
        f.hash[k] = hash_of_facet(k);
    f.table = arena_take(stack, f.slots * sizeof *f.table);
    memset(f.table, 0, f.slots * sizeof *f.table);
    for (size_t g = 0; g < cell->count; g++)
        enter_vertex(&f, g);
    arena_release(stack, mark);
}
