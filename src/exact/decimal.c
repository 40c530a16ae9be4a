// The nearest decimal to a quotient of integers, by integer division.
#include "exact/decimal.h"

#include "base/fatal.h"
#include "base/text.h"
#include "exact/words64.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

// value 2^twos 10^shift, rounded. Returns 0 if doubles do not decide it: the relative error of
// value is at most 2^-51.
static bool decimal_scale_quickly(fmpz_t quotient, double value, slong twos, slong shift)
{
    enum { EXACT_POWER = 22, EXPONENTS = 900 };
    static const double most = 0x1p34, slack = 0x1p-12;
    double power = 1;
    if (labs(shift) > EXACT_POWER || labs(twos) > EXPONENTS)
        return false;
    for (slong i = 0; i < labs(shift); i++)
        power *= 10;
    value = ldexp(shift > 0 ? value * power : value / power, (int)twos);
    if (!(value < most) || fabs(value - floor(value) - 0.5) < slack)
        return false;
    fmpz_set_d(quotient, floor(value + 0.5));
    return true;
}

// |numerator| / denominator 10^shift, rounded, ties to even.
static void decimal_scale(fmpz_t quotient, const fmpz_t numerator, const fmpz_t denominator,
                          slong shift)
{
    fmpz_t power, twice, divisor, rest;
    fmpz_init_set_ui(power, 10);
    fmpz_init(twice);
    fmpz_init_set(divisor, denominator);
    fmpz_init(rest);
    fmpz_pow_ui(power, power, (ulong)labs(shift));
    fmpz_mul_2exp(twice, numerator, 1);
    fmpz_abs(twice, twice);
    fmpz_mul(shift > 0 ? twice : divisor, shift > 0 ? twice : divisor, power);
    fmpz_add(twice, twice, divisor);
    fmpz_mul_2exp(divisor, divisor, 1);
    fmpz_fdiv_qr(quotient, rest, twice, divisor);
    if (fmpz_is_zero(rest) && fmpz_is_odd(quotient))
        fmpz_sub_ui(quotient, quotient, 1);
    fmpz_clear(power);
    fmpz_clear(twice);
    fmpz_clear(divisor);
    fmpz_clear(rest);
}

// The significant digits as an integer from 10^(digits - 1) to 10^digits - 1. Returns the exponent
// of the first one.
static slong decimal_round(fmpz_t quotient, const fmpz_t numerator, const fmpz_t denominator,
                           unsigned digits)
{
    static const double log_two = 0.30102999566398119521; // to the base 10
    slong up, down;
    const double value =
        fabs(fmpz_get_d_2exp(&up, numerator) / fmpz_get_d_2exp(&down, denominator));
    const double logarithm = log10(value) + (double)(up - down) * log_two;
    // Logarithms are rounded: the exponent may be too small by one, never too large.
    slong exponent = (slong)floor(logarithm - 1e-15 * fabs(logarithm) - 1e-8);
    fmpz_t limit;
    fmpz_init_set_ui(limit, 10);
    fmpz_pow_ui(limit, limit, digits);
    for (;; exponent++) {
        const slong shift = (slong)digits - 1 - exponent;
        if (!decimal_scale_quickly(quotient, value, up - down, shift))
            decimal_scale(quotient, numerator, denominator, shift);
        if (fmpz_cmp(quotient, limit) < 0)
            break;
    }
    fmpz_clear(limit);
    return exponent;
}

static char *decimal_zeros(char *buffer, size_t count)
{
    memset(buffer, '0', count);
    return buffer + count;
}

// d.ddd e exponent
static char *decimal_put_scientific(char *buffer, const char *text, size_t count, slong exponent)
{
    *buffer++ = *text;
    if (count > 1)
        *buffer++ = '.';
    buffer = mempcpy(buffer, text + 1, count - 1);
    *buffer++ = 'e';
    if (exponent < 0)
        *buffer++ = '-';
    return text_put_number(buffer, (uint64_t)labs(exponent));
}

