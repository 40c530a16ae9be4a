// Distances by exhaustive search over the faces of all regions.
#ifndef NEAREST_H
#define NEAREST_H

#include "portrait.h"

// The squared distance from x to the set of all points with a . (y, 1) >= 0 for each of the rows,
// by projecting x onto every intersection of rows. Returns 0 if it is empty.
int nearest_polytope(fmpq_t square, const number_rows *rows, const fmpq *x, size_t d);

// The squared distance to the nearest boundary: of two regions, or if function is set, of two with
// different maps. By regions: x must be in one, and its distance to the boundary is that to the
// next region that counts. Returns 0 if there is none.
int nearest_region(fmpq_t square, const portrait *full, const fmpq *x, int function);

// Two dimensions, all regions bounded: by the parts of edges that two regions share.
int nearest_edge(fmpq_t square, const portrait *full, const fmpq *x, int function);

// Whether regions with different maps contain x.
int nearest_is_break(const portrait *full, const fmpq *x);

#endif
