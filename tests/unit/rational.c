// Tests of exact/rational.
#include "exact/rational.h"
#include "base/random.h"
#include "unit.h"
#include <math.h>
#include <mpfr.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#define SEED 20240607

// ---- Helpers ----

static char *repeat(char c, size_t count, const char *tail)
{
    char *text = malloc(count + strlen(tail) + 1);
    memset(text, c, count);
    strcpy(text + count, tail);
    return text;
}

static crease_status parse(fmpq_t x, const char *text)
{
    return rational_parse(x, text, strlen(text), NULL);
}

// m 2^e for a finite double, exactly.
static void set_double(fmpq_t x, double d)
{
    int exponent;
    slong mantissa = (slong)ldexp(frexp(d, &exponent), 53);
    exponent -= 53;
    fmpq_set_si(x, mantissa, 1);
    if (exponent >= 0)
        fmpz_mul_2exp(fmpq_numref(x), fmpq_numref(x), (ulong)exponent);
    else
        fmpz_mul_2exp(fmpq_denref(x), fmpq_denref(x), (ulong)-exponent);
    fmpq_canonicalise(x);
}

// ---- Text ----

static void spellings(void)
{
    static const char *const pairs[][2] = {
        {"0", "0"},
        {"-0", "0"},
        {"+7", "7"},
        {"007", "7"},
        {"-12", "-12"},
        {"0.5", "1/2"},
        {".5", "1/2"},
        {"5.", "5"},
        {"-.25", "-1/4"},
        {"0.10", "1/10"},
        {"1e3", "1000"},
        {"1E+3", "1000"},
        {"1e-3", "1/1000"},
        {"12.5e-1", "5/4"},
        {"-2.50E2", "-250"},
        {"1e0", "1"},
        {"1e-0", "1"},
        {"0e-10000", "0"},
        {"1/2", "1/2"},
        {"-6/4", "-3/2"},
        {"+10/5", "2"},
        {"0/3", "0"},
        {"7/007", "1"},
        {"0x10", "16"},
        {"0x1.8p-3", "3/16"},
        {"-0X1P+4", "-16"},
        {"0x.8", "1/2"},
        {"0x8.", "8"},
        {"0xAbC", "2748"},
        {"0x1p0", "1"},
        {"0x0p-40000", "0"},
        {"+0xf.fp4", "255"},
        {"0x1.8p-03", "3/16"},
        {"1e00005", "100000"},
        {"123456789012345678901234567890/3", "41152263004115226300411522630"},
        {"0.333333333333333333333333333333", "333333333333333333333333333333/1000000000000000000"
                                             "000000000000"},
    };
    fmpq_t x;
    fmpq_init(x);
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        CU_ASSERT_EQUAL(parse(x, pairs[i][0]), CREASE_OK);
        char *text = rational_text(x);
        CU_ASSERT_STRING_EQUAL(text, pairs[i][1]);
        flint_free(text);
    }
    fmpq_clear(x);
}

static void check_refusal(const char *text, size_t length, const char *message)
{
    fmpq_t x, before;
    fmpq_init(x);
    fmpq_init(before);
    fmpq_set_si(x, -22, 7);
    fmpq_set(before, x);
    crease_error error;
    CU_ASSERT_EQUAL(rational_parse(x, text, length, &error), CREASE_ERROR);
    CU_ASSERT_STRING_EQUAL(error.message, message);
    if (strcmp(error.message, message) != 0)
        printf("\n  found    %s\n  expected %s\n", error.message, message);
    CU_ASSERT_EQUAL(error.line, 0);
    CU_ASSERT(fmpq_equal(x, before));
    fmpq_clear(x);
    fmpq_clear(before);
}

