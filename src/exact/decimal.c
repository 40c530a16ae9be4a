// Quotients of integers as decimals of so many significant digits, correctly rounded.
#include "exact/decimal.h"

#include "base/memory.h"
#include "base/text.h"
#include "exact/versions.h"
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

// ---- where the point is ----

// Exponents that are not spelled.
enum { SMALLEST = -5, LARGEST = 17 };

static inline int is_spelled(slong exponent)
{
    return exponent < SMALLEST || exponent >= LARGEST;
}

// How many digits are before the point of a number that is at least 1, or has an exponent.
static inline size_t whole_digits(slong exponent)
{
    return is_spelled(exponent) ? 1 : (size_t)exponent + 1;
}

// Puts what is before the first digit of a number below 1, of at most eight bytes.
static inline char *put_zeros(char *to, slong exponent)
{
    memcpy(to, "0.000000", 8);
    return to + 1 - exponent;
}

static inline char *put_exponent(char *to, slong exponent)
{
    if (!is_spelled(exponent))
        return to;
    *to++ = 'e';
    if (exponent < 0)
        *to++ = '-';
    return text_put_number(to, (uint64_t)labs(exponent));
}

// Makes a number of `count` digits of which the first has this exponent.
static char *put_digits(char *to, const char *text, size_t count, slong exponent)
{
    const size_t whole = whole_digits(exponent);
    while (text[count - 1] == '0')
        count--;
    if (exponent < 0 && !is_spelled(exponent)) {
        to = put_zeros(to, exponent);
        memcpy(to, text, count);
        return to + count;
    }
    memcpy(to, text, count < whole ? count : whole);
    if (count < whole)
        memset(to + count, '0', whole - count);
    to += whole;
    if (count > whole) {
        *to++ = '.';
        memcpy(to, text + whole, count - whole);
        to += count - whole;
    }
    return put_exponent(to, exponent);
}

// How many digits there are up to the last one that is not 0, without a branch that depends on
// them.
static inline size_t without_zeros(text_digits digits)
{
    enum { BYTE = 8, WORD = 64 };
    const uint64_t ones = UINT64_C(0xf0f0f0f0f0f0f0f);
    const uint64_t after = (uint64_t)(digits >> WORD) & ones, first = (uint64_t)digits & ones;
    const size_t end = (size_t)(WORD + BYTE - 1 - __builtin_clzll(after ? after : first)) / BYTE;
    return end + (after ? sizeof after : 0);
}

// The same of few digits. What is written is not read again: they are in a register, and a
// processor waits for what it has just stored in parts.
IN_LINE char *put_few(char *to, text_digits digits, slong exponent)
{
    const size_t count = without_zeros(digits), whole = whole_digits(exponent);
    if (exponent < 0 && !is_spelled(exponent)) {
        to = put_zeros(to, exponent);
        text_put_digits(to, digits);
        return to + count;
    }
    text_put_digits(to, digits);
    if (count <= whole) {
        to[TEXT_DIGITS] = '0'; // the last one, if LARGEST are before the point
        return put_exponent(to + whole, exponent);
    }
    text_put_digits(to + whole + 1, digits >> 8 * whole);
    to[whole] = '.';
    return put_exponent(to + count + 1, exponent);
}

static char *put_quotient(char *to, const fmpz_t quotient, slong exponent)
{
    char *text = fmpz_get_str(NULL, 10, quotient);
    char *end = put_digits(to, text, strlen(text), exponent);
    flint_free(text);
    return end;
}

// ---- in doubles ----

// Powers of ten that are known, digits that are an integer below 2^60, and those of which a double
// has one below 2^51.
enum { TENS = 269, WORD_DIGITS = 18, FEW_DIGITS = 15 };

