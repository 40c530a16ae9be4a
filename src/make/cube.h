// Hyperplanes in general position all of whose regions meet the open unit cube.
#ifndef MAKE_CUBE_H
#define MAKE_CUBE_H

#include <flint/fmpq.h>
#include <flint/fmpq_mat.h>

// The points at which d of n hyperplanes meet are gone through one by one.
enum { CUBE_MOST_VERTICES = 1000000 };
int cube_is_small(slong n, slong d);

// forms: n x (d + 1), the constant last, integers. cube_is_small(n, d) must hold. Every
// region of the arrangement meets (0,1)^d. Signs:
//   literal: as they come;
//   else such that for n > d no region has all forms negative, so that no region of a
//   layer of relu units of these forms has a constant output.
void cube_forms(fmpq_mat_t forms, slong n, slong d, int literal);

#endif
