// Exact sums of doubles, against sums of rationals.
#include "exact/double_sum.h"
#include "exact/rational.h"
#include "unit.h"

#include <float.h>
#include <math.h>

// A term of any exponent, subnormal numbers and 0 included; a few cancel the last one.
static double random_term(random_state *random, double last)
{
    const uint64_t kind = random_below(random, 8);
    if (kind < 2)
        return kind ? -last : 0;
    const double mantissa = (double)random_between(random, -(INT64_C(1) << 53), INT64_C(1) << 53);
    const int spread = kind < 5 ? 60 : 1000;
    const int exponent = (int)random_between(random, -spread - 80, spread - 80);
    return kind == 7 && mantissa > 0 ? DBL_MAX : ldexp(mantissa, exponent);
}

static void check(const double_sum *sum, const fmpq_t exact)
{
    fmpq_t value;
    slong power;
    fmpq_init(value);
    double_sum_get(fmpq_numref(value), &power, sum);
    if (power < 0)
        fmpq_div_2exp(value, value, (ulong)-power);
    else
        fmpq_mul_2exp(value, value, (ulong)power);
    CU_ASSERT(fmpq_equal(value, exact));
    fmpq_clear(value);
}

// Two sums that take terms in turn, of which one is appended to the other now and then. Digits are
// carried after 2^29 terms, so their number is set.
static void random_sums(void)
{
    enum { MOST_TERMS = 1 << 29 };
    random_state random = unit_random(481);
    CASES(k, 200) {
        double_sum sum[2];
        fmpq_t exact[2], term;
        double last = 1;
        fmpq_init(term);
        for (int i = 0; i < 2; i++) {
            double_sum_zero(sum + i);
            fmpq_init(exact[i]);
            check(sum + i, exact[i]);
        }
        for (size_t t = 0; t < 1 + random_below(&random, 40); t++) {
            const int i = (int)random_below(&random, 2);
            last = random_term(&random, last);
            rational_set_double(term, last);
            if (random_below(&random, 16) == 0)
                sum[i].terms = (uint32_t)(MOST_TERMS - 1 - random_below(&random, 3));
            double_sum_add(sum + i, last);
            fmpq_add(exact[i], exact[i], term);
            if (random_below(&random, 8) == 0) {
                double_sum_append(sum, sum + 1);
                fmpq_add(exact[0], exact[0], exact[1]);
                fmpq_zero(exact[1]);
            }
            check(sum, exact[0]);
            check(sum + 1, exact[1]);
        }
        for (int i = 0; i < 2; i++)
            fmpq_clear(exact[i]);
        fmpq_clear(term);
    }
}

UNIT_MAIN("double_sum", {"random_sums", random_sums})
