// Tests of exact/rational_round.
#include "base/random.h"
#include "exact/rational.h"
#include "exact_double.h"
#include "unit.h"
#include <math.h>
#include <mpfr.h>
#include <stdio.h>
#include <string.h>

#define SEED 20240607

static crease_status parse(fmpq_t x, const char *text)
{
    return rational_parse(x, text, strlen(text), NULL);
}

// Rounds the number that text spells and compares with the C library.
static bool agrees(const char *text, rational_rounding rounding)
{
    double nearest = rounding == RATIONAL_BINARY64 ? strtod(text, NULL) : strtof(text, NULL);
    fmpq_t x, y;
    fmpq_init(x);
    fmpq_init(y);
    bool good = parse(x, text) == CREASE_OK;
    if (rounding == RATIONAL_BINARY64)
        good = good && rational_double(x) == nearest;
    crease_status status = rational_round(x, rounding, NULL);
    if (isinf(nearest)) {
        good = good && status == CREASE_ERROR && parse(y, text) == CREASE_OK && fmpq_equal(x, y);
    } else {
        exact_double(y, nearest);
        good = good && status == CREASE_OK && fmpq_equal(x, y);
    }
    fmpq_clear(x);
    fmpq_clear(y);
    if (!good)
        printf("\n  disagree on %s\n", text);
    return good;
}

// Random decimals; exponents at the borders of the format as often as inside.
static void against_library(rational_rounding rounding, int lowest, int highest)
{
    random_state random = unit_random(SEED);
    CASES(round, 20000) {
        char text[64];
        size_t used = 0;
        if (random_below(&random, 2))
            text[used++] = '-';
        text[used++] = (char)('1' + random_below(&random, 9));
        text[used++] = '.';
        for (uint64_t digits = 1 + random_below(&random, 25); digits > 0; digits--)
            text[used++] = (char)('0' + random_below(&random, 10));
        int64_t exponent = random_between(&random, lowest - 3, highest + 2);
        if (round % 3 == 0)
            exponent = random_between(&random, lowest - 3, lowest + 20);
        if (round % 3 == 1)
            exponent = random_between(&random, highest - 1, highest + 1);
        snprintf(text + used, sizeof text - used, "e%d", (int)exponent);
        CU_ASSERT_FATAL(agrees(text, rounding));
    }
}

static void binary64_decimals(void)
{
    against_library(RATIONAL_BINARY64, -323, 308);
}

static void binary32_decimals(void)
{
    against_library(RATIONAL_BINARY32, -45, 38);
}

// Spells mantissa 2^exponent; then, for slightly more or less, after the last digit comes a 1 far
// away, or the last digit is one less and nines follow.
static void write_dyadic(char *text, size_t size, uint64_t mantissa, int exponent, int hair)
{
    fmpz_t digits, power;
    fmpz_init_set_ui(digits, mantissa);
    fmpz_init_set_ui(power, exponent < 0 ? 5 : 2);
    fmpz_pow_ui(power, power, (ulong)abs(exponent));
    fmpz_mul(digits, digits, power);
    if (hair < 0)
        fmpz_sub_ui(digits, digits, 1);
    char *spelled = fmpz_get_str(NULL, 10, digits);
    snprintf(text, size, "%s.%se%d", spelled,
             hair < 0   ? "99999"
             : hair > 0 ? "00001"
                        : "0",
             exponent < 0 ? exponent : 0);
    flint_free(spelled);
    fmpz_clear(digits);
    fmpz_clear(power);
}

static void check_hairs(rational_rounding rounding, uint64_t mantissa, int exponent)
{
    char text[2000];
    for (int hair = -1; hair <= 1; hair++) {
        write_dyadic(text, sizeof text, mantissa, exponent, hair);
        CU_ASSERT_FATAL(agrees(text, rounding));
    }
}

// Half way between two neighbours, exactly, slightly more, or slightly less.
static void ties(rational_rounding rounding, int precision, int lowest, int highest)
{
    random_state random = unit_random(SEED + 1);
    CASES(round, 3000) {
        // An odd number of halves of the last place; short mantissas at the
        // lowest exponent are subnormal.
        int exponent = round % 2 ? lowest : (int)random_between(&random, lowest, highest);
        uint64_t bits = exponent == lowest ? 1 + random_below(&random, (uint64_t)precision)
                                           : (uint64_t)precision;
        uint64_t mantissa = ((uint64_t)1 << bits) | random_below(&random, (uint64_t)1 << bits) | 1;
        check_hairs(rounding, mantissa, exponent - 1);
    }
    // The borders: half the least subnormal, and where infinity begins.
    check_hairs(rounding, 1, lowest - 1);
    check_hairs(rounding, ((uint64_t)1 << (precision + 1)) - 1, highest - 1);
}

