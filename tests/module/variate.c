// Scaled random numbers: their range, their frequencies, their rounding.
#include "make/variate.h"
#include "exact/rational.h"
#include "unit.h"

#include <math.h>

// The nearest double to sqrt(2) times each of several numbers, from tables of sqrt(2).
static void scale(void)
{
    static const struct {
        long factor, numerator;
        ulong denominator;
        double product;
    } cases[] = {
        {1, 2, 1, 0x1.6a09e667f3bcdp+0},
        {-3, 2, 9, -0x1.6a09e667f3bcdp+0},
        {1, 1, 3, 0x1.279a74590331cp-1},
        {7, 0, 1, 0},
        {12, 9, 16, 9},
    };
    fmpq_t x, square;
    fmpq_init(x);
    fmpq_init(square);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        mpfr_t variate;
        mpfr_init2(variate, VARIATE_PRECISION);
        mpfr_set_si(variate, cases[i].factor, MPFR_RNDN);
        fmpq_set_si(square, cases[i].numerator, cases[i].denominator);
        CU_ASSERT_EQUAL(variate_scale(x, variate, square, NULL), CREASE_OK);
        CU_ASSERT_EQUAL(rational_double(x), cases[i].product);
        mpfr_clear(variate);
    }
    fmpq_clear(square);
    fmpq_clear(x);
}

enum { DRAWS = 60000, BINS = 12 };

// Pearson's statistic of counts that should be alike; with k - 1 degrees of freedom its
// mean is k - 1, and beyond k + 60 it does not come by chance.
static double unevenness(const int *count, size_t bins)
{
    double expected = (double)DRAWS / (double)bins, sum = 0;
    for (size_t i = 0; i < bins; i++)
        sum += (count[i] - expected) * (count[i] - expected) / expected;
    return sum;
}

// The sign is that of the bits read as an integer in two's complement, and 0 never comes.
static void uniform(void)
{
    random_state random, twin;
    random_seed(&random, 30);
    fmpq_t x, square;
    fmpq_init(x);
    fmpq_init(square);
    fmpq_set_si(square, 9, 1);
    int count[BINS] = {0};
    for (int i = 0; i < DRAWS; i++) {
        twin = random;
        CU_ASSERT_EQUAL(variate_uniform(x, &random, square, NULL), CREASE_OK);
        double value = rational_double(x), top = (double)random_bits(&twin);
        CU_ASSERT(fabs(value) <= 3 && value != 0);

        CU_ASSERT_EQUAL(value > 0, top < 0x1p63);
        double bin = floor((value + 3) / 6 * BINS);
        count[bin < BINS ? (int)bin : BINS - 1]++;
    }
    CU_ASSERT(unevenness(count, BINS) < BINS + 60);
    fmpq_clear(square);
    fmpq_clear(x);
}

static void integer_and_choice(void)
{
    random_state random;
    random_seed(&random, 31);
    fmpq_t x, one;
    fmpq values[3];
    fmpq_init(x);
    fmpq_init(one);
    fmpq_one(one);
    for (int i = 0; i < 3; i++) {
        fmpq_init(values + i);
        fmpq_set_si(values + i, i, 4);
    }
    int count[7] = {0}, chosen[3] = {0};
    for (int i = 0; i < DRAWS; i++) {
        CU_ASSERT_EQUAL(variate_integer(x, &random, 3, one, NULL), CREASE_OK);
        CU_ASSERT(fmpz_is_one(fmpq_denref(x)));
        double k = rational_double(x);
        CU_ASSERT_FATAL(fabs(k) <= 3);
        count[(int)k + 3]++;
        CU_ASSERT_EQUAL(variate_choice(x, &random, values, 3, one, NULL), CREASE_OK);
        double v = 4 * rational_double(x);
        CU_ASSERT_FATAL(v == 0 || v == 1 || v == 2);
        chosen[(int)v]++;
    }
    CU_ASSERT(unevenness(count, 7) < 7 + 60);
    CU_ASSERT(unevenness(chosen, 3) < 3 + 60);
    for (int i = 0; i < 3; i++)
        fmpq_clear(values + i);
    fmpq_clear(one);
    fmpq_clear(x);
}

// Against a comparison of doubles; 0 and 1 are never and always.
static void chance(void)
{
    random_state random, twin;
    random_seed(&random, 32);
    fmpq_t p;
    fmpq_init(p);
    for (int i = 0; i < DRAWS; i++) {
        int sixteenths = i % 17;
        fmpq_set_si(p, sixteenths, 16);
        twin = random;
        uint64_t bits = random_bits(&twin);
        CU_ASSERT_EQUAL(variate_chance(&random, p), bits >> 60 < (uint64_t)sixteenths);
        CU_ASSERT_EQUAL(random_bits(&random), random_bits(&twin));
    }
    fmpq_clear(p);
}

UNIT_MAIN("variate", {"scale", scale}, {"uniform", uniform},
          {"integer and choice", integer_and_choice}, {"chance", chance})
