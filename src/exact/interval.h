// Intervals of MPFR numbers, rounded outwards: what is proved of a real number.
//
// Every function makes of intervals that contain numbers one that contains the result.
// Ends have the precision that they were initialised with; results may be operands.
#ifndef EXACT_INTERVAL_H
#define EXACT_INTERVAL_H

#include "exact/fine.h"
#include <flint/fmpq.h>
#include <gmp.h>
#include <mpfr.h>

typedef struct {
    mpfr_t lo, hi;
} interval;

void interval_init(interval *x, mpfr_prec_t precision); // 0
void interval_clear(interval *x);
void interval_set(interval *x, const interval *from);
void interval_set_fmpq(interval *x, const fmpq_t value);
void interval_set_fmpz(interval *x, const fmpz_t value);
// The values that are at most slack >= 0 away from a pair; all finite.
void interval_set_pair(interval *x, fine value, double slack);

void interval_add(interval *x, const interval *a, const interval *b);
void interval_sub(interval *x, const interval *a, const interval *b);
void interval_neg(interval *x, const interval *a);
// -1, 1: all of it is negative, or positive; 0: not known.
int interval_sign(const interval *x);

// These are for numbers that are known not to be negative: a lower end below 0 becomes 0.
void interval_clip(interval *x);
void interval_mul(interval *x, const interval *a, const interval *b);
void interval_sqrt(interval *x, const interval *a);
void interval_div(interval *x, const interval *a, const interval *b); // b->lo > 0
// To the part of x that lies in [lo->lo, hi->hi], for a number known to be there.
void interval_between(interval *x, const interval *lo, const interval *hi);

// The norm of the vector of (slope, rest)[j] (high, low)[j], j < stride, where pairs of slopes
// are off by at most 4 u^2 of their size and those of values are taken as they are. Returns 0, x
// being useless, if that overflows. docs/trajectory.md, 3
int interval_norm(interval *x, const double *slope, const double *rest, const double *high,
                  const double *low, size_t stride);

// hi - lo <= width lo; both 0: true.
int interval_is_narrow(const interval *x, const fmpq_t width);

#endif