// 0.00ddd, ddd.ddd or ddd000; or with an exponent, if it is far from 0.
static char *decimal_put_digits(char *buffer, const char *text, size_t count, slong exponent)
{
    enum { SMALLEST = -5, LARGEST = 17 };
    while (text[count - 1] == '0')
        count--;
    if (exponent < SMALLEST || exponent >= LARGEST)
        return decimal_put_scientific(buffer, text, count, exponent);
    if (exponent < 0) {
        buffer = mempcpy(buffer, "0.", 2);
        buffer = decimal_zeros(buffer, (size_t)-exponent - 1);
        return mempcpy(buffer, text, count);
    }
    const size_t whole = (size_t)exponent + 1; // digits before the point
    if (count <= whole)
        return decimal_zeros(mempcpy(buffer, text, count), whole - count);
    buffer = mempcpy(buffer, text, whole);
    *buffer++ = '.';
    return mempcpy(buffer, text + whole, count - whole);
}

char *decimal_put(char *buffer, const fmpz_t numerator, const fmpz_t denominator, unsigned digits)
{
    if (fmpz_is_zero(numerator)) {
        *buffer++ = '0';
        return buffer;
    }
    fmpz_t quotient;
    fmpz_init(quotient);
    if (fmpz_sgn(numerator) < 0)
        *buffer++ = '-';
    slong exponent = decimal_round(quotient, numerator, denominator, digits);
    if (!fmpz_is_short(quotient)) {
        char *text = fmpz_get_str(NULL, 10, quotient);
        buffer = decimal_put_digits(buffer, text, strlen(text), exponent);
        flint_free(text);
    } else {
        char text[TEXT_NUMBER];
        text_put_number(text, (uint64_t)fmpz_get_i64(quotient));
        buffer = decimal_put_digits(buffer, text, digits, exponent);
    }
    fmpz_clear(quotient);
    return buffer;
}

// x 10^shift, by powers that are doubles.
static ball decimal_shift_ball(ball x, int shift)
{
    enum { EXACT_POWER = 22 };
    for (int left = abs(shift); left > 0; left -= EXACT_POWER) {
        double power = 1;
        for (int i = 0; i < left && i < EXACT_POWER; i++)
            power *= 10;
        const ball factor = {{power, 0}, 0};
        x = shift > 0 ? ball_multiply(x, factor) : ball_divide(x, factor);
    }
    return x;
}

// |x| 10^shift, rounded. Returns -1 if the ball does not decide it.
static int64_t decimal_scale_ball(const ball *x, int shift)
{
    static const double most = 0x1p53, slack = 0x1p-20;
    const ball scaled = decimal_shift_ball(*x, shift);
    const double size = fabs(scaled.value.high), nearest = nearbyint(size);
    const double low = scaled.value.high < 0 ? -scaled.value.low : scaled.value.low;
    if (!(size < most) || !(fabs(size - nearest + low) + scaled.bound < 0.5 - slack))
        return -1;
    return (int64_t)nearest;
}

char *decimal_put_ball(char *buffer, const ball *x, unsigned digits)
{
    ASSERT(buffer && x);
    enum { MOST = 15 };
    static const double log_two = 0.30102999566398119521;
    if (x->value.high == 0 && x->bound == 0) {
        *buffer++ = '0';
        return buffer;
    }
    if (digits > MOST || !(fabs(x->value.high) > 2 * x->bound) || !isfinite(x->value.high))
        return NULL;
    int twos;
    frexp(x->value.high, &twos);
    // 2^(twos - 1) <= |x| < 2^twos: the exponent may be too small by one, never too large.
    int exponent = (int)floor((twos - 1) * log_two - 1e-9);
    int64_t limit = 1, quotient;
    for (unsigned i = 0; i < digits; i++)
        limit *= 10;
    while ((quotient = decimal_scale_ball(x, (int)digits - 1 - exponent)) >= limit)
        exponent++;
    if (quotient < limit / 10)
        return NULL;
    char text[TEXT_NUMBER];
    if (x->value.high < 0)
        *buffer++ = '-';
    text_put_number(text, (uint64_t)quotient);
    return decimal_put_digits(buffer, text, digits, exponent);
}
