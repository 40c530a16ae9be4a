// Rationals: reading and writing text, rounding.
#include "exact/rational.h"
#include "base/random.h"
#include "exact_double.h"
#include "unit.h"

#include <gmp.h>
#include <inttypes.h>
#include <math.h>
#include <mpfr.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

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
        "",        " ",     "1 ",     " 1",    "-",     "+",     ".",       "-.",    "e5",
        "1e",      "1e+",   "1e5.0",  "1.2.3", "--1",   "+-1",   "1/",      "/2",    "1/-2",
        "1/+2",    "1//2",  "1/2/3",  "1.5/2", "1e2/3", "1/2e3", "0x",      "0xp3",  "0x.p3",
        "0x1p",    "0x1/2", "0x1e+5", "1p3",   "0b101", "1_000", "1,5",     "12abc", "abc",
        "infinit", "nanny", "0xg",    "1e1e1", "−1",    "x",     "0x1.8q3", "1/0x2",
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

// By MPFR, whose doubles have no limits here.
static void check_round(const fmpq_t x)
{
    fmpq_t fast, slow;
    mpq_t exact;
    mpfr_t rounded;
    fmpq_init(fast);
    fmpq_init(slow);
    mpq_init(exact);
    mpfr_init2(rounded, 53);
    fmpq_set(fast, x);
    bool small = !COEFF_IS_MPZ(*fmpq_numref(x)) && !COEFF_IS_MPZ(*fmpq_denref(x));
    CU_ASSERT_EQUAL(rational_is_word(x), small);
    CU_ASSERT_EQUAL(rational_round(fast, RATIONAL_BINARY64, NULL), CREASE_OK);
    fmpq_get_mpq(exact, x);
    mpfr_set_q(rounded, exact, MPFR_RNDN);
    mpfr_get_q(exact, rounded);
    fmpq_set_mpq(slow, exact);
    CU_ASSERT(fmpq_equal(fast, slow) && fmpq_is_canonical(fast));
    mpfr_clear(rounded);
    mpq_clear(exact);
    fmpq_clear(fast);
    fmpq_clear(slow);
}

static void rounding(void)
{
    random_state random = unit_random(34);
    fmpq_t x;
    fmpq_init(x);
    CASES(k, 20000) {
        uint64_t p = random_bits(&random) >> 2, q = random_bits(&random) >> 2;
        p >>= random_below(&random, 62);
        q >>= random_below(&random, 62);
        if (k % 3 == 0) // halfway between two doubles, or next to it
            p = (UINT64_C(1) << 53) + random_below(&random, 1000) * 2 + random_below(&random, 2),
            q = UINT64_C(1) << random_below(&random, 61);
        if (k % 7 == 0)
            q = UINT64_C(1) << random_below(&random, 61);
        fmpz_set_ui(fmpq_numref(x), p);
        fmpz_set_ui(fmpq_denref(x), q ? q : 1);
        fmpq_canonicalise(x);
        if (k % 2)
            fmpq_neg(x, x);
        check_round(x);
    }
    fmpz_set_str(fmpq_numref(x), "4611686018427387903", 10); // the largest small one
    fmpz_one(fmpq_denref(x));
    check_round(x);
    fmpq_inv(x, x);
    check_round(x);
    fmpq_add_si(x, x, 1);
    check_round(x);
    fmpq_clear(x);
}

// Compares a decimal with the C library's reading of it, and with its quotient.
static void check_short(fmpq_t x, uint64_t digits, unsigned places, const char *text)
{
    fmpq_t wanted;
    fmpq_init(wanted);
    fmpz_set_ui(fmpq_numref(wanted), digits);
    fmpz_set_ui(fmpq_denref(wanted), 10);
    fmpz_pow_ui(fmpq_denref(wanted), fmpq_denref(wanted), places);
    fmpq_canonicalise(wanted);
    CU_ASSERT_EQUAL(parse(x, text), CREASE_OK);
    bool is_right = fmpq_equal(x, wanted) && fmpq_is_canonical(x);
    for (int r = RATIONAL_BINARY64; r <= RATIONAL_BINARY32; r++)
        if (rational_parse_short(x, text, strlen(text), (rational_rounding)r)) {
            exact_double(wanted, r == RATIONAL_BINARY64 ? strtod(text, NULL) : strtof(text, NULL));
            is_right = is_right && fmpq_equal(x, wanted) && fmpq_is_canonical(x);
        }
    CU_ASSERT(is_right);
    if (!is_right)
        printf("\n  %s\n", text);
    fmpq_clear(wanted);
}

// Decimals of few digits: random, halfway between two floats or doubles, and next to that.
static void short_decimals(void)
{
    random_state random = unit_random(35);
    fmpq_t x;
    fmpq_init(x);
    CASES(k, 20000) {
        const int wide = k % 2 ? 54 : 25, most = k % 2 ? 2 : 14;
        unsigned places = (unsigned)random_below(&random, k % 4 < 2 ? (unsigned)most + 1 : 60);
        uint64_t digits = random_bits(&random) % UINT64_C(1000000000000000000);
        digits >>= random_below(&random, 60);
        if (k % 4 < 2) {
            digits = (UINT64_C(1) << (wide - 1)) + 2 * random_below(&random, 1U << 20) + 1;
            for (unsigned f = 0; f < places; f++)
                digits *= 5;
            if (digits < UINT64_C(100000000000000000) && random_below(&random, 2)) {
                digits = 10 * digits + random_below(&random, 3) - 1;
                places++;
            }
        }
        char text[100], form[100];
        snprintf(form, sizeof form, "%0*" PRIu64, (int)places + 1, digits);
        const int before = (int)(strlen(form) - places);
        if (random_below(&random, 2))
            snprintf(text, sizeof text, "%.*s.%s", before, form, form + before);
        else
            snprintf(text, sizeof text, "%" PRIu64 "e-%u", digits, places);
        check_short(x, digits, places, text);
    }
    fmpq_clear(x);
}

