// Decimals: by hand, and against the definition of the nearest one.
#include "exact/decimal.h"
#include "base/random.h"
#include "exact/rational.h"
#include "random_integer.h"
#include "unit.h"

#include <flint/fmpq.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *spelt(slong p, ulong q, unsigned digits)
{
    static char text[DECIMAL_TEXT(100)];
    fmpz_t numerator, denominator;
    fmpz_init_set_si(numerator, p);
    fmpz_init_set_ui(denominator, q);
    *decimal_put(text, numerator, denominator, digits) = '\0';
    fmpz_clear(numerator);
    fmpz_clear(denominator);
    return text;
}

static void by_hand(void)
{
    static const struct {
        slong p;
        ulong q;
        unsigned digits;
        const char *text;
    } row[] = {
        {0, 7, 3, "0"},
        {1, 3, 4, "0.3333"},
        {-2, 3, 4, "-0.6667"},
        {1, 2, 17, "0.5"},
        {10, 1, 2, "10"},
        {1234, 1, 2, "1200"},
        {125, 1, 2, "120"}, // ties to even
        {135, 1, 2, "140"},
        {999, 1, 2, "1000"},
        {999999, 1000000, 3, "1"},
        {1, 1000000, 3, "1e-6"},
        {1, 100000, 3, "0.00001"},
        {123456, 1000000000000, 5, "1.2346e-7"},
        {WORD_MAX, 1, 3, "9.22e18"},
        {99999999999999999, 1, 17, "99999999999999999"},
        {100000000000000000, 1, 17, "1e17"},
        {1, 7, 20, "0.14285714285714285714"},
        {22, 7, 1, "3"},
        {1, 64, 2, "0.016"},
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++)
        CU_ASSERT_STRING_EQUAL(spelt(row[i].p, row[i].q, row[i].digits), row[i].text);
}

// The decimal is within half a unit of its last place, and on the even side of a tie.
static bool is_nearest(const char *text, const fmpq_t x, unsigned digits)
{
    fmpq_t y, error, unit;
    fmpq_init(y);
    fmpq_init(error);
    fmpq_init(unit);
    bool good = rational_parse(y, text, strlen(text), NULL) == CREASE_OK;
    fmpq_sub(error, y, x);
    fmpq_abs(error, error);
    // The unit in the last place of y, 10^(e - digits + 1) with 10^e <= |y| < 10^(e + 1).
    fmpq_t size, ten;
    fmpq_init(size);
    fmpq_init(ten);
    fmpq_set_si(ten, 10, 1);
    fmpq_abs(size, y);
    slong exponent = 0;
    for (; fmpq_cmp(size, ten) >= 0; exponent++)
        fmpq_div(size, size, ten);
    for (; fmpq_cmp_ui(size, 1) < 0; exponent--)
        fmpq_mul(size, size, ten);
    fmpq_pow_si(unit, ten, exponent - (slong)digits + 1);
    fmpq_div(size, y, unit);
    good &= fmpz_is_one(fmpq_denref(size)); // no more digits than that
    fmpq_add(error, error, error);
    int order = fmpq_cmp(error, unit);
    // y a power of ten: below it units are a tenth as large, and |x| < |y| may be there.
    good &= order < 0 || (order == 0 && fmpz_is_even(fmpq_numref(size)));
    fmpq_clear(y);
    fmpq_clear(error);
    fmpq_clear(unit);
    fmpq_clear(size);
    fmpq_clear(ten);
    return good;
}

static void power_of_ten(fmpz_t power, ulong exponent)
{
    fmpz_set_ui(power, 10);
    fmpz_pow_ui(power, power, exponent);
}

static void nearest(void)
{
    random_state random = unit_random(1210);
    fmpq_t x;
    fmpz_t factor;
    fmpq_init(x);
    fmpz_init(factor);
    bool good = true;
    for (int repeat = 0; repeat < 20000 && good; repeat++) {
        unsigned digits = 1 + (unsigned)random_below(&random, repeat % 10 ? 20 : 90);
        random_integer(fmpq_numref(x), 1 + (unsigned)random_below(&random, 300), &random);
        random_integer(fmpq_denref(x), 1 + (unsigned)random_below(&random, 300), &random);
        if (repeat % 3 == 0) { // a tie, or just beside it
            power_of_ten(fmpq_denref(x), random_below(&random, 30));
            power_of_ten(factor, digits);
            fmpz_mod(fmpq_numref(x), fmpq_numref(x), factor);
            fmpz_mul_ui(fmpq_numref(x), fmpq_numref(x), 10);
            fmpz_add_ui(fmpq_numref(x), fmpq_numref(x), 4 + random_below(&random, 3));
        } else if (repeat % 3 == 1) { // near a power of ten
            power_of_ten(fmpq_numref(x), random_below(&random, 60));
            power_of_ten(fmpq_denref(x), random_below(&random, 60));
            fmpz_add_si(fmpq_numref(x), fmpq_numref(x), (slong)random_between(&random, -1, 1));
        }
        fmpz_abs(fmpq_denref(x), fmpq_denref(x));
        if (fmpz_is_zero(fmpq_denref(x)))
            fmpz_one(fmpq_denref(x));
        if (fmpz_is_zero(fmpq_numref(x)))
            fmpz_one(fmpq_numref(x));
        char text[DECIMAL_TEXT(90) + 1];
        *decimal_put(text, fmpq_numref(x), fmpq_denref(x), digits) = '\0';
        good &= strlen(text) <= DECIMAL_TEXT(digits);
        fmpq_canonicalise(x);
        good &= is_nearest(text, x, digits);
        if (!good) {
            printf("case %d, %u digits: %s is not nearest to ", repeat, digits, text);
            fmpq_print(x);
        }
    }
    CU_ASSERT(good);
    fmpq_clear(x);
    fmpz_clear(factor);
}

UNIT_MAIN("decimal", {"by_hand", by_hand}, {"nearest", nearest})