// The doubles nearest to powers of ten, from 10^-TENS to 10^(TENS + 1).
#define DOWN(ten)                                                                              \
    1e-##ten##9, 1e-##ten##8, 1e-##ten##7, 1e-##ten##6, 1e-##ten##5, 1e-##ten##4, 1e-##ten##3, \
        1e-##ten##2, 1e-##ten##1, 1e-##ten##0
#define UP(ten, next)                                                                   \
    1e##ten##1, 1e##ten##2, 1e##ten##3, 1e##ten##4, 1e##ten##5, 1e##ten##6, 1e##ten##7, \
        1e##ten##8, 1e##ten##9, 1e##next##0
static const double tens[] = {
    DOWN(26),   DOWN(25),   DOWN(24),   DOWN(23),   DOWN(22),   DOWN(21),   DOWN(20),   DOWN(19),
    DOWN(18),   DOWN(17),   DOWN(16),   DOWN(15),   DOWN(14),   DOWN(13),   DOWN(12),   DOWN(11),
    DOWN(10),   DOWN(9),    DOWN(8),    DOWN(7),    DOWN(6),    DOWN(5),    DOWN(4),    DOWN(3),
    DOWN(2),    DOWN(1),    DOWN(0),    UP(0, 1),   UP(1, 2),   UP(2, 3),   UP(3, 4),   UP(4, 5),
    UP(5, 6),   UP(6, 7),   UP(7, 8),   UP(8, 9),   UP(9, 10),  UP(10, 11), UP(11, 12), UP(12, 13),
    UP(13, 14), UP(14, 15), UP(15, 16), UP(16, 17), UP(17, 18), UP(18, 19), UP(19, 20), UP(20, 21),
    UP(21, 22), UP(22, 23), UP(23, 24), UP(24, 25), UP(25, 26), UP(26, 27)};
#undef DOWN
#undef UP

static inline double power_near(slong exponent)
{
    return tens[TENS + exponent];
}

static void make_power(ball *ten, slong exponent)
{
    fmpz_t made;
    fmpz one = 1;
    fmpz_init(made);
    set_power_of_ten(made, (ulong)labs(exponent));
    *ten = exponent < 0 ? ball_quotient(&one, made) : ball_quotient(made, &one);
    fmpz_clear(made);
}

static const ball *power_ball(decimal *scratch, slong exponent)
{
    if (!scratch->ten)
        scratch->ten = memory_new(2 * TENS + 1, sizeof *scratch->ten);
    ball *ten = scratch->ten + TENS + exponent;
    if (!(ten->value.high > 0))
        make_power(ten, exponent);
    return ten;
}

// Whether it is from 2^-800 to 2^800.
static inline int is_moderate(double size)
{
    enum { MANTISSA = 52, BIAS = 1023, MOST = 800 };
    uint64_t bits;
    memcpy(&bits, &size, sizeof bits);
    return (bits >> MANTISSA) - (BIAS - MOST) < 2 * MOST;
}

// The exponent of the first digit of a positive number; off by one, perhaps, at a power of ten.
static inline slong exponent_of(double size)
{
    uint64_t number;
    memcpy(&number, &size, sizeof number);
    const int64_t bits = (int64_t)(number >> 52) - 1023;
    const slong least = (slong)(bits * 78913 >> 18); // log10(2) 2^18
    return least + (size >= power_near(least + 1));
}

// The integer nearest to all numbers of a ball, less than 2^60; or 0 if it is not known, or what is
// nearest one digit further on is not ten times that. least: 10^(digits - 1).
static uint64_t nearest(double high, double low, double bound, uint64_t least)
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