static void binary64_ties(void)
{
    ties(RATIONAL_BINARY64, 53, -1074, 1023 - 52);
}

static void binary32_ties(void)
{
    ties(RATIONAL_BINARY32, 24, -149, 127 - 23);
}

// |x - d| <= |x - e|, and if they are equal d is the even one.
static bool is_at_least_as_near(const fmpq_t x, double d, double e)
{
    fmpq_t first, second;
    fmpq_init(first);
    fmpq_init(second);
    exact_double(first, d);
    exact_double(second, e);
    fmpq_sub(first, first, x);
    fmpq_sub(second, second, x);
    fmpq_abs(first, first);
    fmpq_abs(second, second);
    int order = fmpq_cmp(first, second);
    fmpq_clear(first);
    fmpq_clear(second);
    uint64_t bits;
    memcpy(&bits, &d, sizeof bits);
    return order < 0 || (order == 0 && bits % 2 == 0);
}

static bool is_nearest(const fmpq_t x, double d)
{
    return is_at_least_as_near(x, d, nextafter(d, INFINITY)) &&
           is_at_least_as_near(x, d, nextafter(d, -INFINITY));
}

static void fractions(void)
{
    random_state random = unit_random(SEED + 2);
    fmpq_t x, rounded, value;
    fmpq_init(x);
    fmpq_init(rounded);
    fmpq_init(value);
    CASES(round, 20000) {
        // Numerators of 1 to 63 bits, a power of two to reach every magnitude.
        int64_t p = (int64_t)(random_bits(&random) >> (1 + random_below(&random, 62)));
        uint64_t q = 1 + (random_bits(&random) >> (1 + random_below(&random, 62)));
        fmpq_set_si(x, round % 2 ? p : -p, q);
        uint64_t shift = random_below(&random, 3) ? random_below(&random, 1100) : 0;
        if (round % 3)
            fmpq_div_2exp(x, x, shift);
        else
            fmpq_mul_2exp(x, x, shift % 950);
        double d = rational_double(x);
        CU_ASSERT_FATAL(is_nearest(x, d));
        fmpq_set(rounded, x);
        CU_ASSERT_FATAL(rational_round(rounded, RATIONAL_BINARY64, NULL) == CREASE_OK);
        exact_double(value, d);
        CU_ASSERT_FATAL(fmpq_equal(rounded, value));
        CU_ASSERT_FATAL(rational_round(rounded, RATIONAL_BINARY64, NULL) == CREASE_OK);
        CU_ASSERT_FATAL(fmpq_equal(rounded, value));
    }
    fmpq_clear(x);
    fmpq_clear(rounded);
    fmpq_clear(value);
}

// Over a power of two, and over numbers that differ from one in a single bit; and not in lowest
// terms.
static void dyadics(void)
{
    random_state random = unit_random(SEED + 3);
    fmpq_t x, same;
    fmpq_init(x);
    fmpq_init(same);
    CASES(round, 20000) {
        const int64_t m = (int64_t)(random_bits(&random) >> (1 + random_below(&random, 62)));
        const uint64_t k = random_below(&random, round % 2 ? 1100 : 140);
        fmpz_set_si(fmpq_numref(x), round % 4 < 2 ? m : -m);
        fmpz_one(fmpq_denref(x));
        fmpz_mul_2exp(fmpq_denref(x), fmpq_denref(x), k);
        if (round % 3 == 0)
            fmpz_combit(fmpq_denref(x), random_below(&random, k + 1));
        if (fmpz_is_zero(fmpq_denref(x)))
            continue;
        fmpz_mul_ui(fmpq_numref(same), fmpq_numref(x), 1 + (uint64_t)round);
        fmpz_mul_ui(fmpq_denref(same), fmpq_denref(x), 1 + (uint64_t)round);
        const double d = rational_double(x);
        CU_ASSERT_FATAL(is_nearest(x, d));
        CU_ASSERT_EQUAL_FATAL(rational_double(same), d);
    }
    fmpq_clear(x);
    fmpq_clear(same);
}

