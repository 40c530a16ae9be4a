// Intervals of MPFR numbers, rounded outwards.
#include "exact/interval.h"

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

void interval_set_ball(interval *x, const ball *from)
{
    mpfr_set_d(x->lo, from->value.high, MPFR_RNDD);
    mpfr_add_d(x->lo, x->lo, from->value.low, MPFR_RNDD);
    mpfr_sub_d(x->lo, x->lo, from->bound, MPFR_RNDD);
    mpfr_set_d(x->hi, from->value.high, MPFR_RNDU);
    mpfr_add_d(x->hi, x->hi, from->value.low, MPFR_RNDU);
    mpfr_add_d(x->hi, x->hi, from->bound, MPFR_RNDU);
}

void interval_add(interval *x, const interval *a, const interval *b)
{
    mpfr_add(x->lo, a->lo, b->lo, MPFR_RNDD);
    mpfr_add(x->hi, a->hi, b->hi, MPFR_RNDU);
}

void interval_sub(interval *x, const interval *a, const interval *b)
{
    mpfr_sub(x->lo, a->lo, b->hi, MPFR_RNDD);
    mpfr_sub(x->hi, a->hi, b->lo, MPFR_RNDU);
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
    mpfr_div(x->lo, a->lo, b->hi, MPFR_RNDD);
    mpfr_div(x->hi, a->hi, b->lo, MPFR_RNDU);
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