// ---- Which rationals are doubles, and the decimals that spell them ----

static int holds(const char *text)
{
    fmpq_t x;
    fmpq_init(x);
    CU_ASSERT_EQUAL_FATAL(rational_parse(x, text, strlen(text), NULL), CREASE_OK);
    int answer = rational_is_double(x);
    fmpq_clear(x);
    return answer;
}

static void members(void)
{
    static const char *const yes[] = {
        "0",
        "-1",
        "1/2",
        "-3.75",
        "1e22",
        "9007199254740992",
        "0x1p1023",
        "0x1.fffffffffffffp1023",
        "0x1p-1074", // the smallest subnormal
        "0x1.fffffffffffffp-1022",
        "0x0.fffffffffffffp-1022", // the largest subnormal
    };
    static const char *const no[] = {
        "1/3",
        "0.1",
        "9007199254740993", // 2^53 + 1
        "0x1p1024",
        "0x1p-1075",
        "0x1.8p-1074",
        "0x1.00000000000008p0",    // one bit too many
        "0x0.fffffffffffff8p-1022" // the same among the subnormals
    };
    for (size_t i = 0; i < sizeof yes / sizeof *yes; i++)
        CU_ASSERT(holds(yes[i]));
    for (size_t i = 0; i < sizeof no / sizeof *no; i++)
        CU_ASSERT_FALSE(holds(no[i]));
}

static void binary64_spellings(void)
{
    static const struct {
        double value;
        const char *text;
    } cases[] = {
        {0, "0"},
        {1, "1"},
        {-1, "-1"},
        {0.1, "0.1"},
        {-0.5, "-0.5"},
        {700, "700"},
        {1.0 / 3, "0.3333333333333333"},
        {2.0 / 3, "0.6666666666666666"},
        {0.1 + 0.2, "0.30000000000000004"},
        {123.456, "123.456"},
        {100000.5, "100000.5"},
        {0.0001, "0.0001"},
        {0.00001, "0.00001"},
        {-0.000012345678901234567, "-0.000012345678901234568"},
        {0.000001, "1e-6"},
        {0x1p53, "9007199254740992"},
        {-12345678901234568.0, "-12345678901234568"},
        {1e16, "10000000000000000"},
        {1e17, "1e17"},
        {1e22, "1e22"},
        {0x1.fffffffffffffp1023, "1.7976931348623157e308"},
        {-0x1p-1022, "-2.2250738585072014e-308"},
        {0x1p-1074, "4.94065645841247e-324"},
    };
    fmpq_t x;
    fmpq_init(x);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[RATIONAL_BINARY64_TEXT];
        exact_double(x, cases[i].value);
        rational_binary64_text(text, x);
        CU_ASSERT_STRING_EQUAL(text, cases[i].text);
    }
    fmpq_clear(x);
}

// Whether a shorter decimal, among those tried, would do: as printf prints it.
static size_t least_digits(double value)
{
    char text[64];
    for (int digits = 15; digits < 17; digits++) {
        snprintf(text, sizeof text, "%.*e", digits - 1, value);
        if (strtod(text, NULL) == value)
            return (size_t)digits;
    }
    return 17;
}

// Significant digits as written; zeros at the end of an integer are counted.
static size_t count_digits(const char *text)
{
    text += strspn(text, "-0.");
    size_t count = 0;
    for (; *text && *text != 'e'; text++)
        count += *text != '.';
    return count;
}

static void check_bits(fmpq_t x, uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    if (!isfinite(value) || value == 0)
        return;
    char text[RATIONAL_BINARY64_TEXT];
    exact_double(x, value);
    rational_binary64_text(text, x);
    CU_ASSERT_EQUAL(strtod(text, NULL), value);
    if (fabs(value) < 1e15)
        CU_ASSERT(count_digits(text) <= least_digits(value));
}

// Doubles of every size, and their neighbours at powers of two and of ten.
static void round_trips(void)
{
    random_state random = unit_random(31);
    fmpq_t x;
    fmpq_init(x);
    CASES(i, 20000)
        check_bits(x, random_bits(&random));
    for (int exponent = -323; exponent <= 308; exponent++) {
        char text[16];
        snprintf(text, sizeof text, "1e%d", exponent);
        double power = strtod(text, NULL);
        uint64_t bits;
        memcpy(&bits, &power, sizeof bits);
        for (uint64_t step = 0; step < 3; step++)
            check_bits(x, bits + step - 1);
    }
    for (uint64_t exponent = 0; exponent < 2047; exponent++)
        for (uint64_t step = 0; step < 3; step++)
            check_bits(x, (exponent << 52) + step - 1);
    fmpq_clear(x);
}

UNIT_MAIN("rational", {"spellings", spellings}, {"not numbers", not_numbers},
          {"refused values", refused_values}, {"limit of length", length_limit},
          {"limits of exponents", exponent_limits}, {"rounding", rounding},
          {"short decimals", short_decimals}, {"members", members},
          {"binary64_spellings", binary64_spellings}, {"round trips", round_trips})
