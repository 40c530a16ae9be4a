// The constants of the filter, from their definitions.
#include "exact/filter.h"
#include "bounds.h"
#include "unit.h"

#include <flint/fmpq.h>
#include <float.h>
#include <math.h>

// (1 + u)^n
static void growth(fmpq_t x, ulong n)
{
    fmpq_t u;
    fmpq_init(u);
    exact_double(u, 0x1p-53);
    fmpq_add_si(u, u, 1);
    fmpq_one(x);
    for (ulong i = 0; i < n; i++)
        fmpq_mul(x, x, u);
    fmpq_clear(u);
}

static void unit_and_tiny(void)
{
    volatile double one = 1, half_way = 1 + FILTER_UNIT;
    CU_ASSERT_EQUAL(FILTER_UNIT, 0x1p-53);
    CU_ASSERT_EQUAL(half_way, one); // a tie, to even: the error is a half unit, u
    CU_ASSERT_EQUAL(one + 2 * FILTER_UNIT, nextafter(1, 2));
    // A product of denormals errs by half of the least double at most; there is room for sums
    // of many such errors. Yet it is a normal number.
    CU_ASSERT(FILTER_TINY >= 0x1p40 * DBL_TRUE_MIN);
    CU_ASSERT(FILTER_TINY >= DBL_MIN);
}

// Every term of a_1 x_1 + .. + a_d x_d + (c - t) is rounded once as a product or a difference
// and in at most d sums. Measured against the rounded terms, which may be smaller by 1 - u.
static void dot(void)
{
    fmpq_t bound, error, one;
    fmpq_init(bound);
    fmpq_init(error);
    fmpq_init(one);
    for (ulong d = 1; d < 1000; d = d < 10 ? d + 1 : 2 * d) {
        growth(error, d + 1);
        fmpq_sub_si(error, error, 1);
        exact_double(one, 1 - 0x1p-53);
        fmpq_div(error, error, one);
        exact_double(bound, FILTER_DOT(d));
        CU_ASSERT(fmpq_cmp(error, bound) <= 0);
    }
    fmpq_clear(bound);
    fmpq_clear(error);
    fmpq_clear(one);
}

// Bounds are at most some hundred operations deep, each of which may lose a factor 1 - u.
static void enlarge(void)
{
    fmpq_t kept, factor, lost;
    fmpq_init(kept);
    fmpq_init(factor);
    fmpq_init(lost);
    growth(lost, 1000); // (1 - u)^-n >= (1 + u)^n, and their quotient is nearly 1
    fmpq_inv(kept, lost);
    exact_double(factor, FILTER_ENLARGE);
    fmpq_mul(kept, kept, factor);
    exact_double(lost, 1 + 0x1p-21);
    CU_ASSERT(fmpq_cmp(kept, lost) > 0);
    // Norms of up to 2^30 entries lose 1 - n u.
    exact_double(kept, 1 - 0x1p-23);
    fmpq_mul(kept, kept, factor);
    CU_ASSERT(fmpq_cmp_si(kept, 1) > 0);
    fmpq_clear(kept);
    fmpq_clear(factor);
    fmpq_clear(lost);
}

UNIT_MAIN("filter", {"unit_and_tiny", unit_and_tiny}, {"dot", dot}, {"enlarge", enlarge})