// By double-doubles, the absolute value of all numbers of a ball. A number that is rounded up to a
// power of ten has the exponent of that.
static __attribute__((noinline)) char *put_by_pairs(char *to, decimal *scratch, const ball *x,
                                                    unsigned digits)
{
    const uint64_t least = text_ten[digits - 1];
    slong exponent = exponent_of(fabs(x->value.high));
    const ball *ten = power_ball(scratch, (slong)digits - 1 - exponent);
    const ball scaled = ball_multiply(ball_abs(*x), *ten);
    uint64_t number = nearest(scaled.value.high, scaled.value.low, scaled.bound, least);
    if (number < least || number > 10 * least)
        return NULL;
    if (number == 10 * least) {
        number = least;
        exponent++;
    }
    if (digits <= TEXT_DIGITS)
        return put_few(to, text_digits_of(number, digits), exponent);
    char text[TEXT_NUMBER];
    text_put_number(text, number);
    return put_digits(to, text, digits, exponent);
}

// Writes the decimal of all numbers of a ball of moderate size if doubles say that it is the same.
//
// First by the high parts alone: their product is below 2^51 and off by less than four units of
// rounding; at 1.5 2^52 the unit of doubles is 1, and the integer nearest to it is in the lower
// bits. The least one with so many digits is left to pairs, as numbers below it have a digit more.
IN_LINE char *put_word(char *to, decimal *scratch, const ball *x, unsigned digits)
{
    const double size = fabs(x->value.high), shift = 0x1.8p52;
    *to = '-'; // a positive number is written over it
    to += x->value.high < 0;
    if (digits <= FEW_DIGITS) {
        const slong exponent = exponent_of(size);
        const uint64_t least = text_ten[digits - 1];
        const double ten = power_near((slong)digits - 1 - exponent);
        const double product = size * ten, shifted = product + shift;
        const double away = fabs(product - (shifted - shift));
        const double slack = (4 * FILTER_UNIT * product + x->bound * ten) * FILTER_ENLARGE;
        uint64_t number;
        memcpy(&number, &shifted, sizeof number);
        number &= (UINT64_C(1) << 51) - 1;
        if (__builtin_expect(away + slack < 0.5 && number - least - 1 < 9 * least - 1, 1))
            return put_few(to, text_digits_of(number, digits), exponent);
    }
    return put_by_pairs(to, scratch, x, digits);
}

// ---- balls ----

// low <= |x| 2^scale <= high, integers of BITS bits. Returns 0 if x may be 0, or is not known.
static int enclose(fmpz_t low, fmpz_t high, int *scale, const ball *x)
{
    enum { BITS = 110, MANTISSA = 53, SCALE_MOST = 1000 };
    int exponent;
    double most = frexp(fabs(x->value.high), &exponent);
    *scale = BITS - exponent;
    if (!(most > 0 && most < 1) || abs(*scale) > SCALE_MOST)
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
static __attribute__((noinline)) char *put_long_ball(char *to, decimal *scratch, const ball *x,
                                                     unsigned digits)
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
    return put_quotient(to, scratch->quotient, exponent);
}

int decimal_put_balls(char *to, size_t *end, decimal *scratch, const ball *x, size_t count,
                      unsigned digits)
{
    char *at = to;
    for (size_t k = 0; k < count; k++) {
        if (digits <= WORD_DIGITS && is_moderate(fabs(x[k].value.high)))
            at = put_word(at, scratch, x + k, digits);
        else
            at = put_long_ball(at, scratch, x + k, digits);
        if (!at)
            return 0;
        end[k] = (size_t)(at - to);
        *at++ = ' ';
    }
    return 1;
}

char *decimal_put(char *to, decimal *scratch, const fmpz_t numerator, const fmpz_t denominator,
                  unsigned digits)
{
    if (fmpz_is_zero(numerator)) {
        *to++ = '0';
        return to;
    }
    const ball quotient = fmpz_is_one(denominator) ? ball_of_integer(numerator, 0)
                                                   : ball_quotient(numerator, denominator);
    size_t end;
    if (digits <= WORD_DIGITS && decimal_put_balls(to, &end, scratch, &quotient, 1, digits))
        return to + end;
    if (fmpz_sgn(numerator) < 0)
        *to++ = '-';
    slong exponent = round_digits(scratch, numerator, denominator, digits);
    return put_quotient(to, scratch->quotient, exponent);
}
