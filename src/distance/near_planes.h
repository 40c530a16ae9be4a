// How far a point is from the borders of the region it lies in, and of other regions.
#ifndef DISTANCE_NEAR_PLANES_H
#define DISTANCE_NEAR_PLANES_H

#include "distance/near_cell.h"
#include "exact/point.h"
#include "walk/layer.h"

// The hyperplanes of the predicates of all units, in the region with given pieces, seen from x.
typedef struct {
    near_cell *near;
    const fmpz *x;
    walk_maps *maps; // NULL: exact arithmetic
    double *form;    // scratch
    fmpz *row;       // scratch
} near_planes;

// rounded: NULL for exact arithmetic; else it must live as long as the planes.
void near_planes_init(near_planes *planes, near_cell *near, const crease_net *net,
                      rounded_net *rounded);
void near_planes_clear(near_planes *planes);

// Takes the pieces of a region. near is at x in that region afterwards.
void near_planes_enter(near_planes *planes, const fmpz *x, const uint32_t *piece);

// The squared distance from x to the hyperplane of a predicate of unit k, exactly; row gets its
// form. Returns 0 if the form has no coefficients.
int near_plane_square(fmpq_t square, fmpz *row, near_planes *planes, size_t k, size_t predicate);

// By doubles. Not for exact arithmetic.
ball near_plane_distance(near_planes *planes, size_t k, size_t predicate);

// No point of a region that differs first in having unit k on another piece, as the pieces entered
// go, is nearer than the root of this. Returns 0 if it is known that there is no such region.
int near_plane_bound(fmpq_t square, near_planes *planes, size_t k, uint32_t piece);

#endif
