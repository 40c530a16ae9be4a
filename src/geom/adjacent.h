// Which generators of a polytope of many dimensions an edge joins across a cut.
#ifndef GEOM_ADJACENT_H
#define GEOM_ADJACENT_H

#include "geom/cell.h"

// Fills space->pairs with all pairs of adjacent generators, the first with a negative and the
// second with a positive sign, in ascending order. Returns how many; not all if the work was given
// up. Cost: one comparison for each two on different sides, and as many as there are generators if
// neither is simple and they share enough facets.
size_t cell_adjacent_pairs(geom_space *space, const geom_cell *cell, const signed char *sign);

#endif
