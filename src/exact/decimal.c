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

// The digits in the quotient, of which the first has this exponent.
static char *put_digits(char *to, const decimal *scratch, slong exponent)
{
    enum { SMALLEST = -5, LARGEST = 17 }; // exponents that are not spelled
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

char *decimal_put(char *to, decimal *scratch, const fmpz_t numerator, const fmpz_t denominator,
                  unsigned digits)
{
    if (fmpz_is_zero(numerator)) {
        *to++ = '0';
        return to;
    }
    if (fmpz_sgn(numerator) < 0)
        *to++ = '-';
    slong exponent = round_digits(scratch, numerator, denominator, digits);
    return put_digits(to, scratch, exponent);
}

// ---- balls ----

// low <= |x| 2^scale <= high, integers of BITS bits. Returns 0 if x may be 0, or is not known.
static int enclose(fmpz_t low, fmpz_t high, int *scale, const ball *x)
{
    enum { BITS = 110, MANTISSA = 53, WIDEST = 1000 };
    int exponent;
    double most = frexp(fabs(x->value.high), &exponent);
    *scale = BITS - exponent;
    if (!(most > 0 && most < 1) || abs(*scale) > WIDEST)
        return 0;
    double rest = ldexp(x->value.high < 0 ? -x->value.low : x->value.low, *scale);
    double width = ldexp(x->bound, *scale);
    if (!(width < ldexp(1, BITS - 2)))
        return 0;
    fmpz_set_d(low, ldexp(most, MANTISSA));
    fmpz_mul_2exp(low, low, BITS - MANTISSA);
    fmpz_set_d(high, floor(rest));
    fmpz_add(low, low, high);
    fmpz_set_d(high, ceil(width));
    fmpz_sub(low, low, high);
    fmpz_mul_2exp(high, high, 1);
    fmpz_add(high, high, low);
    fmpz_add_ui(high, high, 1); // what floor has taken
    return fmpz_sgn(low) > 0;
}

// Of two positive numbers the greater one has no lesser decimal: if they have the same, all between
// them do. Returns its exponent and leaves its digits, or returns 0.
static int round_both(slong *exponent, decimal *scratch, const fmpz_t low, const fmpz_t high,
                      const fmpz_t denominator, unsigned digits)
{
    fmpz_t least;
    fmpz_init(least);
    slong first = round_digits(scratch, low, denominator, digits);
    fmpz_swap(least, scratch->quotient);
    *exponent = round_digits(scratch, high, denominator, digits);
    int same = first == *exponent && fmpz_equal(least, scratch->quotient);
    fmpz_clear(least);
    return same;
}

char *decimal_put_ball(char *to, decimal *scratch, const ball *x, unsigned digits)
{
    fmpz_t low, high, denominator;
    slong exponent;
    int scale;
    fmpz_init(low);
    fmpz_init(high);
    fmpz_init_set_ui(denominator, 1);
    int same = enclose(low, high, &scale, x);
    if (same && scale < 0) {
        fmpz_mul_2exp(low, low, (ulong)-scale);
        fmpz_mul_2exp(high, high, (ulong)-scale);
    } else if (same) {
        fmpz_mul_2exp(denominator, denominator, (ulong)scale);
    }
    same = same && round_both(&exponent, scratch, low, high, denominator, digits);
    fmpz_clear(low);
    fmpz_clear(high);
    fmpz_clear(denominator);
    if (!same)
        return NULL;
    if (x->value.high < 0)
        *to++ = '-';
    return put_digits(to, scratch, exponent);
}