static void edges(void)
{
    fmpq_t x, y;
    fmpq_init(x);
    fmpq_init(y);
    crease_error error;
    parse(x, "1/3");
    fmpq_set(y, x);
    CU_ASSERT_EQUAL(rational_round(x, RATIONAL_DECIMAL, &error), CREASE_OK);
    CU_ASSERT(fmpq_equal(x, y));
    parse(x, "-1e400");
    CU_ASSERT_EQUAL(rational_double(x), -HUGE_VAL);
    CU_ASSERT_EQUAL(rational_round(x, RATIONAL_BINARY64, &error), CREASE_ERROR);
    CU_ASSERT_STRING_EQUAL(error.message, "expected a number in the range of binary64, found "
                                          "-100000000000000000000000000000000000000...");
    parse(x, "3.5e38");
    CU_ASSERT_EQUAL(rational_round(x, RATIONAL_BINARY32, &error), CREASE_ERROR);
    CU_ASSERT_STRING_EQUAL(error.message, "expected a number in the range of binary32, found "
                                          "350000000000000000000000000000000000000");
    parse(x, "-1e-400");
    CU_ASSERT_EQUAL(rational_double(x), 0);
    CU_ASSERT_EQUAL(rational_round(x, RATIONAL_BINARY64, &error), CREASE_OK);
    CU_ASSERT(fmpq_is_zero(x));
    CU_ASSERT_EQUAL(rational_double(x), 0);
    fmpq_clear(x);
    fmpq_clear(y);
}

static void exponent_range_restored(void)
{
    mpfr_exp_t least = mpfr_get_emin(), largest = mpfr_get_emax();
    CU_ASSERT_EQUAL(mpfr_set_emin(-5000), 0);
    CU_ASSERT_EQUAL(mpfr_set_emax(6000), 0);
    CU_ASSERT(agrees("0.1e-310", RATIONAL_BINARY64));
    CU_ASSERT(agrees("1e400", RATIONAL_BINARY64));
    CU_ASSERT(agrees("1e39", RATIONAL_BINARY32));
    CU_ASSERT_EQUAL(mpfr_get_emin(), -5000);
    CU_ASSERT_EQUAL(mpfr_get_emax(), 6000);
    mpfr_set_emin(least);
    mpfr_set_emax(largest);
}

// The formats of half the size, at their ends and at ties; NULL: beyond the range.
static void short_formats(void)
{
    static const struct {
        rational_rounding rounding;
        const char *number, *nearest;
    } known[] = {
        {RATIONAL_BINARY16, "2049", "2048"},
        {RATIONAL_BINARY16, "2051", "2052"},
        {RATIONAL_BINARY16, "65519", "65504"},
        {RATIONAL_BINARY16, "65520", NULL},
        {RATIONAL_BINARY16, "0x1p-25", "0"},
        {RATIONAL_BINARY16, "0x3p-25", "0x1p-23"},
        {RATIONAL_BINARY16, "0x1.2p-25", "0x1p-24"},
        {RATIONAL_BINARY16, "0.1", "819/8192"},
        {RATIONAL_BFLOAT16, "257", "256"},
        {RATIONAL_BFLOAT16, "259", "260"},
        {RATIONAL_BFLOAT16, "0x1.feffp127", "0x1.fep127"},
        {RATIONAL_BFLOAT16, "0x1.ffp127", NULL},
        {RATIONAL_BFLOAT16, "0x1p-134", "0"},
        {RATIONAL_BFLOAT16, "0x3p-134", "0x1p-132"},
        {RATIONAL_BFLOAT16, "0.1", "205/2048"},
    };
    fmpq_t x, nearest;
    fmpq_init(x);
    fmpq_init(nearest);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        CU_ASSERT_EQUAL_FATAL(parse(x, known[i].number), CREASE_OK);
        const crease_status status = rational_round(x, known[i].rounding, NULL);
        CU_ASSERT_EQUAL(status, known[i].nearest ? CREASE_OK : CREASE_ERROR);
        if (known[i].nearest && parse(nearest, known[i].nearest) == CREASE_OK)
            CU_ASSERT(fmpq_equal(x, nearest));
    }
    fmpq_clear(x);
    fmpq_clear(nearest);
}

UNIT_MAIN("rational_round", {"binary64 decimals", binary64_decimals},
          {"binary32 decimals", binary32_decimals}, {"binary64 ties", binary64_ties},
          {"binary32 ties", binary32_ties}, {"fractions", fractions}, {"dyadics", dyadics},
          {"edges", edges}, {"short formats", short_formats},
          {"exponent range restored", exponent_range_restored})
