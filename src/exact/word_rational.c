// Rationals p/q with p and q in a word.
#include "exact/word_rational.h"

#include <stdint.h>
#include <string.h>

enum { DIGITS = 18, PRECISION = 53 }; // 10^18 < 2^62, the bound of a small fmpz

// ---- reading ----

static int is_digit(char c)
{
    return c >= '0' && c <= '9';
}

// Appends a run of digits to *value; returns the first character after it.
static const char *take_digits(uint64_t *value, size_t *count, const char *at, const char *end)
{
    for (; at < end && is_digit(*at) && *count <= DIGITS; at++) {
        *value = 10 * *value + (uint64_t)(*at - '0');
        ++*count;
    }
    return at;
}

// e-3 and the like, of at most two digits. Returns 0 if it is something else.
static int take_exponent(int *exponent, const char *at, const char *end)
{
    int negative = at < end && *at == '-';
    at += at < end && (*at == '-' || *at == '+');
    if (at == end || end - at > 2)
        return 0;
    int value = 0;
    for (; at < end; at++) {
        if (!is_digit(*at))
            return 0;
        value = 10 * value + (*at - '0');
    }
    *exponent = negative ? -value : value;
    return 1;
}

static uint64_t power_of_ten(int exponent)
{
    uint64_t power = 1;
    while (exponent-- > 0)
        power *= 10;
    return power;
}

// value / 10^places in lowest terms.
static void set_quotient(fmpq_t x, uint64_t value, int places, int negative)
{
    uint64_t divisor = power_of_ten(places);
    for (int i = 0; i < places && value % 2 == 0; i++) {
        value /= 2;
        divisor /= 2;
    }
    for (int i = 0; i < places && value % 5 == 0; i++) {
        value /= 5;
        divisor /= 5;
    }
    fmpz_set_ui(fmpq_numref(x), value);
    fmpz_set_ui(fmpq_denref(x), divisor);
    if (negative)
        fmpz_neg(fmpq_numref(x), fmpq_numref(x));
}

int word_rational_parse(fmpq_t x, const char *text, size_t length)
{
    const char *at = text, *end = text + length;
    uint64_t value = 0;
    size_t before = 0, digits = 0;
    int negative = length > 0 && *at == '-', exponent = 0;
    at = take_digits(&value, &before, at + negative, end);
    digits = before;
    if (before > 0 && at < end && *at == '.')
        at = take_digits(&value, &digits, at + 1, end);
    if (before == 0 || digits > DIGITS)
        return 0;
    if (at < end && ((*at != 'e' && *at != 'E') || !take_exponent(&exponent, at + 1, end)))
        return 0;
    int places = (int)(digits - before) - exponent;
    if (places > DIGITS || (places < 0 && (int)digits - places > DIGITS))
        return 0;
    if (value == 0)
        fmpq_zero(x);
    else if (places >= 0)
        set_quotient(x, value, places, negative);
    else
        set_quotient(x, value * power_of_ten(-places), 0, negative);
    return 1;
}

// ---- rounding ----

static int is_small(const fmpq_t x)
{
    return !COEFF_IS_MPZ(*fmpq_numref(x)) && !COEFF_IS_MPZ(*fmpq_denref(x));
}

static int bits_of(uint64_t value)
{
    return 64 - __builtin_clzll(value);
}

// value 2^exponent, value > 0.
static void set_dyadic(fmpq_t x, uint64_t value, int exponent, int negative)
{
    int zeros = __builtin_ctzll(value);
    int common = exponent < 0 && zeros > -exponent ? -exponent : zeros;
    fmpz_set_ui(fmpq_numref(x), value >> common);
    fmpz_one(fmpq_denref(x));
    exponent += common;
    if (exponent >= 0)
        fmpz_mul_2exp(fmpq_numref(x), fmpq_numref(x), (ulong)exponent);
    else
        fmpz_mul_2exp(fmpq_denref(x), fmpq_denref(x), (ulong)-exponent);
    if (negative)
        fmpz_neg(fmpq_numref(x), fmpq_numref(x));
}

// p 2^shift has 64 bits more than q, and at most 126, so that the quotient has 64 or 65; what is
// left over only matters between two doubles. Words are far from the ends of the range.
int word_rational_round(fmpq_t x)
{
    if (!is_small(x))
        return 0;
    slong numerator = *fmpq_numref(x);
    if (numerator == 0)
        return 1;
    uint64_t p = numerator < 0 ? -(uint64_t)numerator : (uint64_t)numerator;
    uint64_t q = (uint64_t)*fmpq_denref(x);
    int shift = 64 + bits_of(q) - bits_of(p);
    unsigned __int128 dividend = (unsigned __int128)p << shift, quotient = dividend / q;
    int rest = quotient * q != dividend;
    int drop = (quotient >> 64 ? 65 : 64) - PRECISION;
    uint64_t value = (uint64_t)(quotient >> drop);
    uint64_t dropped = (uint64_t)quotient & ((UINT64_C(1) << drop) - 1);
    uint64_t half = UINT64_C(1) << (drop - 1);
    if (dropped > half || (dropped == half && (rest || value % 2)))
        value++;
    set_dyadic(x, value, drop - shift, numerator < 0);
    return 1;
}

// ---- writing ----

// Writes the digits so that they end before `end`; returns where they begin.
static char *put_digits(char *end, uint64_t value)
{
    do
        *--end = (char)('0' + value % 10);
    while (value /= 10);
    return end;
}

int word_rational_text(char text[WORD_RATIONAL_TEXT], size_t *length, const fmpq_t x)
{
    if (!is_small(x))
        return 0;
    slong numerator = *fmpq_numref(x);
    char *end = text + WORD_RATIONAL_TEXT, *at = end;
    *--at = '\0';
    if (*fmpq_denref(x) != 1) {
        at = put_digits(at, (uint64_t)*fmpq_denref(x));
        *--at = '/';
    }
    at = put_digits(at, numerator < 0 ? -(uint64_t)numerator : (uint64_t)numerator);
    if (numerator < 0)
        *--at = '-';
    *length = (size_t)(end - at) - 1;
    memmove(text, at, *length + 1);
    return 1;
}
