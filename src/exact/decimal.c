// Quotients of integers as decimals of so many significant digits, correctly rounded.
#include "exact/decimal.h"

#include "base/text.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

void decimal_clear(decimal *scratch)
{
    fmpz_clear(scratch->limit);
    fmpz_clear(scratch->power);
    fmpz_clear(scratch->top);
    fmpz_clear(scratch->bottom);
    fmpz_clear(scratch->quotient);
    fmpz_clear(scratch->rest);
}

static void set_power_of_ten(fmpz_t power, ulong exponent)
{
    fmpz_set_ui(power, 10);
    fmpz_pow_ui(power, power, exponent);
}

static const fmpz *power_of_ten(decimal *scratch, ulong exponent)
{
    if (scratch->exponent != exponent || fmpz_is_zero(scratch->power))
        set_power_of_ten(scratch->power, exponent);
    scratch->exponent = exponent;
    return scratch->power;
}

// quotient + rest / bottom = |numerator| / denominator 10^(digits - 1 - exponent)
static void divide(decimal *scratch, const fmpz_t numerator, const fmpz_t denominator, slong shift)
{
    const fmpz *power = power_of_ten(scratch, (ulong)labs(shift));
    fmpz_abs(scratch->top, numerator);
    fmpz_set(scratch->bottom, denominator);
    if (shift > 0)
        fmpz_mul(scratch->top, scratch->top, power);
    else if (shift < 0)
        fmpz_mul(scratch->bottom, scratch->bottom, power);
    fmpz_fdiv_qr(scratch->quotient, scratch->rest, scratch->top, scratch->bottom);
}

// Whether the quotient is to be rounded up.
static int rounds_up(decimal *scratch)
{
    fmpz_mul_2exp(scratch->rest, scratch->rest, 1);
    int order = fmpz_cmp(scratch->rest, scratch->bottom);
    return order > 0 || (order == 0 && fmpz_is_odd(scratch->quotient));
}

// Leaves the digits, an integer from 10^(digits - 1) to 10^digits - 1, in the quotient. Returns the
// exponent of the first one. The logarithms may be off by one at a power of ten.
static slong round_digits(decimal *scratch, const fmpz_t numerator, const fmpz_t denominator,
                          unsigned digits)
{
    static const double log_ten = 2.302585092994046;
    fmpz_abs(scratch->top, numerator);
    slong exponent = (slong)floor((fmpz_dlog(scratch->top) - fmpz_dlog(denominator)) / log_ten);
    if (scratch->digits != digits)
        set_power_of_ten(scratch->limit, digits);
    scratch->digits = digits;
    for (;;) {
        divide(scratch, numerator, denominator, (slong)digits - 1 - exponent);
        if (fmpz_cmp(scratch->quotient, scratch->limit) >= 0) {
            exponent++;
            continue;
        }
        fmpz_mul_ui(scratch->top, scratch->quotient, 10);
        if (fmpz_cmp(scratch->top, scratch->limit) >= 0)
            break;
        exponent--;
    }
    if (rounds_up(scratch))
        fmpz_add_ui(scratch->quotient, scratch->quotient, 1);
    if (fmpz_equal(scratch->quotient, scratch->limit)) {
        fmpz_fdiv_q_ui(scratch->quotient, scratch->quotient, 10);
        exponent++;
    }
    return exponent;
}

// DIGITS are written at `to`; their number without zeros at the end.
static size_t spell_digits(char *to, const fmpz_t quotient)
{
    size_t count;
    if (fmpz_abs_fits_ui(quotient)) {
        count = (size_t)(text_put_number(to, fmpz_get_ui(quotient)) - to);
    } else {
        fmpz_get_str(to, 10, quotient);
        count = strlen(to);
    }
    while (to[count - 1] == '0')
        count--;
    return count;
}

static char *repeat(char *to, char byte, size_t count)
{
    memset(to, byte, count);
    return to + count;
}

char *decimal_put(char *to, decimal *scratch, const fmpz_t numerator, const fmpz_t denominator,
                  unsigned digits)
{
    enum { SMALLEST = -5, LARGEST = 17 }; // exponents that are not spelled
    if (fmpz_is_zero(numerator)) {
        *to++ = '0';
        return to;
    }
    if (fmpz_sgn(numerator) < 0)
        *to++ = '-';
    slong exponent = round_digits(scratch, numerator, denominator, digits);
    size_t count = spell_digits(to, scratch->quotient);
    if (exponent >= SMALLEST && exponent < 0) {
        size_t zeros = (size_t)-exponent - 1;
        memmove(to + zeros + 2, to, count);
        to[0] = '0';
        to[1] = '.';
        return repeat(to + 2, '0', zeros) + count;
    }
    size_t whole = exponent < LARGEST && exponent >= 0 ? (size_t)exponent + 1 : 1;
    if (count < whole)
        return repeat(to + count, '0', whole - count);
    if (count > whole) {
        memmove(to + whole + 1, to + whole, count - whole);
        to[whole] = '.';
        count++;
    }
    to += count;
    if (exponent >= SMALLEST && exponent < LARGEST)
        return to;
    *to++ = 'e';
    if (exponent < 0)
        *to++ = '-';
    return text_put_number(to, (uint64_t)labs(exponent));
}
