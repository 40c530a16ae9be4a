// Cells without vertices, of any dimension: one simplex dictionary for each cell.
//
// A cell is the set of the points within the bounds of the coordinates that satisfy the
// inequalities of its path. Its dictionary (Chvatal, Linear Programming, 1983) has d nonbasic
// variables, which vanish at the present vertex: slacks of inequalities, or distances of a
// coordinate to one of its bounds. Every basic variable is a row, affine in these. A coordinate
// without bounds is a variable of any sign. Rows are doubles and only propose:
//   * a form is positive somewhere if it is, by its error bound, at a double that satisfies all
//     inequalities by their error bounds: a point inside;
//   * it is negative everywhere if a sum of itself and of inequalities, with multipliers that are
//     not negative, is negative on a box around the cell, by its error bound (Neumaier and
//     Shcherbina, Safe bounds in linear and mixed-integer programming, 2004);
//   * integers decide what neither shows (geom/simplex_exact.c), ties included.
// exact/filter.md, 18.
//
// Queries about such cells are in geom/simplex_query.h.
#pragma once

#include "geom/cell.h"
#include "geom/simplex_cell.h"

// Sets of SIGN_BELOW and SIGN_ABOVE: the signs of a form on a cell.
typedef struct {
    int found;   // occur somewhere
    int refuted; // occur nowhere
} simplex_signs;
// By doubles; in exact arithmetic nothing is known.
simplex_signs simplex_try(geom_space *space, const geom_cell *cell, const double *form);
// Decides in integers what is still open. form: the row in doubles, which determines the start.
void simplex_decide(simplex_signs *signs, geom_space *space, const geom_cell *cell,
                    const double *form, const fmpz *row);

// Whether sign times the form of the row is positive somewhere on the cell, in integers.
int simplex_is_positive(geom_space *space, const geom_cell *cell, const fmpz *row, int sign);

// The half of a cell on one side of a plane that cuts it.
void simplex_half(geom_cell *half, geom_space *space, const geom_cell *cell, uint32_t plane,
                  int side);
// Moves the dictionary to a vertex where sign times the form is greatest according to doubles; not
// in exact arithmetic.
void simplex_climb_row(geom_space *space, const geom_cell *cell, const fmpz *row, int sign);
// The same with a form in doubles. x becomes the vertex or, if the form grows without bound, a
// point on an edge along which it does.
void simplex_climb(double *x, geom_space *space, const geom_cell *cell, const double *form,
                   int sign);
// Finds a box around the cell, by 2 d programs in doubles; cells made of this one share it.
void simplex_find_box(geom_space *space, const geom_cell *cell);

// ---- points, as in exact/point.h ----

// Whether the error bound proves that the form, negated if side < 0, is positive at the point.
int simplex_is_beyond(const double *form, int side, const double *point, size_t dimension);
// Whether error bounds prove that the point lies inside the cell.
int simplex_is_inside(const geom_space *space, const geom_cell *cell, const double *point);
