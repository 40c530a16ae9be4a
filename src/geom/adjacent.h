// The edges of a polytope that cross a cut, as pairs of generators.
#pragma once

#include "geom/cell.h"

// Fills space->pairs with all pairs of adjacent generators, the first with a negative and the
// second with a positive sign, in ascending order. Returns their number; on cancellation, some may
// be missing. Cost: one comparison for each two generators on different sides, and one for each
// generator if neither is simple and they share enough facets.
size_t cell_adjacent_pairs(geom_space *space, const geom_cell *cell, const signed char *sign);
