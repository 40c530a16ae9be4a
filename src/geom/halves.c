// The two halves of a polytope while a split puts them together.
#include "geom/halves.h"

#include <string.h>

void halves_begin(halves *made, const geom_cell *cell, size_t generators, size_t lines)
{
    arena *stack = &made->space->cells;
    for (int s = 0; s < 2; s++) {
        geom_cell *half = made->half[s];
        *half = (geom_cell){.lines = lines, .flat = cell->flat, .facets = cell->facets + 1};
        half->words = bits_words(half->facets);
        half->generator = arena_take(stack, generators * sizeof *half->generator);
        half->on = arena_take(stack, generators * half->words * sizeof *half->on);
        half->facet = arena_take(stack, half->facets * sizeof *half->facet);
        memcpy(half->facet, cell->facet, cell->facets * sizeof *half->facet);
        half->facet[cell->facets] = (cell_facet){made->plane, s ? 1 : -1};
    }
}

void halves_push(halves *made, int side, cell_generator generator, const uint64_t *on, int on_cut)
{
    geom_cell *half = made->half[side];
    size_t cut = half->facets - 1, old = bits_words(cut);
    uint64_t *set = half->on + half->count * half->words;
    set[half->words - 1] = 0;
    memcpy(set, on, old * sizeof *set);
    if (on_cut)
        bits_add(set, cut);
    half->generator[half->count++] = generator;
}

static size_t generators_on(const geom_cell *cell, size_t facet)
{
    size_t count = 0;
    for (size_t i = cell->lines; i < cell->count; i++)
        count += (size_t)cell_lies_on(cell, i, facet);
    return count;
}

static void keep_only(geom_cell *cell, const size_t *kept, size_t count)
{
    size_t words = bits_words(count);
    for (size_t i = 0; i < cell->count; i++) {
        const uint64_t *from = cell->on + i * cell->words;
        uint64_t *to = cell->on + i * words, word = 0; // never ahead of from
        for (size_t f = 0; f < count; f++) {
            word |= (uint64_t)bits_have(from, kept[f]) << f % BITS_WORD;
            if (f % BITS_WORD == BITS_WORD - 1 || f + 1 == count) {
                to[f / BITS_WORD] = word;
                word = 0;
            }
        }
    }
    for (size_t f = 0; f < count; f++)
        cell->facet[f] = cell->facet[kept[f]];
    cell->facets = count;
    cell->words = words;
}

// Modulo its lines the cone of the cell is pointed, of dimension d + 1 - lines - flat; a
// facet has one dimension less and at least so many generators.
void halves_end(halves *made)
{
    for (int s = 0; s < 2; s++) {
        geom_cell *half = made->half[s];
        size_t *kept = arena_take(&made->space->cells, half->facets * sizeof *kept), count = 0;
        for (size_t f = 0; f < half->facets; f++)
            if (generators_on(half, f) + half->lines + (size_t)half->flat >= made->space->dimension)
                kept[count++] = f;
        if (count < half->facets)
            keep_only(half, kept, count);
    }
}
