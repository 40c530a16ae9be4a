// Quotients of integers as decimals of so many significant digits, correctly rounded.
#include "exact/decimal.h"

#include "base/memory.h"
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
    free(scratch->ten);
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

// Writes the digits in the quotient; returns their number.
static size_t spell_quotient(char *to, const fmpz_t quotient)
{
    if (fmpz_abs_fits_ui(quotient))
        return (size_t)(text_put_number(to, fmpz_get_ui(quotient)) - to);
    fmpz_get_str(to, 10, quotient);
    return strlen(to);
}

static char *repeat(char *to, char byte, size_t count)
{
    memset(to, byte, count);
    return to + count;
}

// Digits go `by` places on. A fixed number of bytes is moved without a call: there is room.
static inline void move_digits(char *to, size_t by, size_t count)
{
    char few[24];
    if (count > sizeof few) {
        memmove(to + by, to, count);
        return;
    }
    memcpy(few, to, sizeof few);
    memcpy(to + by, few, sizeof few);
}

// Makes a number of `count` digits at `to`, of which the first has this exponent.
static char *put_digits(char *to, size_t count, slong exponent)
{
    enum { SMALLEST = -5, LARGEST = 17 }; // exponents that are not spelled
    while (to[count - 1] == '0')
        count--;
    if (exponent >= SMALLEST && exponent < 0) {
        size_t zeros = (size_t)-exponent - 1;
        move_digits(to, zeros + 2, count);
        to[0] = '0';
        to[1] = '.';
        return repeat(to + 2, '0', zeros) + count;
    }
    size_t whole = exponent < LARGEST && exponent >= 0 ? (size_t)exponent + 1 : 1;
    if (count < whole)
        return repeat(to + count, '0', whole - count);
    if (count > whole) {
        move_digits(to + whole, 1, count - whole);
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

// ---- in doubles ----

// Powers of ten that are kept, and digits that are an integer below 2^60.
enum { TENS = 270, WORD_DIGITS = 18 };

static void make_power(ball *ten, slong exponent)
{
    fmpz_t power;
    fmpz one = 1;
    fmpz_init(power);
    set_power_of_ten(power, (ulong)labs(exponent));
    *ten = exponent < 0 ? ball_quotient(&one, power) : ball_quotient(power, &one);
    fmpz_clear(power);
}

static inline const ball *ten_to(const decimal *scratch, slong exponent)
{
    ball *ten = scratch->ten + TENS + exponent;
    if (__builtin_expect(!(ten->value.high > 0), 0))
        make_power(ten, exponent);
    return ten;
}

// The exponent of the first digit of a positive number; off by one, perhaps, at a power of ten.
static inline slong exponent_of(const decimal *scratch, double size)
{
    uint64_t number;
    memcpy(&number, &size, sizeof number);
    const int64_t bits = (int64_t)(number >> 52) - 1023;
    const slong least = (slong)(bits * 78913 >> 18); // log10(2) 2^18
    return least + (size >= ten_to(scratch, least + 1)->value.high);
}

// The integer nearest to all numbers of a ball, less than 2^60; or 0 if it is not known, or what is
// nearest one digit further on is not ten times that. least: 10^(digits - 1).
static inline uint64_t nearest(double high, double low, double bound, uint64_t least)
{
    enum { SHIFT = 1 << 20 };
    if (!(high < 0x1p60))
        return 0;
    int64_t whole = (int64_t)high;
    double part = (high - (double)whole) + low;
    int64_t rest = (int64_t)(part + (SHIFT + 0.5)) - SHIFT; // nearest, or nearly so at a half
    double away = part - (double)rest;
    double slack = (bound + 2 * FILTER_UNIT * (fabs(part) + 1)) * FILTER_ENLARGE;
    if (!(fabs(away) + slack < 0.5))
        return 0;
    uint64_t number = (uint64_t)(whole + rest);
    return number == least && !(away - slack > -0.05) ? 0 : number;
}

static uint64_t word_power_of_ten(unsigned exponent)
{
#define FROM(x) x, 10 * (x), 100 * (x), 1000 * (x), 10000 * (x), 100000 * (x)
    static const uint64_t power[] = {FROM(UINT64_C(1)), FROM(UINT64_C(1000000)),
                                     FROM(UINT64_C(1000000000000))};
#undef FROM
    return power[exponent];
}

// The positive number of a ball times a power of ten, as nearest() has it: by doubles, whose
// product and low parts are off by less than four units of rounding, then by pairs.
static uint64_t nearest_multiple(const ball *x, const ball *ten, uint64_t least)
{
    const double product = fabs(x->value.high) * ten->value.high;
    const double bound = 4 * FILTER_UNIT * product + x->bound * ten->value.high;
    const uint64_t number = nearest(product, 0, bound, least);
    if (number)
        return number;
    const ball exact = ball_multiply(ball_abs(*x), *ten);
    return nearest(exact.value.high, exact.value.low, exact.bound, least);
}

// Writes the decimal of all numbers of a ball, without the sign, if doubles say that it is the
// same. A number that is rounded up to a power of ten has the exponent of that.
static char *put_word(char *to, decimal *scratch, const ball *x, unsigned digits)
{
    double size = fabs(x->value.high);
    if (digits > WORD_DIGITS || !(size > 0x1p-800 && size < 0x1p800))
        return NULL;
    if (!scratch->ten)
        scratch->ten = memory_new(2 * TENS + 1, sizeof *scratch->ten);
    const uint64_t least = word_power_of_ten(digits - 1);
    const slong exponent = exponent_of(scratch, size);
    const ball *ten = ten_to(scratch, (slong)digits - 1 - exponent);
    const uint64_t number = nearest_multiple(x, ten, least);
    if (number < least || number > 10 * least)
        return NULL;
    const int longer = number == 10 * least;
    return put_digits(to, text_put_digits(to, number, digits + (unsigned)longer),
                      exponent + longer);
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
    ball quotient = fmpz_is_one(denominator) ? ball_of_integer(numerator, 0)
                                             : ball_quotient(numerator, denominator);
    char *end = put_word(to, scratch, &quotient, digits);
    if (end)
        return end;
    slong exponent = round_digits(scratch, numerator, denominator, digits);
    return put_digits(to, spell_quotient(to, scratch->quotient), exponent);
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

// By integers, of any number of digits.
static char *put_long_ball(char *to, decimal *scratch, const ball *x, unsigned digits)
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
    return put_digits(to, spell_quotient(to, scratch->quotient), exponent);
}

char *decimal_put_ball(char *to, decimal *scratch, const ball *x, unsigned digits)
{
    char *number = to + (x->value.high < 0), *end = put_word(number, scratch, x, digits);
    if (end) {
        if (number > to)
            *to = '-';
        return end;
    }
    return put_long_ball(to, scratch, x, digits);
}
