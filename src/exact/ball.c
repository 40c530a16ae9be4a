// Balls: doubles with an error bound.
#include "exact/ball.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

ball ball_of_range(double low, double high)
{
    double middle = low + (high - low) / 2;
    if (!(high - low < INFINITY))
        return (ball){{0, 0}, INFINITY};
    // Two roundings of numbers of the size of the ends, at most.
    return ball_enlarged((dd){middle, 0},
                         (high - low) / 2 + 4 * FILTER_UNIT * (fabs(low) + fabs(high)));
}

// How far a - b c may be from 0, at most.
static double defect(ball a, ball b, ball c)
{
    ball difference = ball_subtract(a, ball_multiply(b, c));
    return fabs(difference.value.high) * FILTER_ENLARGE + difference.bound;
}

// |q - a/b| = |a - q b| / |b|, whatever q is.
ball ball_divide(ball a, ball b)
{
    double least = fabs(b.value.high) / FILTER_ENLARGE - b.bound;
    double first = a.value.high / b.value.high;
    dd zero = {0, 0}, start = {first, 0};
    dd rest = dd_subtract(a.value, dd_multiply(start, b.value));
    ball quotient = {dd_add(start, (dd){rest.high / b.value.high, 0}), 0};
    double bound = defect(a, quotient, b) / least * FILTER_ENLARGE;
    if (!(least > 0))
        return (ball){zero, INFINITY};
    return ball_enlarged(quotient.value, bound);
}

// With q the nearest double to a.high / n, a.high - q n is a double.
ball ball_over(ball a, double n)
{
    const double first = a.value.high / n;
    const double rest = (fma(-first, n, a.value.high) + a.value.low) / n;
    return ball_enlarged(dd_normalise((dd){first, rest}),
                         a.bound / n + 8 * BALL_UNIT * fabs(first));
}

double ball_power(slong exponent)
{
    enum { BIAS = 1023, MANTISSA = 52 };
    if (exponent <= -BIAS || exponent > BIAS)
        return ldexp(1, (int)FLINT_MAX(FLINT_MIN(exponent, 2 * BIAS), -2 * BIAS));
    const uint64_t bits = (uint64_t)(exponent + BIAS) << MANTISSA;
    double power;
    memcpy(&power, &bits, sizeof power);
    return power;
}

// The upper 128 bits, from the first one that is set. Both halves of the upper word are doubles,
// whose sum s has an error of at most half a unit; of the lower word, added to that error, and of
// what is below less than 4 u^2 s is lost.
ball ball_of_integer(const fmpz_t x, slong exponent)
{
    int negative = *x < 0;
    const mp_limb_t small = negative ? -(ulong)*x : (ulong)*x, *word = &small;
    size_t words = 1;
    if (COEFF_IS_MPZ(*x)) {
        const __mpz_struct *number = COEFF_TO_PTR(*x);
        negative = number->_mp_size < 0;
        word = number->_mp_d;
        words = (size_t)abs(number->_mp_size);
    }
    if (!word[words - 1])
        return (ball){{0, 0}, 0};
    const int shift = __builtin_clzll(word[words - 1]);
    unsigned __int128 top = (unsigned __int128)word[words - 1] << FLINT_BITS;
    top |= words > 1 ? word[words - 2] : 0;
    top <<= shift;
    top |= words > 2 && shift ? word[words - 3] >> (FLINT_BITS - shift) : 0;
    const uint64_t upper = (uint64_t)(top >> FLINT_BITS), lower = (uint64_t)top;
    const double high = (double)(int64_t)(upper >> 32) * 0x1p32;
    const double next = (double)(int64_t)(upper & 0xffffffff), sum = high + next;
    const double low = (next - (sum - high)) + (double)(int64_t)(lower >> 1) * 0x1p-63;
    const dd value = dd_normalise((dd){sum, low});
    const slong scale = (slong)(FLINT_BITS * (words - 1)) - shift - exponent;
    const double unit = negative ? -ball_power(scale) : ball_power(scale);
    return ball_enlarged((dd){value.high * unit, value.low * unit},
                         words > 1 ? 4 * BALL_UNIT * fabs(value.high * unit) : 0);
}

ball ball_quotient(const fmpz_t numerator, const fmpz_t denominator)
{
    slong exponent = (slong)fmpz_bits(denominator);
    return ball_divide(ball_of_integer(numerator, exponent),
                       ball_of_integer(denominator, exponent));
}

// |r - sqrt(a)| = |r^2 - a| / (r + sqrt(a)) <= |r^2 - a| / r for any r > 0.
ball ball_sqrt(ball a)
{
    double first = sqrt(a.value.high);
    if (!(first > 0))
        return ball_enlarged((dd){0, 0}, sqrt(fabs(a.value.high) + a.bound) * FILTER_ENLARGE);
    dd start = {first, 0};
    dd rest = dd_subtract(a.value, dd_multiply(start, start));
    ball root = {dd_add(start, (dd){rest.high / (2 * first), 0}), 0};
    return ball_enlarged(root.value, defect(a, root, root) / root.value.high * FILTER_ENLARGE);
}

// What doubles may be off by: the low part, and one rounding of the difference.
static double reach_of(ball a)
{
    return (a.bound + 2 * FILTER_UNIT * fabs(a.value.high) + FILTER_TINY) * FILTER_ENLARGE;
}

double ball_low(ball a)
{
    return a.value.high - reach_of(a);
}

double ball_high(ball a)
{
    return a.value.high + reach_of(a);
}

ball ball_norm(const double *slope, const double *rest, const double *high, const double *low,
               size_t stride)
{
    dd sum = dd_kernel_square_sum(slope, rest, high, low, stride);
    double error = (8 * (double)stride + 64) * BALL_UNIT * sum.high;
    error += 8 * (double)(stride + 1) * FILTER_TINY;
    return ball_sqrt(ball_enlarged(sum, error));
}
