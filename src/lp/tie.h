// Signs that bounds of values leave open, as those of a form that touches the polyhedron: it is 0
// there, and no error bound excludes that.
//
// If the form and all inequalities that are tight in the origin have the constant 0, the form is a
// sum of them, with multipliers that solve a linear system. If doubles prove that all multipliers
// have one sign, the form has it too. Integers decide the rest. exact/filter.md, 18.
#pragma once

#include "lp/program.h"
#include <stdbool.h>

// Whether this shows that sign times the form is positive nowhere. form: the row in doubles. The
// dictionary is where doubles have maximised it; its rows only propose.
bool tie_refutes(geom_space *space, const dictionary *dict, const double *form, const fmpz *row,
                 int sign);
// Decides all that is still open.
void tie_decide(form_signs *signs, geom_space *space, dictionary *dict, const double *form,
                const fmpz *row);
