// Linear programs on a cell without vertices, in integers.
//
// The dictionary of the cell says where they begin. From a feasible vertex the simplex method goes
// on for some steps; then, or from an infeasible one, the criss-cross method, which needs no
// feasible start and does not cycle: of all variables that are infeasible, primal or dual, the one
// of least number is exchanged (Terlaky, A convergent criss-cross method, Optimization 16, 1985;
// Wang 1987). Rows have a common denominator and pivots divide without remainder (Edmonds 1967,
// Bareiss 1968). If the work was given up results are of no use.
#ifndef GEOM_SIMPLEX_EXACT_H
#define GEOM_SIMPLEX_EXACT_H

#include "geom/cell.h"
#include <flint/fmpq.h>

// Whether sign times the form of the row is positive somewhere on the cell. seems: it is at the
// vertex of the dictionary, as far as doubles know; this affects only speed.
int simplex_is_positive(geom_space *space, const geom_cell *cell, const fmpz *row, int sign,
                        int seems);

// The greatest value of a form, where it is, and why it is not greater.
typedef struct {
    int unbounded; // it has no greatest value: of the rest only point means anything
    fmpq_t value;
    // Dimension + 1 integers. A vertex where the value is attained, its last entry positive; if
    // unbounded a direction of the cell in which the form grows, its last entry 0.
    fmpz *point;
    // form = value - sum of times[i] g_i, times[i] > 0, where g_i >= 0 is the inequality of
    // facet[i]: side times the plane's row, divided by its content. At most dimension of them, all
    // tight at the point: this is a Farkas proof, and the cone that a certificate names. Planes of
    // bounds of coordinates are made when they are needed; their origin says which inequality of
    // the domain they are.
    size_t count;
    size_t *number; // of each inequality: 2 c + side is a bound of coordinate c, 2 d + i facet i
    cell_facet *facet;
    fmpq *times;
} simplex_optimum;
void simplex_optimum_init(simplex_optimum *of, size_t dimension);
void simplex_optimum_clear(simplex_optimum *of, size_t dimension);

// All of it but the facets; simplex_greatest of geom/simplex_query.h begins where doubles end.
int simplex_program(simplex_optimum *of, geom_space *space, const geom_cell *cell, const fmpz *row,
                    int sign);

#endif
