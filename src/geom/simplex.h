// Cells of a box in any dimension, without vertices: one simplex dictionary for each cell.
//
// A cell is the set of the points of the box that satisfy the inequalities of its path. Its
// dictionary (Chvatal, Linear Programming, 1983) has d nonbasic variables, which vanish at the
// present vertex: slacks of inequalities, or distances of a coordinate to one of its bounds. Every
// basic variable is a row, affine in these. Rows are doubles and only propose:
//   * a form is positive somewhere if it is, by its error bound, at a double that satisfies all
//     inequalities by their error bounds: a point inside;
//   * it is negative everywhere if a sum of itself and of inequalities, with multipliers that are
//     not negative, is negative on the whole box, by its error bound (Neumaier and Shcherbina, Safe
//     bounds in linear and mixed-integer programming, 2004);
//   * what neither shows integers decide (geom/simplex_exact.h), ties included.
// docs/filter.md, 18.
#ifndef GEOM_SIMPLEX_H
#define GEOM_SIMPLEX_H

#include "exact/sign.h"
#include <flint/fmpq.h>
#include <stddef.h>
#include <stdint.h>

struct geom_space;
struct geom_cell;

// The box, d entries each. Every bound lies between its entries of outer and inner.
typedef struct simplex_box {
    double *low, *high;             // outer
    double *inner_low, *inner_high; // of doubles between these it is certain that they lie inside
    const fmpq *lo, *hi;            // the bounds, borrowed from the domain
} simplex_box;

// Variables are numbered: below d a coordinate, from d on an inequality of the path.
typedef struct simplex_cell {
    size_t rows, stride;
    double *row;          // rows x stride: d coefficients and the value at the vertex
    double *scale;        // of each inequality: its slack is the form times this
    uint32_t *basic;      // the variable of each row
    uint32_t *nonbasic;   // of each column
    unsigned char *upper; // of each column: a coordinate, measured from its upper bound
    size_t points, oldest;
    double *point; // inside the cell, as in exact/point.h: d + 2 entries each
} simplex_cell;

enum { SIMPLEX_POINTS = 16 }; // that a cell keeps at most

// The same cell, whose dictionary and points change without those of the other.
void simplex_copy(struct geom_cell *copy, struct geom_space *space, const struct geom_cell *cell);

// Where a form is negative, and where it is positive, on a cell: SIGN_BELOW, SIGN_ABOVE.
typedef struct {
    int found;   // it is somewhere
    int refuted; // it is nowhere
} simplex_signs;
// By doubles; in exact arithmetic nothing is known.
simplex_signs simplex_try(struct geom_space *space, const struct geom_cell *cell,
                          const double *form);
// Decides in integers what is still open. form: the row in doubles, which says where to begin.
void simplex_decide(simplex_signs *signs, struct geom_space *space, const struct geom_cell *cell,
                    const double *form, const fmpz *row);

#endif
