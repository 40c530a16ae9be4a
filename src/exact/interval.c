// Intervals of MPFR numbers, rounded outwards.
#include "exact/interval.h"

#include "exact/filter.h"
#include <math.h>

void interval_init(interval *x, mpfr_prec_t precision)
{
    mpfr_init2(x->lo, precision);
    mpfr_init2(x->hi, precision);
    mpfr_set_zero(x->lo, 1);
    mpfr_set_zero(x->hi, 1);
}

void interval_clear(interval *x)
{
    mpfr_clear(x->lo);
    mpfr_clear(x->hi);
}

void interval_set(interval *x, const interval *from)
{
    mpfr_set(x->lo, from->lo, MPFR_RNDD);
    mpfr_set(x->hi, from->hi, MPFR_RNDU);
}

void interval_set_fmpq(interval *x, const fmpq_t value)
{
    fmpq_get_mpfr(x->lo, value, MPFR_RNDD);
    fmpq_get_mpfr(x->hi, value, MPFR_RNDU);
}

void interval_set_fmpz(interval *x, const fmpz_t value)
{
    fmpz_get_mpfr(x->lo, value, MPFR_RNDD);
    fmpz_get_mpfr(x->hi, value, MPFR_RNDU);
}

void interval_set_pair(interval *x, fine value, double slack)
{
    mpfr_set_d(x->lo, value.high, MPFR_RNDD);
    mpfr_add_d(x->lo, x->lo, value.low, MPFR_RNDD);
    mpfr_sub_d(x->lo, x->lo, slack, MPFR_RNDD);
    mpfr_set_d(x->hi, value.high, MPFR_RNDU);
    mpfr_add_d(x->hi, x->hi, value.low, MPFR_RNDU);
    mpfr_add_d(x->hi, x->hi, slack, MPFR_RNDU);
}

void interval_add(interval *x, const interval *a, const interval *b)
{
    mpfr_add(x->lo, a->lo, b->lo, MPFR_RNDD);
    mpfr_add(x->hi, a->hi, b->hi, MPFR_RNDU);
}

// x may be a or b: what is still needed of them is kept.
void interval_sub(interval *x, const interval *a, const interval *b)
{
    mpfr_t lo;
    mpfr_init2(lo, mpfr_get_prec(x->lo));
    mpfr_sub(lo, a->lo, b->hi, MPFR_RNDD);
    mpfr_sub(x->hi, a->hi, b->lo, MPFR_RNDU);
    mpfr_swap(x->lo, lo);
    mpfr_clear(lo);
}

void interval_neg(interval *x, const interval *a)
{
    if (x != a)
        interval_set(x, a);
    mpfr_swap(x->lo, x->hi);
    mpfr_neg(x->lo, x->lo, MPFR_RNDD);
    mpfr_neg(x->hi, x->hi, MPFR_RNDU);
}

int interval_sign(const interval *x)
{
    return mpfr_sgn(x->lo) > 0 ? 1 : mpfr_sgn(x->hi) < 0 ? -1 : 0;
}

void interval_clip(interval *x)
{
    if (mpfr_sgn(x->lo) < 0)
        mpfr_set_zero(x->lo, 1);
}

void interval_mul(interval *x, const interval *a, const interval *b)
{
    mpfr_mul(x->lo, a->lo, b->lo, MPFR_RNDD);
    mpfr_mul(x->hi, a->hi, b->hi, MPFR_RNDU);
}

void interval_sqrt(interval *x, const interval *a)
{
    mpfr_sqrt(x->lo, a->lo, MPFR_RNDD);
    mpfr_sqrt(x->hi, a->hi, MPFR_RNDU);
}

void interval_div(interval *x, const interval *a, const interval *b)
{
    mpfr_t lo;
    mpfr_init2(lo, mpfr_get_prec(x->lo));
    mpfr_div(lo, a->lo, b->hi, MPFR_RNDD);
    mpfr_div(x->hi, a->hi, b->lo, MPFR_RNDU);
    mpfr_swap(x->lo, lo);
    mpfr_clear(lo);
}

void interval_between(interval *x, const interval *lo, const interval *hi)
{
    mpfr_max(x->lo, x->lo, lo->lo, MPFR_RNDD);
    mpfr_min(x->hi, x->hi, hi->hi, MPFR_RNDU);
}

int interval_norm(interval *x, const double *slope, const double *rest, const double *high,
                  const double *low, size_t stride)
{
    fine sum = fine_kernel_square_sum(slope, rest, high, low, stride);
    if (!(sum.high < INFINITY))
        return 0;
    double error = (8 * (double)stride + 64) * FILTER_UNIT * FILTER_UNIT * sum.high;
    error += 8 * (double)(stride + 1) * FILTER_TINY;
    interval_set_pair(x, sum, error * FILTER_ENLARGE);
    interval_clip(x);
    interval_sqrt(x, x);
    return 1;
}

int interval_is_narrow(const interval *x, const fmpq_t width)
{
    mpfr_t room, wide;
    mpfr_inits2(mpfr_get_prec(x->lo), room, wide, (mpfr_ptr)NULL);
    mpq_t q;
    mpq_init(q);
    fmpq_get_mpq(q, width);
    mpfr_mul_q(room, x->lo, q, MPFR_RNDD);
    mpfr_sub(wide, x->hi, x->lo, MPFR_RNDU);
    int is = mpfr_lessequal_p(wide, room);
    mpq_clear(q);
    mpfr_clears(room, wide, (mpfr_ptr)NULL);
    return is;
}
