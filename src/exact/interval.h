// Intervals of MPFR numbers, rounded outwards: what is proved of a real number.
//
// Every function makes of intervals that contain numbers one that contains the result.
// Ends have the precision that they were initialised with; results may be operands.
#ifndef EXACT_INTERVAL_H
#define EXACT_INTERVAL_H

#include <gmp.h>
#include <mpfr.h> // before flint

#include "base/pack.h"
#include "exact/ball.h"
#include <crease/status.h>
#include <flint/fmpq.h>

typedef struct {
    mpfr_t lo, hi;
} interval;

void interval_init(interval *x, mpfr_prec_t precision); // 0
void interval_clear(interval *x);
void interval_zero(interval *x);
void interval_set(interval *x, const interval *from);
void interval_set_fmpq(interval *x, const fmpq_t value);
void interval_set_fmpz(interval *x, const fmpz_t value);
// Of finite value and error bound.
void interval_set_ball(interval *x, const ball *from);

void interval_add(interval *x, const interval *a, const interval *b);
void interval_sub(interval *x, const interval *a, const interval *b); // x is not b

// These are for numbers that are known not to be negative: a lower end below 0 becomes 0.
void interval_clip(interval *x);
void interval_mul(interval *x, const interval *a, const interval *b);
void interval_sqrt(interval *x, const interval *a);
void interval_div(interval *x, const interval *a, const interval *b); // b->lo > 0, x is not b

// Whether the number lies between the ends.
int interval_has(const interval *x, const fmpq_t value);
// hi - lo <= width lo; both 0: true.
int interval_is_narrow(const interval *x, const fmpq_t width);
// The nearest doubles with low <= value <= high.
void interval_doubles(double *low, double *high, const fmpq_t value);
// Writes an interval, or reads it into one of the same precision.
void interval_pack(interval *x, pack *p);
// The ends, as they are.
void interval_ends(crease_enclosure *to, const interval *x);

// ---- sums of square roots of non-negative rationals ----

// Roots that are rational are summed exactly, all others in intervals: as no term is negative, the
// relative width of the sum is at most that of one term and one rounding for each.
typedef struct {
    fmpq_t rational;
    interval rest, term; // term: scratch
} root_sum;

// digits: the relative width shall be at most 10^-digits, for up to 2^32 terms.
void root_sum_init(root_sum *sum, unsigned digits);
void root_sum_clear(root_sum *sum);
void root_sum_add(root_sum *sum, const fmpq_t square);

// The terms of a sum, to be added to another in their order: so roundings are the same wherever one
// list ends and the next begins.
typedef struct {
    mpfr_prec_t precision;
    fmpq_t rational; // the sum of these roots
    interval *root;  // the others
    size_t roots, ready, capacity;
} root_list;

void root_list_init(root_list *list, unsigned digits); // as the sum's
void root_list_clear(root_list *list);
void root_list_add(root_list *list, const fmpq_t square);
size_t root_list_bytes(const root_list *list);
// Writes the list and leaves none, or reads it into an empty one.
void root_list_pack(root_list *list, pack *p);
// Adds all, and leaves none.
void root_sum_take(root_sum *sum, root_list *list);

// The sum divided by a positive number.
void root_sum_enclose(crease_enclosure *enclosure, const root_sum *sum, const fmpq_t divisor);

#endif
