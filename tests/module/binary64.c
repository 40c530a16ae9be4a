// Which rationals are doubles, and the decimals that spell them.
#include "exact/binary64.h"
#include "base/random.h"
#include "exact/rational.h"
#include "unit.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static void set_double(fmpq_t x, double value)
{
    int exponent;
    double significand = frexp(value, &exponent);
    fmpz_set_d(fmpq_numref(x), ldexp(significand, 53));
    fmpz_one(fmpq_denref(x));
    if (exponent >= 53)
        fmpq_mul_2exp(x, x, (ulong)exponent - 53);
    else
        fmpq_div_2exp(x, x, (ulong)(53 - exponent));
}

static int holds(const char *text)
{
    fmpq_t x;
    fmpq_init(x);
    CU_ASSERT_EQUAL_FATAL(rational_parse(x, text, strlen(text), NULL), CREASE_OK);
    int answer = binary64_holds(x);
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

static void spellings(void)
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
        char text[BINARY64_TEXT_SIZE];
        set_double(x, cases[i].value);
        binary64_text(text, x);
        CU_ASSERT_STRING_EQUAL(text, cases[i].text);
    }
    fmpq_clear(x);
}

// Whether a shorter decimal, among those tried, would do: what printf makes of it.
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
    char text[BINARY64_TEXT_SIZE];
    set_double(x, value);
    binary64_text(text, x);
    CU_ASSERT_EQUAL(strtod(text, NULL), value);
    if (fabs(value) < 1e15)
        CU_ASSERT(count_digits(text) <= least_digits(value));
}

// Doubles of every size, and their neighbours at powers of two and of ten.
static void round_trips(void)
{
    random_state random;
    random_seed(&random, 31);
    printf("seed 31 ");
    fmpq_t x;
    fmpq_init(x);
    for (int i = 0; i < 20000; i++)
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

UNIT_MAIN("binary64", {"members", members}, {"spellings", spellings}, {"round trips", round_trips})
