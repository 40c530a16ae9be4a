// Intervals: operations on their ends round outwards.
#include "exact/interval.h"
#include "unit.h"

#include <stdio.h>

enum { PRECISION = 20 };

static int holds(const interval *x, const fmpq_t value)
{
    mpq_t q;
    mpq_init(q);
    fmpq_get_mpq(q, value);
    int is = mpfr_cmp_q(x->lo, q) <= 0 && mpfr_cmp_q(x->hi, q) >= 0;
    mpq_clear(q);
    return is;
}

// 1/3 and 2/7 are no numbers of 20 bits, and their sums, .. are neither.
static void arithmetic(void)
{
    interval a, b, x;
    fmpq_t third, sevenths, result;
    interval_init(&a, PRECISION);
    interval_init(&b, PRECISION);
    interval_init(&x, PRECISION);
    fmpq_init(result);
    fmpq_init(third);
    fmpq_init(sevenths);
    fmpq_set_si(third, 1, 3);
    fmpq_set_si(sevenths, 2, 7);
    interval_set_fmpq(&a, third);
    interval_set_fmpq(&b, sevenths);
    CU_ASSERT(mpfr_less_p(a.lo, a.hi) && holds(&a, third));
    fmpq_add(result, third, sevenths);
    interval_add(&x, &a, &b);
    CU_ASSERT(holds(&x, result));
    fmpq_sub(result, third, sevenths);
    interval_sub(&x, &a, &b);
    CU_ASSERT(holds(&x, result));
    fmpq_mul(result, third, sevenths);
    interval_mul(&x, &a, &b);
    CU_ASSERT(holds(&x, result));
    fmpq_div(result, third, sevenths);
    interval_div(&x, &a, &b);
    CU_ASSERT(holds(&x, result));
    interval_mul(&x, &a, &a);
    interval_sqrt(&x, &x);
    CU_ASSERT(holds(&x, third) && mpfr_less_p(x.lo, x.hi));
    interval_sub(&x, &b, &a);
    interval_clip(&x);
    CU_ASSERT(mpfr_zero_p(x.lo));
    interval_clear(&a);
    interval_clear(&b);
    interval_clear(&x);
    fmpq_clear(third);
    fmpq_clear(sevenths);
    fmpq_clear(result);
}

// 1 + 2^-80 +- 2^-90 in 20 bits.
static void from_balls(void)
{
    const ball from = {{1, 0x1p-80}, 0x1p-90}, negative = {{-0.5, 0}, 1};
    interval x;
    interval_init(&x, PRECISION);
    interval_set_ball(&x, &from);
    CU_ASSERT(mpfr_cmp_d(x.lo, 1) <= 0 && mpfr_cmp_d(x.lo, 1 - 0x1p-15) > 0);
    CU_ASSERT(mpfr_cmp_d(x.hi, 1) > 0 && mpfr_cmp_d(x.hi, 1 + 0x1p-15) < 0);
    interval_set_ball(&x, &negative);
    CU_ASSERT(mpfr_cmp_d(x.lo, -1.5) == 0 && mpfr_cmp_d(x.hi, 0.5) == 0);
    interval_clear(&x);
}

static void narrowness(void)
{
    interval x;
    fmpq_t width;
    interval_init(&x, PRECISION);
    fmpq_init(width);
    fmpq_set_si(width, 1, 8);
    CU_ASSERT(interval_is_narrow(&x, width)); // 0
    mpfr_set_d(x.hi, 0x1p-100, MPFR_RNDN);
    CU_ASSERT(!interval_is_narrow(&x, width));
    mpfr_set_d(x.lo, 8, MPFR_RNDN);
    mpfr_set_d(x.hi, 9, MPFR_RNDN);
    CU_ASSERT(interval_is_narrow(&x, width));
    mpfr_nextabove(x.hi);
    CU_ASSERT(!interval_is_narrow(&x, width));
    interval_clear(&x);
    fmpq_clear(width);
}

UNIT_MAIN("interval", {"arithmetic", arithmetic}, {"from balls", from_balls},
          {"narrowness", narrowness})
