// Doubles with rigorous error bounds. filter.md derives every formula here.
//
// An approximation is a row of doubles that stands for a row of real numbers; beside it goes
// a bound on how far the truth may be away. Every bound is itself computed in doubles,
// rounded any way, and then enlarged by FILTER_ENLARGE, which exceeds all rounding in
// the computation of the bound. A comparison with an infinity or a NaN is written
// so that it does not decide.
#ifndef EXACT_FILTER_H
#define EXACT_FILTER_H

#include <float.h>
#include <stddef.h>

// Half the distance from 1 to the next double, u = 2^-53: the relative error of a
// rounded operation.
#define FILTER_UNIT (DBL_EPSILON / 2)
// More than the absolute error of any single operation that underflows, 2^-1075; yet a
// normal number, since processors are slow on others.
#define FILTER_TINY 0x1p-1015
#define FILTER_ENLARGE (1 + 0x1p-20)
// Relative error of a_1 x_1 + .. + a_d x_d + c - t in any order of summation, against
// the sum of the sizes of its terms: (2 d + 3) u covers it; see filter.md, 2.
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

// What is known about the generators of a cell, as the arguments of kernel_range.
typedef struct {
    size_t dimension;
    double *center;
    double *half;   // each generator's approximation is at most this far from the center
    double *reach;  // |true coordinate| of any generator
    double *spread; // scratch
    double radius;  // of any generator
} box_approx;

// What is known about the vertices of a bounded polygon.
typedef struct {
    size_t count;
    double *x, *y;   // approximations of each
    double radius;   // of any
    double reach[2]; // |true coordinate| of any
} corners_approx;

// A box whose numbers lie in room for BOX_DOUBLES of them.
#define BOX_DOUBLES(dimension) (4 * (dimension))
static inline box_approx box_approx_in(double *room, size_t dimension)
{
    return (box_approx){.dimension = dimension,
                        .center = room,
                        .half = room + dimension,
                        .reach = room + 2 * dimension,
                        .spread = room + 3 * dimension};
}

#endif
