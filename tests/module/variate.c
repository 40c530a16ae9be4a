// Random numbers, the same bits on every machine.
#include "make/variate.h"
#include "exact/rational.h"
#include "unit.h"

#include <math.h>
#include <stdio.h>

// ---- Scaled random numbers: their range, their frequencies, their rounding ----

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

// ---- Normal variates: known values, another evaluation, and their moments ----

static double draw(normal_source *source, double variance)
{
    fmpq_t x, v;
    fmpq_init(x);
    fmpq_init(v);
    fmpz_set_d(fmpq_numref(v), variance * 1048576);
    fmpq_div_2exp(v, v, 20);
    CU_ASSERT_EQUAL(normal_draw(x, source, v, NULL), CREASE_OK);
    double value = rational_double(x);
    fmpq_t back; // what was drawn is a double
    fmpq_init(back);
    fmpq_set(back, x);
    rational_round(back, RATIONAL_BINARY64, NULL);
    CU_ASSERT(fmpq_equal(back, x));
    fmpq_clear(back);
    fmpq_clear(v);
    fmpq_clear(x);
    return value;
}

// By the recipe of docs/random.md, with 80 decimal digits in another language.
static void known_values(void)
{
    static const struct {
        uint64_t seed;
        double first[6];
    } cases[] = {
        {0,
         {-0x1.a0e889986cff3p-2, -0x1.07b86d09c6fb1p-2, 0x1.80674db9a0b86p-3, 0x1.849c1c2e9886cp-1,
          -0x1.9587d715a2df1p+0, -0x1.874032443a8ecp-10}},
        {1,
         {-0x1.24a08c38de766p+0, 0x1.157a3796d12dep-1, 0x1.7a6be094425a7p-3, 0x1.fb97ed7b925ebp-1,
          -0x1.2d6b9d8cfc979p-3, -0x1.fc91349bcc941p-2}},
        {UINT64_MAX,
         {-0x1.e39a10b818ad4p-4, -0x1.ff18e687a2e8dp-5, 0x1.3de69a0076d16p-1, -0x1.8ed97dd718483p-2,
          0x1.973105ea7b5cdp+0, 0x1.15f99cdb50fccp-2}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        normal_source source;
        normal_source_init(&source, cases[i].seed);
        for (size_t k = 0; k < 6; k++)
            CU_ASSERT_EQUAL(draw(&source, 1), cases[i].first[k]);
        normal_source_clear(&source);
    }
}

// The same in long double, whose functions are wrong by a few units at most.
static void other_evaluation(void)
{
    enum { PAIRS = 20000 };
    const uint64_t seed = 41;
    random_state random;
    normal_source source;
    random_seed(&random, seed);
    normal_source_init(&source, seed);
    for (int i = 0; i < PAIRS; i++) {
        long double u, v, s;
        do {
            u = ldexpl((int64_t)random_bits(&random), -63);
            v = ldexpl((int64_t)random_bits(&random), -63);
            s = u * u + v * v;
        } while (s == 0 || s >= 1);
        long double f = sqrtl(-2 * logl(s) / s);
        double x = draw(&source, 1), y = draw(&source, 1);
        // log(s) loses digits where s is close to 1
        long double tolerance = 1e-15L + 1e-18L / (1 - s);
        CU_ASSERT(fabsl(x - u * f) <= tolerance * fabsl(u * f));
        CU_ASSERT(fabsl(y - v * f) <= tolerance * fabsl(v * f));
    }
    normal_source_clear(&source);
}

// Moments of 100,000 variates of variance 1/4, each within six standard errors.
static void moments(void)
{
    enum { MANY = 100000 };
    normal_source source;
    normal_source_init(&source, 42);
    double sum = 0, squares = 0, fourths = 0, products = 0, before = 0;
    int beyond = 0;
    for (int i = 0; i < MANY; i++) {
        double x = 2 * draw(&source, 0.25);
        sum += x;
        squares += x * x;
        fourths += x * x * x * x;
        products += x * before;
        beyond += fabs(x) > 1;
        before = x;
    }
    normal_source_clear(&source);
    double error = 6 / sqrt(MANY);
    CU_ASSERT(fabs(sum / MANY) < error);
    CU_ASSERT(fabs(squares / MANY - 1) < sqrt(2) * error);
    CU_ASSERT(fabs(fourths / MANY - 3) < sqrt(96) * error);
    CU_ASSERT(fabs(products / MANY) < error);
    CU_ASSERT(fabs(beyond / (double)MANY - erfc(sqrt(0.5))) < error / 2);
}

// A variance of zero uses up a variate like any other; a huge one overflows.
static void extremes(void)
{
    normal_source one, other;
    normal_source_init(&one, 5);
    normal_source_init(&other, 5);
    CU_ASSERT_EQUAL(draw(&one, 0), 0);
    draw(&other, 1);
    CU_ASSERT_EQUAL(draw(&one, 1), draw(&other, 1));

    fmpq_t x, variance;
    fmpq_init(x);
    fmpq_init(variance);
    fmpq_set_si(variance, 1, 1);
    fmpq_mul_2exp(variance, variance, 5000);
    crease_error error;
    CU_ASSERT_EQUAL(normal_draw(x, &one, variance, &error), CREASE_ERROR);
    fmpq_inv(variance, variance);
    CU_ASSERT_EQUAL(normal_draw(x, &one, variance, &error), CREASE_OK);
    CU_ASSERT(fmpq_is_zero(x));
    fmpq_clear(variance);
    fmpq_clear(x);
    normal_source_clear(&other);
    normal_source_clear(&one);
}

UNIT_MAIN("variate", {"variate: scale", scale}, {"variate: uniform", uniform},
          {"variate: integer and choice", integer_and_choice}, {"variate: chance", chance},
          {"normal: known values", known_values}, {"normal: other evaluation", other_evaluation},
          {"normal: moments", moments}, {"normal: extremes", extremes})
