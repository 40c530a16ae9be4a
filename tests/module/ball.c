// Balls contain what MPFR computes with 400 bits, and are not much wider than they must be.
#include <mpfr.h> // first, for FLINT's conversions to it

#include "base/random.h"
#include "exact/ball.h"
#include "random_integer.h"
#include "unit.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

enum { CASES = 20000, PRECISION = 400 };

static random_state source;

static void seed(void)
{
    const char *text = getenv("CREASE_SEED");
    uint64_t number = text ? strtoull(text, NULL, 10) : 1;
    random_seed(&source, number);
}

// A random double between 2^-range and 2^range in absolute value.
static double random_double(int range)
{
    double fraction = (double)random_between(&source, -(1 << 30), 1 << 30);
    return ldexp(fraction, (int)random_between(&source, -range, range) - 30);
}

static ball random_ball(int range)
{
    double high = random_double(range);
    double low = high * ldexp((double)random_between(&source, -999, 999), -64);
    double bound = fabs(high) * ldexp(1, -(int)random_between(&source, 20, 110));
    return ball_of((dd){high, low}, random_below(&source, 4) ? bound : 0);
}

// A number in the ball: its centre or one of its ends.
static void pick(mpfr_t x, ball b)
{
    int64_t end = random_between(&source, -1, 1);
    mpfr_set_d(x, b.bound, MPFR_RNDN);
    mpfr_mul_si(x, x, end, MPFR_RNDN);
    mpfr_add_d(x, x, b.value.high, MPFR_RNDN);
    mpfr_add_d(x, x, b.value.low, MPFR_RNDN);
}

static bool contains(ball b, mpfr_t x)
{
    mpfr_t distance;
    mpfr_init2(distance, PRECISION);
    mpfr_sub_d(distance, x, b.value.high, MPFR_RNDN);
    mpfr_sub_d(distance, distance, b.value.low, MPFR_RNDN);
    mpfr_abs(distance, distance, MPFR_RNDN);
    bool is = isnan(b.bound) || mpfr_cmp_d(distance, b.bound) <= 0;
    mpfr_clear(distance);
    return is;
}

typedef struct {
    ball (*ball)(ball, ball);
    int (*number)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);
} operation;

static void two_operands(void)
{
    static const operation operations[] = {{ball_add, mpfr_add},
                                           {ball_subtract, mpfr_sub},
                                           {ball_multiply, mpfr_mul},
                                           {ball_divide, mpfr_div}};
    mpfr_t x, y, z;
    mpfr_inits2(PRECISION, x, y, z, (mpfr_ptr)NULL);
    seed();
    for (int i = 0; i < CASES; i++) {
        const operation *o = operations + random_below(&source, 4);
        ball a = random_ball(40), b = random_ball(40);
        if (!random_below(&source, 5)) // they nearly cancel
            b = ball_of((dd){-a.value.high, a.value.low * 3}, b.bound);
        pick(x, a);
        pick(y, b);
        if (o->ball == ball_divide && mpfr_zero_p(y))
            continue;
        o->number(z, x, y, MPFR_RNDN);
        ball result = o->ball(a, b);
        CU_ASSERT(contains(result, z));
        bool exact = a.bound == 0 && b.bound == 0 && o->number != mpfr_add && o->number != mpfr_sub;
        CU_ASSERT(!exact || result.bound <= 0x1p-98 * fabs(result.value.high) + 0x1p-900);
    }
    mpfr_clears(x, y, z, (mpfr_ptr)NULL);
}

static void rationals(void)
{
    mpfr_t z;
    fmpq_t x;
    mpfr_init2(z, PRECISION);
    fmpq_init(x);
    seed();
    for (int i = 0; i < CASES; i++) {
        random_integer(fmpq_numref(x), (unsigned)random_below(&source, 300), &source);
        random_integer(fmpq_denref(x), 1 + (unsigned)random_below(&source, 300), &source);
        fmpz_add_ui(fmpq_denref(x), fmpq_denref(x), fmpz_is_zero(fmpq_denref(x)));
        fmpq_canonicalise(x);
        fmpq_get_mpfr(z, x, MPFR_RNDN);
        const ball found = ball_of_rational(x);
        CU_ASSERT_FATAL(contains(found, z));
        CU_ASSERT_FATAL(found.bound <= 0x1p-103 * fabs(found.value.high) + 0x1p-900);
        const ball quotient = ball_of_quotient(fmpq_numref(x), fmpq_denref(x));
        CU_ASSERT_FATAL(contains(quotient, z));
        CU_ASSERT_FATAL(quotient.bound <= 0x1p-98 * fabs(quotient.value.high) + 0x1p-900);
    }
    fmpq_clear(x);
    mpfr_clear(z);
}

// Integers at both ends of a word, of a pair of doubles, and longer.
static void integers(void)
{
    enum { LONGEST = 390, STEP = 32, FARTHEST = 500 };
    mpfr_t z;
    fmpz_t x;
    mpfr_init2(z, PRECISION);
    fmpz_init(x);
    seed();
    for (int i = 0; i < CASES; i++) {
        random_special_integer(x, LONGEST, STEP, &source);
        const slong twos = (slong)random_between(&source, -FARTHEST, FARTHEST);
        const ball found = ball_of_integer(x, twos);
        fmpz_get_mpfr(z, x, MPFR_RNDN);
        mpfr_mul_2si(z, z, -twos, MPFR_RNDN);
        CU_ASSERT_FATAL(contains(found, z));
        CU_ASSERT_FATAL(found.bound <= 0x1p-104 * fabs(found.value.high));
    }
    fmpz_clear(x);
    mpfr_clear(z);
}

