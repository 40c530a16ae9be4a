// Distances by exhaustive search over the faces of all regions.
#ifndef NEAREST_H
#define NEAREST_H

#include "portrait.h"
#include <stdbool.h>

// The squared distance from x to the set of all points with a . (y, 1) >= 0 for each of the rows.
// In the Euclidean norm by projecting x onto every intersection of rows; in others by all points
// where d rows meet, among them those where the norm of y - x is not differentiable. Returns 0 if
// the set is empty.
bool nearest_polytope(fmpq_t square, const number_rows *rows, const fmpq *x, size_t d,
                      crease_norm norm);

// The squared distance to the nearest boundary: of two regions, or if function is set, of two with
// different maps. By regions: x must be in one, and its distance to the boundary is that to the
// next region that counts. Returns 0 if there is none.
bool nearest_region(fmpq_t square, const portrait *full, const fmpq *x, bool function,
                    crease_norm norm);

// The square of a vector's norm, of the difference of two points.
void nearest_square(fmpq_t square, const fmpq *x, const fmpq *y, size_t d, crease_norm norm);

// Two dimensions, all regions bounded: by the parts of edges that two regions share.
bool nearest_edge(fmpq_t square, const portrait *full, const fmpq *x, bool function);

// Whether regions with different maps contain x.
bool nearest_is_break(const portrait *full, const fmpq *x);

#endif
