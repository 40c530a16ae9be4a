// Tests of exact/rational.
#include "exact/rational.h"
#include "unit.h"
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

UNIT_MAIN("rational", {"spellings", spellings}, {"not numbers", not_numbers},
          {"refused values", refused_values}, {"limit of length", length_limit},
          {"limits of exponents", exponent_limits})