// Quotients beyond all doubles are unknown, short ones are exact.
static void far_quotients(void)
{
    fmpz_t p, q;
    fmpz_init_set_ui(p, 3);
    fmpz_init_set_ui(q, 1);
    const ball exact = ball_of_quotient(p, q);
    CU_ASSERT(exact.value.high == 3 && exact.value.low == 0);
    CU_ASSERT(exact.bound <= 0x1p-97);
    fmpz_mul_2exp(q, q, 1100);
    CU_ASSERT(!(ball_of_quotient(p, q).bound < INFINITY));
    CU_ASSERT(!(ball_of_quotient(q, p).bound < INFINITY));
    CU_ASSERT(ball_of_integer(q, 1100).value.high == 1);
    CU_ASSERT(!(ball_of_integer(q, 0).bound < INFINITY));
    fmpz_clear(p);
    fmpz_clear(q);
}

static void roots(void)
{
    mpfr_t x, z;
    mpfr_inits2(PRECISION, x, z, (mpfr_ptr)NULL);
    seed();
    for (int i = 0; i < CASES; i++) {
        ball a = random_ball(600);
        pick(x, a);
        mpfr_sqrt(z, x, MPFR_RNDN);
        ball root = ball_sqrt(a);
        CU_ASSERT(mpfr_nan_p(z) || contains(root, z));
        if (a.bound == 0 && a.value.high > 0)
            CU_ASSERT(root.bound <= 0x1p-97 * root.value.high);
    }
    ball nothing = ball_sqrt((ball){{0, 0}, 0});
    CU_ASSERT(nothing.value.high == 0 && nothing.bound < 1e-100);
    mpfr_clears(x, z, (mpfr_ptr)NULL);
}

static void divisors_that_may_be_zero(void)
{
    ball one = {{1, 0}, 0}, doubtful = {{0x1p-60, 0}, 0x1p-59}, zero = {{0, 0}, 0};
    CU_ASSERT(!(ball_divide(one, doubtful).bound < INFINITY));
    CU_ASSERT(!(ball_divide(one, zero).bound < INFINITY));
}

// A number that lies in a ball lies between its ends as doubles, which are not far apart.
static void ranges(void)
{
    mpfr_t x;
    mpfr_init2(x, PRECISION);
    seed();
    for (int i = 0; i < CASES; i++) {
        ball a = random_ball(600);
        pick(x, a);
        CU_ASSERT(mpfr_cmp_d(x, ball_low(a)) >= 0 && mpfr_cmp_d(x, ball_high(a)) <= 0);
        double wide = 2 * a.bound + 0x1p-50 * fabs(a.value.high) + 0x1p-1000;
        CU_ASSERT(ball_high(a) - ball_low(a) <= wide * (1 + 0x1p-18));
        double low = random_double(600), high = random_double(600);
        ball b = ball_of_range(fmin(low, high), fmax(low, high));
        mpfr_set_d(x, low, MPFR_RNDN);
        CU_ASSERT(contains(b, x));
        mpfr_set_d(x, high, MPFR_RNDN);
        CU_ASSERT(contains(b, x));
        CU_ASSERT(b.bound <= 0.51 * fabs(high - low) + 0x1p-49 * (fabs(low) + fabs(high)) + 1e-300);
    }
    mpfr_clear(x);
    CU_ASSERT(ball_low((ball){{1, 0}, INFINITY}) == -INFINITY);
    CU_ASSERT(ball_high(ball_of_range(0, INFINITY)) == INFINITY);
    CU_ASSERT(!(ball_low(ball_of_range(NAN, 1)) > -INFINITY));
}

// The sum of squares, term by term, with the same weights.
static void norms(void)
{
    enum { MOST = 48 };
    double slope[MOST], rest[MOST], high[MOST], low[MOST];
    mpfr_t sum, term, factor;
    mpfr_inits2(PRECISION, sum, term, factor, (mpfr_ptr)NULL);
    seed();
    CASES(i, 500) {
        size_t stride = 8 * (size_t)random_between(&source, 1, MOST / 8);
        mpfr_set_zero(sum, 1);
        for (size_t j = 0; j < stride; j++) {
            slope[j] = random_below(&source, 3) ? random_double(3) : 0;
            rest[j] = slope[j] * ldexp((double)random_between(&source, -99, 99), -62);
            high[j] = random_double(20);
            low[j] = high[j] * ldexp((double)random_between(&source, -9, 9), -50);
            mpfr_set_d(term, high[j], MPFR_RNDN);
            mpfr_add_d(term, term, low[j], MPFR_RNDN);
            mpfr_set_d(factor, slope[j], MPFR_RNDN);
            mpfr_add_d(factor, factor, rest[j], MPFR_RNDN);
            mpfr_mul(term, term, factor, MPFR_RNDN);
            mpfr_sqr(term, term, MPFR_RNDN);
            mpfr_add(sum, sum, term, MPFR_RNDN);
        }
        mpfr_sqrt(sum, sum, MPFR_RNDN);
        ball norm = ball_norm(slope, rest, high, low, stride);
        CU_ASSERT(contains(norm, sum));
        CU_ASSERT(norm.bound <= 0x1p-95 * norm.value.high + 0x1p-400);
    }
    mpfr_clears(sum, term, factor, (mpfr_ptr)NULL);
}

UNIT_MAIN("ball", {"sums, differences, products, quotients", two_operands},
          {"of rationals", rationals}, {"of integers", integers}, {"far quotients", far_quotients},
          {"square roots", roots}, {"divisors that may be 0", divisors_that_may_be_zero},
          {"norms", norms}, {"ranges", ranges})
