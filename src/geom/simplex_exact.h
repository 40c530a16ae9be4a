// Whether a form is positive somewhere on a cell of a box, in integers.
#ifndef GEOM_SIMPLEX_EXACT_H
#define GEOM_SIMPLEX_EXACT_H

#include "geom/cell.h"

// Whether sign times the form of the row is positive somewhere on the cell. The dictionary of the
// cell says where to begin. If the work was given up the result is of no use.
//
// The criss-cross method needs no feasible start and does not cycle: of all variables that are
// infeasible, primal or dual, the one of least number is exchanged (Terlaky, A convergent
// criss-cross method, Optimization 16, 1985; Wang 1987). Rows have a common denominator and pivots
// divide without remainder (Edmonds 1967, Bareiss 1968).
int simplex_is_positive(geom_space *space, const geom_cell *cell, const fmpz *row, int sign);

#endif
