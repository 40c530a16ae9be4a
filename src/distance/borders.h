// How far a point is from the borders of the region it lies in, and of other regions.
#pragma once

#include "distance/pattern_cell.h"
#include "exact/point.h"
#include "tree/maps.h"
#include <stdbool.h>

// The hyperplanes of the predicates of all units, in the region with given pieces, seen from x.
// Distances are in the norm of the cell.
typedef struct {
    pattern_cell *cell;
    const fmpz *x;
    walk_maps *maps; // NULL: exact arithmetic
    double *form;    // scratch
    fmpz *row;       // scratch
    fmpz *direction; // scratch
} borders;

// rounded: NULL for exact arithmetic; else it must live as long as the planes.
void borders_init(borders *planes, pattern_cell *cell, rounded_net *rounded);
void borders_clear(borders *planes);

// Takes the pieces of a region. The cell is at x in that region afterwards.
void borders_enter(borders *planes, const fmpz *x, const uint32_t *piece);

// The squared distance from x to the hyperplane of a predicate of unit k, exactly; row gets its
// form. Returns 0 if the form has no coefficients.
bool border_square(fmpq_t square, fmpz *row, borders *planes, size_t k, size_t predicate);

// By doubles. Not for exact arithmetic.
ball border_distance(borders *planes, size_t k, size_t predicate);

// No point of a region that differs first in having unit k on another piece, as the pieces entered
// go, is nearer than the root of this. Returns 0 if no such region exists.
bool border_bound(fmpq_t square, borders *planes, size_t k, uint32_t piece);

// The nearest of all hyperplanes that bound the region, the first of equal ones, if x lies inside:
// its squared distance, its point nearest to x, homogeneous, and the predicate of unit *k. Returns
// 0 if nothing bounds the region.
bool borders_nearest(fmpq_t square, fmpz *foot, size_t *k, size_t *predicate, borders *planes,
                     const uint32_t *piece);
