// Bundles of parallel hyperplanes, each the kinks of one unit, in general position but for that.
#ifndef MAKE_BUNDLES_H
#define MAKE_BUNDLES_H

#include "make/stack.h"

// n maxout units of k rows: k - 1 parallel hyperplanes each. Nowhere is the slope of a unit, or a
// coefficient of it, 0. If in_cube, all regions meet the open unit cube of the coordinates.
void stack_maxout_bundles(stack *made, slong n, slong k, int in_cube);

// n hard-tanh units: two parallel hyperplanes each.
void stack_hardtanh_bundles(stack *made, slong n);

#endif