static void not_numbers(void)
{
    static const char *const texts[] = {
        "",
        " ",
        "1 ",
        " 1",
        "-",
        "+",
        ".",
        "-.",
        "e5",
        "1e",
        "1e+",
        "1e5.0",
        "1.2.3",
        "--1",
        "+-1",
        "1/",
        "/2",
        "1/-2",
        "1/+2",
        "1//2",
        "1/2/3",
        "1.5/2",
        "1e2/3",
        "1/2e3",
        "0x",
        "0xp3",
        "0x.p3",
        "0x1p",
        "0x1/2",
        "0x1e+5",
        "1p3",
        "0b101",
        "1_000",
        "1,5",
        "12abc",
        "abc",
        "infinit",
        "nanny",
        "0xg",
        "1e1e1",
        "\xe2\x88\x92"
        "1",
        "x",
        "0x1.8q3",
        "1/0x2",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        char message[200];
        snprintf(message, sizeof message,
                 "expected a number such as 3, -0.5, 1e-3, 2/7 or 0x1.8p-3, found \"%s\"",
                 texts[i]);
        check_refusal(texts[i], strlen(texts[i]), message);
    }
    check_refusal("1\0", 2,
                  "expected a number such as 3, -0.5, 1e-3, 2/7 or 0x1.8p-3, found \"1\\x00\"");
}

static void refused_values(void)
{
    static const char *const infinite[] = {"NaN",  "nan",       "-nan",     "inf",
                                           "-Inf", "+INFINITY", "infinity", "-Infinity"};
    for (size_t i = 0; i < sizeof infinite / sizeof *infinite; i++) {
        char message[100];
        snprintf(message, sizeof message, "expected a finite number, found \"%s\"", infinite[i]);
        check_refusal(infinite[i], strlen(infinite[i]), message);
    }
    check_refusal("1/0", 3, "denominator is zero, expected p/q with q > 0, found \"1/0\"");
    check_refusal("-0/000", 6, "denominator is zero, expected p/q with q > 0, found \"-0/000\"");
}

static void length_limit(void)
{
    fmpq_t x;
    fmpq_init(x);
    char *text = repeat('9', RATIONAL_MAX_LENGTH, "");
    CU_ASSERT_EQUAL(parse(x, text), CREASE_OK);
    char *back = rational_text(x);
    CU_ASSERT_STRING_EQUAL(back, text);
    flint_free(back);
    free(text);

    text = repeat('9', RATIONAL_MAX_LENGTH, "9");
    check_refusal(text, strlen(text),
                  "expected a number of at most 100000 characters, found "
                  "\"9999999999999999999999999999999999999999...\"");
    free(text);

    // A short spelling of a value that could not be written out and read again.
    text = repeat('9', RATIONAL_MAX_LENGTH - 5, "e1");
    CU_ASSERT_EQUAL(parse(x, text), CREASE_OK);
    free(text);
    text = repeat('9', RATIONAL_MAX_LENGTH - 5, "e5");
    CU_ASSERT_EQUAL(parse(x, text), CREASE_OK);
    free(text);
    text = repeat('9', RATIONAL_MAX_LENGTH - 5, "e6");
    check_refusal(text, strlen(text),
                  "expected a number that takes at most 100000 characters in lowest terms, found "
                  "\"9999999999999999999999999999999999999999...\"");
    free(text);
    fmpq_clear(x);
}

static void exponent_limits(void)
{
    static const char decimal[] = "expected an exponent from -10000 to 10000, found \"%s\"";
    static const char binary[] = "expected a binary exponent from -40000 to 40000, found \"%s\"";
    static const struct {
        const char *text, *format;
    } refused[] = {
        {"1e10001", decimal},
        {"-1e-10001", decimal},
        {"0e10001", decimal},
        {"1e99999999999999999999999999", decimal},
        {"0x1p40001", binary},
        {"0x1p-40001", binary},
        {"0x1p18446744073709551617", binary},
    };
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        char message[200];
        snprintf(message, sizeof message, refused[i].format, refused[i].text);
        check_refusal(refused[i].text, strlen(refused[i].text), message);
    }
    fmpq_t x, y;
    fmpq_init(x);
    fmpq_init(y);
    CU_ASSERT_EQUAL(parse(x, "1e10000"), CREASE_OK);
    CU_ASSERT_EQUAL(parse(y, "1e-10000"), CREASE_OK);
    fmpq_mul(x, x, y);
    CU_ASSERT(fmpq_is_one(x));
    CU_ASSERT_EQUAL(parse(x, "0x1p40000"), CREASE_OK);
    CU_ASSERT_EQUAL(fmpz_bits(fmpq_numref(x)), 40001);
    CU_ASSERT_EQUAL(parse(y, "0x1p-40000"), CREASE_OK);
    fmpq_mul(x, x, y);
    CU_ASSERT(fmpq_is_one(x));
    fmpq_clear(x);
    fmpq_clear(y);
}

