// Linear programs on a cell without vertices, in integers.
//
// They start at the vertex of the cell's dictionary. If it is feasible, the simplex method makes
// some steps. Then, or from an infeasible vertex, the criss-cross method continues. It needs no
// feasible start and does not cycle: it exchanges the infeasible variable, primal or dual, of least
// number (Terlaky, A convergent criss-cross method, Optimization 16, 1985; Wang 1987). Rows have a
// common denominator and pivots divide without remainder (Edmonds 1967, Bareiss 1968). On
// cancellation the results are meaningless.
#pragma once

#include "geom/cell.h"
#include <flint/fmpq.h>

// Whether sign times the form of the row is positive somewhere on the cell.
int simplex_is_positive(geom_space *space, const geom_cell *cell, const fmpz *row, int sign);

// The greatest value of a form, a point where it is attained, and a proof of the bound.
typedef struct {
    int unbounded; // it has no greatest value: of the rest only point means anything
    fmpq_t value;
    // Dimension + 1 integers. A vertex where the value is attained, its last entry positive; if
    // unbounded a direction of the cell in which the form grows, its last entry 0.
    fmpz *point;
    // form = value - sum of times[i] g_i, times[i] > 0, where g_i >= 0 is the inequality of
    // facet[i]: side times the plane's row, divided by its content. At most dimension of them, all
    // tight at the point: this is a Farkas proof, and the cone that a certificate names. Planes of
    // bounds of coordinates are made when they are needed; their origin is the inequality of the
    // domain.
    size_t count;
    cell_facet *facet;
    fmpq *times;
} simplex_optimum;
void simplex_optimum_init(simplex_optimum *of, size_t dimension);
void simplex_optimum_clear(simplex_optimum *of, size_t dimension);

// The optimum of the form that is sign (1 or -1) times the row, dimension + 1 integers, the
// constant last: with sign -1 value is minus the least value. Begins where doubles end. Returns 0
// on cancellation.
int simplex_program(simplex_optimum *of, geom_space *space, const geom_cell *cell, const fmpz *row,
                    int sign);
// Only the facets of a proof that sign times the form, which is positive nowhere, is not; there may
// be fewer than the optimum has. Solves for the multipliers at the dictionary's vertex, which
// doubles have chosen, and makes no table unless that is the wrong one.
int simplex_refutation(simplex_optimum *of, geom_space *space, const geom_cell *cell,
                       const fmpz *row, int sign);
