// Which generators of a polytope of many dimensions an edge joins across a cut.
#ifndef GEOM_ADJACENT_H
#define GEOM_ADJACENT_H

#include "geom/cell.h"

// Fills space->pairs with all pairs of adjacent generators, the first with a negative and the
// second with a positive sign, in ascending order. Returns how many; not all if the work was given
// up. Cost: with d dimensions, d for each simple generator; and for each two on different sides of
// which not both are simple, one comparison, or as many as there are generators if neither is.
size_t cell_adjacent_pairs(geom_space *space, const geom_cell *cell, const signed char *sign);

#endif