// The C library writes doubles in hexadecimal without loss.
static void hexadecimal_doubles(void)
{
    random_state random;
    random_seed(&random, SEED);
    printf("seed %d ", SEED);
    fmpq_t x, y;
    fmpq_init(x);
    fmpq_init(y);
    size_t wrong = 0;
    for (int round = 0; round < 5000; round++) {
        uint64_t bits = random_bits(&random);
        double d;
        memcpy(&d, &bits, sizeof d);
        if (!isfinite(d))
            continue;
        char text[64];
        snprintf(text, sizeof text, round % 2 ? "%a" : "%A", d);
        set_double(y, d);
        wrong += parse(x, text) != CREASE_OK || !fmpq_equal(x, y) || rational_double(x) != d;
    }
    CU_ASSERT_EQUAL(wrong, 0);
    fmpq_clear(x);
    fmpq_clear(y);
}

// ---- Rounding ----

// Rounds the number that text spells and compares with the C library.
static int agrees(const char *text, rational_rounding rounding)
{
    double nearest = rounding == RATIONAL_BINARY64 ? strtod(text, NULL) : strtof(text, NULL);
    fmpq_t x, y;
    fmpq_init(x);
    fmpq_init(y);
    int good = parse(x, text) == CREASE_OK;
    if (rounding == RATIONAL_BINARY64)
        good = good && rational_double(x) == nearest;
    crease_status status = rational_round(x, rounding, NULL);
    if (isinf(nearest)) {
        good = good && status == CREASE_ERROR && parse(y, text) == CREASE_OK && fmpq_equal(x, y);
    } else {
        set_double(y, nearest);
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
    random_state random;
    random_seed(&random, SEED);
    printf("seed %d ", SEED);
    for (int round = 0; round < 20000; round++) {
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

// mantissa 2^exponent as "digits" "e-k", with `tail` behind the last digit.
static void write_dyadic(char *text, size_t size, uint64_t mantissa, int exponent, const char *tail)
{
    fmpz_t digits, power;
    fmpz_init_set_ui(digits, mantissa);
    fmpz_init_set_ui(power, exponent < 0 ? 5 : 2);
    fmpz_pow_ui(power, power, (ulong)abs(exponent));
    fmpz_mul(digits, digits, power);
    char *spelled = fmpz_get_str(NULL, 10, digits);
    snprintf(text, size, "%s%s%se%d", spelled, *tail ? "." : "", tail, exponent < 0 ? exponent : 0);
    flint_free(spelled);
    fmpz_clear(digits);
    fmpz_clear(power);
}

// Half way between two neighbours, exactly and by a hair more or less.
static void ties(rational_rounding rounding, int precision, int lowest, int highest)
{
    random_state random;
    random_seed(&random, SEED + 1);
    printf("seed %d ", SEED + 1);
    char text[2000];
    for (int round = 0; round < 3000; round++) {
        // odd / 2 in units of the last place; short mantissas at the lowest
        // exponent are subnormal.
        int exponent = round % 2 ? lowest : (int)random_between(&random, lowest, highest);
        uint64_t bits = exponent == lowest ? 1 + random_below(&random, (uint64_t)precision)
                                           : (uint64_t)precision;
        uint64_t mantissa = ((uint64_t)1 << bits) | random_below(&random, (uint64_t)1 << bits) | 1;
        write_dyadic(text, sizeof text, mantissa, exponent - 1, "");
        CU_ASSERT_FATAL(agrees(text, rounding));
        write_dyadic(text, sizeof text, mantissa, exponent - 1, "00001");
        CU_ASSERT_FATAL(agrees(text, rounding));
        write_dyadic(text, sizeof text, mantissa - 1, exponent - 1, "9999999");
        CU_ASSERT_FATAL(agrees(text, rounding));
    }
    // The borders: half the least subnormal, and where infinity begins.
    static const char *const tails[] = {"", "0000000001"};
    uint64_t all = ((uint64_t)1 << (precision + 1)) - 1;
    for (int i = 0; i < 2; i++) {
        write_dyadic(text, sizeof text, 1, lowest - 1, tails[i]);
        CU_ASSERT(agrees(text, rounding));
        write_dyadic(text, sizeof text, all, highest - 1, tails[i]);
        CU_ASSERT(agrees(text, rounding));
        write_dyadic(text, sizeof text, all - 1, highest - 1, i ? "999999" : "");
        CU_ASSERT(agrees(text, rounding));
    }
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
static int is_at_least_as_near(const fmpq_t x, double d, double e)
{
    fmpq_t first, second;
    fmpq_init(first);
    fmpq_init(second);
    set_double(first, d);
    set_double(second, e);
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

static void fractions(void)
{
    random_state random;
    random_seed(&random, SEED + 2);
    printf("seed %d ", SEED + 2);
    fmpq_t x, rounded, value;
    fmpq_init(x);
    fmpq_init(rounded);
    fmpq_init(value);
    for (int round = 0; round < 20000; round++) {
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
        CU_ASSERT_FATAL(is_at_least_as_near(x, d, nextafter(d, INFINITY)));
        CU_ASSERT_FATAL(is_at_least_as_near(x, d, nextafter(d, -INFINITY)));
        fmpq_set(rounded, x);
        CU_ASSERT_FATAL(rational_round(rounded, RATIONAL_BINARY64, NULL) == CREASE_OK);
        set_double(value, d);
        CU_ASSERT_FATAL(fmpq_equal(rounded, value));
        CU_ASSERT_FATAL(rational_round(rounded, RATIONAL_BINARY64, NULL) == CREASE_OK);
        CU_ASSERT_FATAL(fmpq_equal(rounded, value));
    }
    fmpq_clear(x);
    fmpq_clear(rounded);
    fmpq_clear(value);
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

static void *round_many(void *data)
{
    size_t *wrong = data;
    for (int round = 0; round < 2000; round++) {
        *wrong += !agrees("4.9406564584124654e-324", RATIONAL_BINARY64);
        *wrong += !agrees("1.1754943e-38", RATIONAL_BINARY32);
        *wrong += !agrees("1.7976931348623157e308", RATIONAL_BINARY64);
    }
    flint_cleanup();
    return NULL;
}

static void threads(void)
{
    pthread_t thread[4];
    size_t wrong[4] = {0};
    for (int i = 0; i < 4; i++)
        CU_ASSERT_EQUAL_FATAL(pthread_create(thread + i, NULL, round_many, wrong + i), 0);
    for (int i = 0; i < 4; i++)
        pthread_join(thread[i], NULL);
    CU_ASSERT_EQUAL(wrong[0] + wrong[1] + wrong[2] + wrong[3], 0);
}

UNIT_MAIN("rational", {"spellings", spellings}, {"not numbers", not_numbers},
          {"refused values", refused_values}, {"limit of length", length_limit},
          {"limits of exponents", exponent_limits}, {"hexadecimal doubles", hexadecimal_doubles},
          {"binary64 decimals", binary64_decimals}, {"binary32 decimals", binary32_decimals},
          {"binary64 ties", binary64_ties}, {"binary32 ties", binary32_ties},
          {"fractions", fractions}, {"edges", edges},
          {"exponent range restored", exponent_range_restored}, {"threads", threads})
