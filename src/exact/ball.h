// Balls: doubles with an error bound, the numbers that lie within `bound` of `value`.
//
// One of two types of intervals; interval.h has ends of any precision. The value is a
// double-double, since lengths need more than 53 bits; places and distances leave the low part 0.
// Every function returns a ball that contains the result for all numbers in its arguments. The
// bound includes rounding errors, also its own. An infinite or NaN bound means that nothing is
// known. lengths.md, 1
#pragma once

#include "exact/double_double.h"
#include "exact/filter.h"
#include <flint/fmpq.h>
#include <math.h>
#include <stdbool.h>

typedef struct {
    dd value; // normalised
    double bound;
} ball;

static const ball ball_zero = {{0, 0}, 0}, ball_one = {{1, 0}, 0};

#define BALL_UNIT (FILTER_UNIT * FILTER_UNIT)

// Enlarges the bound by its own rounding error.
static inline ball ball_enlarged(dd value, double bound)
{
    return (ball){value, (bound + FILTER_TINY) * FILTER_ENLARGE};
}

// The value need not be normalised.
static inline ball ball_of(dd value, double bound)
{
    return (ball){dd_normalise(value), bound};
}

// x, but for about 2^-105 of it. Within the range of doubles.
ball ball_of_rational(const fmpq_t x);
// x 2^-twos, but for 2^-104 of it; unknown if it is beyond 2^900 or below 2^-900.
ball ball_of_integer(const fmpz_t x, slong twos);
// p / q, but for 2^-98 of it; unknown likewise. q is not 0.
ball ball_of_quotient(const fmpz_t p, const fmpz_t q);
// All numbers from low to high; if they are not finite, all numbers.
ball ball_of_range(double low, double high);

// Sums, products and quotients are inline, since calls would pass three doubles through memory.
//
// The error of a sum of double-doubles is less than 8 u^2 (|a| + |b|).
static inline ball ball_add(ball a, ball b)
{
    const double size = fabs(a.value.high) + fabs(b.value.high);
    return ball_enlarged(dd_add(a.value, b.value), a.bound + b.bound + 8 * BALL_UNIT * size);
}

static inline ball ball_negate(ball a)
{
    return (ball){{-a.value.high, -a.value.low}, a.bound};
}

static inline ball ball_subtract(ball a, ball b)
{
    return ball_add(a, ball_negate(b));
}

// The error of a product of double-doubles is less than 16 u^2 |a b|.
static inline ball ball_multiply(ball a, ball b)
{
    const double left = fabs(a.value.high) + a.bound, right = fabs(b.value.high) + b.bound;
    const double bound = left * b.bound + a.bound * right + 16 * BALL_UNIT * left * right;
    return ball_enlarged(dd_multiply(a.value, b.value), bound);
}

// An upper bound of |a - b c|.
static inline __attribute__((always_inline)) double ball_defect(ball a, ball b, ball c)
{
    ball difference = ball_subtract(a, ball_multiply(b, c));
    return fabs(difference.value.high) * FILTER_ENLARGE + difference.bound;
}

// Infinite error bound if b may be 0. |q - a/b| = |a - q b| / |b|, whatever q is.
static inline __attribute__((always_inline)) ball ball_divide(ball a, ball b)
{
    double least = fabs(b.value.high) / FILTER_ENLARGE - b.bound;
    double first = a.value.high / b.value.high;
    dd zero = {0, 0}, start = {first, 0};
    dd rest = dd_subtract(a.value, dd_multiply(start, b.value));
    ball quotient = {dd_add(start, (dd){rest.high / b.value.high, 0}), 0};
    double bound = ball_defect(a, quotient, b) / least * FILTER_ENLARGE;
    if (!(least > 0))
        return (ball){zero, INFINITY};
    return ball_enlarged(quotient.value, bound);
}

// The root of a number that is not negative.
ball ball_sqrt(ball a);
// The double that is nearest to all numbers in the ball. Returns 0 if they may have several.
bool ball_nearest(double *nearest, const ball *x);
// Bounds of all numbers in the ball; infinite or NaN: unknown.
double ball_low(ball a);
double ball_high(ball a);

// The norm of the vector of (slope, rest)[j] (high, low)[j], j < stride. Slopes have a relative
// error of at most 4 u^2; values are taken as exact.
ball ball_norm(const double *slope, const double *rest, const double *high, const double *low,
               size_t stride);
