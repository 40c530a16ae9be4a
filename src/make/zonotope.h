// A layer whose outputs sum to the support function of a zonotope.
#ifndef MAKE_ZONOTOPE_H
#define MAKE_ZONOTOPE_H

#include "make/parameters.h"
#include "make/stack.h"

#define PARAMETER_NORMALS                                                   \
    {                                                                       \
        .name = "m", .lo = "1", .hi = "1000", .help = "normals of the norm" \
    }

// 2m units relu(b_t . x), relu(-b_t . x), t = 1..m, with the moment vectors
// b_t = (1, t, .., t^(d-1)), any d of which are independent. The one coordinate from then on
// is the sum of all, gamma(x) = sum_t |b_t . x|, linear on the cones that the m hyperplanes
// b_t . x = 0 make of R^d, and on each by another form.
void stack_zonotope(stack *made, slong m);

// How many cones these are, for the parameters d and m: 2 sum of C(m-1, j) for j < d.
void zonotope_cones(fmpz_t cones, const parameters *given);

#endif
