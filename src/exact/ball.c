// Balls: doubles with an error bound.
#include "exact/ball.h"

#include <float.h>
#include <math.h>

#define UNIT_SQUARE (FILTER_UNIT * FILTER_UNIT)

static ball enlarged(dd value, double bound)
{
    return (ball){value, (bound + FILTER_TINY) * FILTER_ENLARGE};
}

ball ball_of(dd value, double bound)
{
    return (ball){dd_normalise(value), bound};
}

ball ball_of_range(double low, double high)
{
    double middle = low + (high - low) / 2;
    if (!(high - low < INFINITY))
        return (ball){{0, 0}, INFINITY};
    // Two roundings of numbers of the size of the ends, at most.
    return enlarged((dd){middle, 0}, (high - low) / 2 + 4 * FILTER_UNIT * (fabs(low) + fabs(high)));
}

// A sum of double-doubles is off by less than 8 u^2 of the sizes of both.
ball ball_add(ball a, ball b)
{
    double size = fabs(a.value.high) + fabs(b.value.high);
    return enlarged(dd_add(a.value, b.value), a.bound + b.bound + 8 * UNIT_SQUARE * size);
}

ball ball_subtract(ball a, ball b)
{
    b.value = (dd){-b.value.high, -b.value.low};
    return ball_add(a, b);
}

// A product of double-doubles is off by less than 16 u^2 of its size.
ball ball_multiply(ball a, ball b)
{
    double left = fabs(a.value.high) + a.bound, right = fabs(b.value.high) + b.bound;
    double bound = left * b.bound + a.bound * right + 16 * UNIT_SQUARE * left * right;
    return enlarged(dd_multiply(a.value, b.value), bound);
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
    return enlarged(quotient.value, bound);
}

// ||x| - |y|| <= |x - y|
ball ball_abs(ball a)
{
    return a.value.high < 0 ? (ball){{-a.value.high, -a.value.low}, a.bound} : a;
}

// x 2^-exponent: what its first double leaves is an integer too, of which the second takes all but
// a share of 2^-52.
static ball leading(const fmpz_t x, slong exponent)
{
    enum { MANTISSA = 53 };
    slong first, second;
    fmpz_t rest;
    double high = fmpz_get_d_2exp(&first, x);
    fmpz_init(rest);
    fmpz_set_d(rest, ldexp(high, MANTISSA));
    if (first > MANTISSA)
        fmpz_mul_2exp(rest, rest, (ulong)(first - MANTISSA));
    else
        fmpz_tdiv_q_2exp(rest, rest, (ulong)(MANTISSA - first));
    fmpz_sub(rest, x, rest);
    double low = fmpz_get_d_2exp(&second, rest);
    fmpz_clear(rest);
    dd value = {ldexp(high, (int)(first - exponent)), ldexp(low, (int)(second - exponent))};
    return enlarged(dd_normalise(value), 2 * DBL_EPSILON * fabs(value.low));
}

ball ball_quotient(const fmpz_t numerator, const fmpz_t denominator)
{
    slong exponent = (slong)fmpz_bits(denominator);
    return ball_divide(leading(numerator, exponent), leading(denominator, exponent));
}

// |r - sqrt(a)| = |r^2 - a| / (r + sqrt(a)) <= |r^2 - a| / r for any r > 0.
ball ball_sqrt(ball a)
{
    double first = sqrt(a.value.high);
    if (!(first > 0))
        return enlarged((dd){0, 0}, sqrt(fabs(a.value.high) + a.bound) * FILTER_ENLARGE);
    dd start = {first, 0};
    dd rest = dd_subtract(a.value, dd_multiply(start, start));
    ball root = {dd_add(start, (dd){rest.high / (2 * first), 0}), 0};
    return enlarged(root.value, defect(a, root, root) / root.value.high * FILTER_ENLARGE);
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
    double error = (8 * (double)stride + 64) * UNIT_SQUARE * sum.high;
    error += 8 * (double)(stride + 1) * FILTER_TINY;
    return ball_sqrt(enlarged(sum, error));
}
