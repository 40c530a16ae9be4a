// The two halves of a polytope during a split.
#pragma once

#include "geom/cell.h"

typedef struct {
    geom_space *space;
    geom_cell *half[2]; // below, above
    uint32_t plane;     // of the cut, the facet that both halves have got
} halves;

// generators: the capacity of each half. Lines must be pushed before all other generators.
void halves_begin(halves *made, const geom_cell *cell, const size_t generators[2], size_t lines);
// A generator that lies on these facets of the divided cell and, if on_cut is set, on the cut.
void halves_push(halves *made, int side, cell_generator generator, const uint64_t *on, int on_cut);
// Drops inequalities with too few generators to be facets.
void halves_end(halves *made);
