// Bounds of forms on a polyhedron, by multipliers of its inequalities.
#pragma once

#include "domain/space.h"

// An inequality with its multiplier, which is not negative.
typedef struct {
    half_space facet;
    double times;
} dual_term;

// An upper bound of sign times the form on the polyhedron, from the box around it that low and high
// give; INFINITY if doubles do not give one. r = form + sum y g with multipliers y >= 0 is at least
// the form, and has a greatest value on the box.
double dual_bound(geom_space *space, const double *form, int sign, const dual_term *term,
                  size_t terms, const double *low, const double *high);
