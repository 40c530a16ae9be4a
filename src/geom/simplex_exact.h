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

// Whether sign times the form of the row is positive somewhere on the cell.
int simplex_is_positive(geom_space *space, const geom_cell *cell, const fmpz *row, int sign);

// Whether the cell is bounded.
int simplex_has_end(geom_space *space, const geom_cell *cell);

#endif
