// Distances by doubles against rationals.
#include "exact/reach.h"
#include "base/random.h"
#include "exact/rational.h"
#include "unit.h"

#include <float.h>
#include <math.h>

enum { MOST = 5 };

// A number of any size, positive if asked.
static void any(fmpz_t x, random_state *random, int positive)
{
    fmpz_set_si(x, (slong)random_between(random, positive ? 1 : -1000000, 1000000));
    fmpz_mul_2exp(x, x, random_below(random, 3) ? 0 : random_below(random, 3000));
}

static void double_rational(fmpq_t x, double value)
{
    mpq_t exact;
    mpq_init(exact);
    mpq_set_d(exact, value);
    fmpq_set_mpq(x, exact);
    mpq_clear(exact);
}

// low^2 |a|^2 <= f^2 <= high^2 |a|^2 for the form with each entry at one end of its error bound.
static void check(reach distance, const fmpq_t value, const fmpq_t norm)
{
    fmpq_t bound, square;
    fmpq_init(bound);
    fmpq_init(square);
    fmpq_mul(square, value, value);
    double_rational(bound, distance.low);
    fmpq_mul(bound, bound, bound);
    fmpq_mul(bound, bound, norm);
    CU_ASSERT(fmpq_cmp(bound, square) <= 0);
    if (distance.high < HUGE_VAL) {
        double_rational(bound, distance.high);
        fmpq_mul(bound, bound, bound);
        fmpq_mul(bound, bound, norm);
        CU_ASSERT(fmpq_cmp(square, bound) <= 0);
    }
    fmpq_clear(bound);
    fmpq_clear(square);
}

// Entries of one size, of any, or with an error bound that may hide the form; true entries anywhere
// in it.
static void choose_form(double *form, fmpq_t norm, size_t d, random_state *random)
{
    static const double scales[] = {1, 0x1p-40, 0x1p60, 0x1p-540, 0x1p-1060};
    fmpq_t entry, bound;
    fmpq_init(entry);
    fmpq_init(bound);
    fmpq_zero(norm);
    double scale = scales[random_below(random, 5)];
    double loose = random_below(random, 2) ? 0 : random_below(random, 2) ? 0x1p-30 : 0.5;
    for (size_t c = 0; c < d; c++) {
        form[c] = scale * (double)random_between(random, -8, 8);
        form[d + 1 + c] = scale * loose * (double)random_below(random, 3);
        double_rational(entry, form[c]);
        double_rational(bound, form[d + 1 + c]);
        uint64_t end = random_below(random, 3);
        if (end)
            (end == 1 ? fmpq_add : fmpq_sub)(entry, entry, bound);
        fmpq_addmul(norm, entry, entry);
    }
    fmpq_clear(entry);
    fmpq_clear(bound);
}

static void random_ones(void)
{
    size_t tight = 0;
    random_state random;
    fmpz_t value, weight;
    fmpq_t scale, exact, norm;
    random_seed(&random, 11);
    fmpz_init(value);
    fmpz_init(weight);
    fmpq_init(scale);
    fmpq_init(exact);
    fmpq_init(norm);
    for (int k = 0; k < 20000; k++) {
        size_t d = 1 + random_below(&random, MOST);
        double form[2 * MOST + 2] = {0};
        choose_form(form, norm, d, &random);
        any(value, &random, 0);
        any(weight, &random, 1);
        any(fmpq_numref(scale), &random, 1);
        any(fmpq_denref(scale), &random, 1);
        fmpq_canonicalise(scale);
        reach distance = filter_reach(value, weight, scale, form, d);
        fmpq_set_fmpz_frac(exact, value, weight);
        fmpq_div(exact, exact, scale);
        check(distance, exact, norm);
        tight += distance.low > 0 && distance.high < distance.low * (1 + 0x1p-10);
    }
    CU_ASSERT(tight > 3000);
    fmpz_clear(value);
    fmpz_clear(weight);
    fmpq_clear(scale);
    fmpq_clear(exact);
    fmpq_clear(norm);
}

static void comparisons(void)
{
    reach_bound least = REACH_NO_BOUND;
    reach_note(&least, (reach){1, 3});
    reach_note(&least, (reach){2, 4});
    reach_note(&least, (reach)REACH_UNKNOWN);
    CU_ASSERT_FALSE(reach_exceeds((reach){3, 5}, least));
    CU_ASSERT(reach_exceeds((reach){3.5, 5}, least));
    CU_ASSERT_FALSE(reach_exceeds((reach)REACH_UNKNOWN, least));
    fmpq_t square, wanted;
    fmpq_init(square);
    fmpq_init(wanted);
    reach_square(square, (reach){1.5, 2});
    fmpq_set_si(wanted, 9, 4);
    CU_ASSERT(fmpq_equal(square, wanted));
    fmpq_clear(square);
    fmpq_clear(wanted);
}

UNIT_MAIN("reach", {"random", random_ones}, {"comparisons", comparisons})
