// Hyperplanes in general position, also such that all regions meet the open unit cube.
//
// Hyperplane t is {x : P_x(t) = 0} with P_x(t) = x_1 + x_2 t + .. + x_d t^(d-1) + t^d, for
// n distinct integers t that are not 0.
#pragma once

#include "make/stack.h"
#include <stdbool.h>

// forms: n x (d + 1), zero; the constant comes last. t = 1, -1, 2, -2, ..
void generic_forms(fmpq_mat_t forms);

// The points at which d of n hyperplanes meet are gone through one by one.
enum { CUBE_MOST_VERTICES = 1000000 };
bool cube_is_small(slong n, slong d);

// forms: n x (d + 1), zero; they become integers. cube_is_small(n, d) must hold. Every
// region of the arrangement meets (0,1)^d. Signs:
//   literal: as they come;
//   else such that for n > d no region has all forms negative, so that no region of a
//   layer of relu units of these forms has a constant output.
void cube_forms(fmpq_mat_t forms, bool literal);

// Bundles of parallel hyperplanes, each the kinks of one unit, in general position but for that.

// n maxout units of k rows: k - 1 parallel hyperplanes each. Nowhere is the slope of a unit, or a
// coefficient of it, 0. If in_cube, all regions meet the open unit cube of the coordinates.
void stack_maxout_bundles(stack *network, slong n, slong k, bool in_cube);

// n hard-tanh units: two parallel hyperplanes each.
void stack_hardtanh_bundles(stack *network, slong n);
