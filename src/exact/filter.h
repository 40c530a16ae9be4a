// Doubles with rigorous error bounds. filter.md derives every formula here.
//
// An approximation is a row of doubles for a row of real numbers, with a bound on its error. A
// bound is itself computed in doubles and then enlarged by FILTER_ENLARGE, which exceeds all
// rounding in that computation. Comparisons with an infinity or a NaN decide nothing.
#pragma once

#include "base/fatal.h"
#include <float.h>
#include <stddef.h>

// Half the distance from 1 to the next double, u = 2^-53: the relative error of a
// rounded operation.
#define FILTER_UNIT (DBL_EPSILON / 2)
// More than the absolute error of an operation that underflows, 2^-1075; but a normal number, since
// processors are slow on others.
#define FILTER_TINY 0x1p-1015
#define FILTER_ENLARGE (1 + 0x1p-20)
// Error of a_1 x_1 + .. + a_d x_d + c - t in any order of summation, relative to the sum of the
// absolute values of its terms: at most (2 d + 3) u; see filter.md, 2.
#define FILTER_DOT(dimension) ((2 * (double)(dimension) + 3) * FILTER_UNIT)

// A line of the plane or, in general, an affine form.
typedef struct {
    double a[3];
    double bound[3]; // |true a[i] - a[i]| <= bound[i]
} line_approx;

// x and y of a finite point, or a direction scaled to size about 1 (w = 0).
typedef struct {
    double x, y, w;
    double radius; // of each coordinate; w is exact
} point_approx;

// A box around the generators of a cell, as arguments of kernel_range.
typedef struct {
    size_t dimension;
    double *center;
    double *half;   // each generator's approximation is at most this far from the center
    double *reach;  // |true coordinate| of any generator
    double *spread; // scratch
    double radius;  // of any generator
} box_approx;

// The vertices of a bounded polygon.
typedef struct {
    size_t count;
    double *x, *y;   // approximations of each
    double radius;   // of any
    double reach[2]; // |true coordinate| of any
} corners_approx;

// A box whose numbers are stored in an array of BOX_DOUBLES.
#define BOX_DOUBLES(dimension) (4 * (dimension))
static inline box_approx box_approx_in(double *room, size_t dimension)
{
    ASSERT(dimension > 0);
    return (box_approx){.dimension = dimension,
                        .center = room,
                        .half = room + dimension,
                        .reach = room + 2 * dimension,
                        .spread = room + 3 * dimension};
}
