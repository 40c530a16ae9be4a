// The nearest decimal to a quotient of integers, by integer division.
#include "exact/decimal.h"

#include "base/text.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void power_of_ten(fmpz_t power, ulong exponent)
{
    fmpz_set_ui(power, 10);
    fmpz_pow_ui(power, power, exponent);
}

// quotient + rest / divisor = |numerator| / denominator 10^shift
static void decimal_divide(fmpz_t quotient, fmpz_t rest, fmpz_t divisor, const fmpz_t numerator,
                           const fmpz_t denominator, slong shift)
{
    fmpz_t power, dividend;
    fmpz_init(power);
    fmpz_init(dividend);
    power_of_ten(power, (ulong)labs(shift));
    fmpz_abs(dividend, numerator);
    fmpz_set(divisor, denominator);
    if (shift > 0)
        fmpz_mul(dividend, dividend, power);
    else
        fmpz_mul(divisor, divisor, power);
    fmpz_fdiv_qr(quotient, rest, dividend, divisor);
    fmpz_clear(power);
    fmpz_clear(dividend);
}

// Whether the quotient is rounded up. Destroys rest.
static int decimal_rounds_up(const fmpz_t quotient, fmpz_t rest, const fmpz_t divisor)
{
    fmpz_mul_2exp(rest, rest, 1);
    int order = fmpz_cmp(rest, divisor);
    return order > 0 || (order == 0 && fmpz_is_odd(quotient));
}

// The exponent of the first digit, which may be off by one: logarithms are rounded.
static slong decimal_exponent(const fmpz_t numerator, const fmpz_t denominator)
{
    static const double log_two = 0.30102999566398119521; // to the base 10
    slong up, down;
    double quotient = fabs(fmpz_get_d_2exp(&up, numerator) / fmpz_get_d_2exp(&down, denominator));
    return (slong)floor(log10(quotient) + (double)(up - down) * log_two);
}

// The significant digits as an integer from 10^(digits - 1) to 10^digits - 1. Returns the exponent
// of the first one.
static slong decimal_round(fmpz_t quotient, const fmpz_t numerator, const fmpz_t denominator,
                           unsigned digits)
{
    slong exponent = decimal_exponent(numerator, denominator);
    fmpz_t least, limit, rest, divisor;
    fmpz_init(least);
    fmpz_init(limit);
    fmpz_init(rest);
    fmpz_init(divisor);
    power_of_ten(least, digits - 1);
    fmpz_mul_ui(limit, least, 10);
    for (;;) {
        decimal_divide(quotient, rest, divisor, numerator, denominator,
                       (slong)digits - 1 - exponent);
        if (fmpz_cmp(quotient, limit) >= 0)
            exponent++;
        else if (fmpz_cmp(quotient, least) < 0)
            exponent--;
        else
            break;
    }
    if (decimal_rounds_up(quotient, rest, divisor))
        fmpz_add_ui(quotient, quotient, 1);
    if (fmpz_equal(quotient, limit)) {
        fmpz_set(quotient, least);
        exponent++;
    }
    fmpz_clear(least);
    fmpz_clear(limit);
    fmpz_clear(rest);
    fmpz_clear(divisor);
    return exponent;
}

static char *decimal_zeros(char *to, size_t count)
{
    memset(to, '0', count);
    return to + count;
}

// d.ddd e exponent
static char *decimal_put_scientific(char *to, const char *text, size_t count, slong exponent)
{
    *to++ = *text;
    if (count > 1)
        *to++ = '.';
    to = mempcpy(to, text + 1, count - 1);
    *to++ = 'e';
    if (exponent < 0)
        *to++ = '-';
    return text_put_number(to, (uint64_t)labs(exponent));
}

// 0.00ddd, ddd.ddd or ddd000; or with an exponent, if it is far from 0.
static char *decimal_put_digits(char *to, const char *text, size_t count, slong exponent)
{
    enum { SMALLEST = -5, LARGEST = 17 };
    while (text[count - 1] == '0')
        count--;
    if (exponent < SMALLEST || exponent >= LARGEST)
        return decimal_put_scientific(to, text, count, exponent);
    if (exponent < 0) {
        to = mempcpy(to, "0.", 2);
        to = decimal_zeros(to, (size_t)-exponent - 1);
        return mempcpy(to, text, count);
    }
    const size_t whole = (size_t)exponent + 1; // digits before the point
    if (count <= whole)
        return decimal_zeros(mempcpy(to, text, count), whole - count);
    to = mempcpy(to, text, whole);
    *to++ = '.';
    return mempcpy(to, text + whole, count - whole);
}

char *decimal_put(char *to, const fmpz_t numerator, const fmpz_t denominator, unsigned digits)
{
    if (fmpz_is_zero(numerator)) {
        *to++ = '0';
        return to;
    }
    fmpz_t quotient;
    fmpz_init(quotient);
    if (fmpz_sgn(numerator) < 0)
        *to++ = '-';
    slong exponent = decimal_round(quotient, numerator, denominator, digits);
    if (COEFF_IS_MPZ(*quotient)) {
        char *text = fmpz_get_str(NULL, 10, quotient);
        to = decimal_put_digits(to, text, strlen(text), exponent);
        flint_free(text);
    } else {
        char text[TEXT_NUMBER];
        text_put_number(text, (uint64_t)*quotient);
        to = decimal_put_digits(to, text, digits, exponent);
    }
    fmpz_clear(quotient);
    return to;
}
