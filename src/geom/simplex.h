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
// filter.md, 18.
#ifndef GEOM_SIMPLEX_H
#define GEOM_SIMPLEX_H

#include "geom/cell.h"
#include "geom/simplex_cell.h"

// Where a form is negative, and where it is positive, on a cell: SIGN_BELOW, SIGN_ABOVE.
typedef struct {
    int found;   // it is somewhere
    int refuted; // it is nowhere
} simplex_signs;
// By doubles; in exact arithmetic nothing is known.
simplex_signs simplex_try(geom_space *space, const geom_cell *cell, const double *form);
// Decides in integers what is still open. form: the row in doubles, which says where to begin.
void simplex_decide(simplex_signs *signs, geom_space *space, const geom_cell *cell,
                    const double *form, const fmpz *row);

#endif
