// Intervals of MPFR numbers, rounded outwards.
//
// Every function returns an interval that contains the result for all numbers in its arguments.
// Ends keep the precision of their initialisation. The result may be one of the operands.
#pragma once

#include <gmp.h>
#include <mpfr.h> // before flint

#include "exact/ball.h"
#include <crease/status.h>
#include <flint/fmpq.h>
#include <stdbool.h>

typedef struct {
    mpfr_t lo, hi;
} interval;

void interval_init(interval *x, mpfr_prec_t precision); // 0
void interval_clear(interval *x);
void interval_set(interval *x, const interval *from);
void interval_set_fmpq(interval *x, const fmpq_t value);
void interval_set_fmpz(interval *x, const fmpz_t value);
// The ball has a finite value and bound.
void interval_set_ball(interval *x, const ball *from);

void interval_add(interval *x, const interval *a, const interval *b);
void interval_sub(interval *x, const interval *a, const interval *b); // x is not b

// For numbers that are known not to be negative: a lower end below 0 becomes 0.
void interval_clip(interval *x);
void interval_mul(interval *x, const interval *a, const interval *b);
void interval_sqrt(interval *x, const interval *a);
void interval_div(interval *x, const interval *a, const interval *b); // b->lo > 0, x is not b

// hi - lo <= width lo; both 0: true.
bool interval_is_narrow(const interval *x, const fmpq_t width);
// The nearest doubles with low <= value <= high.
void interval_doubles(double *low, double *high, const fmpq_t value);
// x = value, which is finite.
void rational_set_mpfr(fmpq_t x, const mpfr_t value);
// The ends, as they are.
void interval_ends(crease_enclosure *enclosure, const interval *x);
// crease_enclosure_text, with at least `least` significant digits if the ends are one number.
void enclosure_text(char **lo, char **hi, const crease_enclosure *enclosure, unsigned least);
