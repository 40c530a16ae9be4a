// Balls: doubles with an error bound, the numbers that lie within `bound` of `value`.
//
// One of the two types of intervals; the other, in interval.h, has ends of any precision. The
// value is a double-double, as lengths need more than 53 bits; places and distances, which do
// not, leave the low part 0. Every function makes of balls that contain numbers one that contains
// the result. What is lost to rounding is in the bound, itself rounded any way and then enlarged; a
// bound that is infinite or NaN says nothing. lengths.md, 1
#ifndef EXACT_BALL_H
#define EXACT_BALL_H

#include "exact/double_double.h"
#include "exact/filter.h"
#include <flint/fmpq.h>
#include <math.h>

typedef struct {
    dd value; // normalised
    double bound;
} ball;

#define BALL_UNIT (FILTER_UNIT * FILTER_UNIT)

// With what is lost to the rounding of the bound itself.
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
// All numbers from low to high; if they are not finite, all numbers.
ball ball_of_range(double low, double high);

// Sums and products are in line: three doubles go through memory from one function to another.
//
// A sum of double-doubles is off by less than 8 u^2 of the sizes of both.
static inline ball ball_add(ball a, ball b)
{
    const double size = fabs(a.value.high) + fabs(b.value.high);
    return ball_enlarged(dd_add(a.value, b.value), a.bound + b.bound + 8 * BALL_UNIT * size);
}

static inline ball ball_subtract(ball a, ball b)
{
    b.value = (dd){-b.value.high, -b.value.low};
    return ball_add(a, b);
}

// A product of double-doubles is off by less than 16 u^2 of its size.
static inline ball ball_multiply(ball a, ball b)
{
    const double left = fabs(a.value.high) + a.bound, right = fabs(b.value.high) + b.bound;
    const double bound = left * b.bound + a.bound * right + 16 * BALL_UNIT * left * right;
    return ball_enlarged(dd_multiply(a.value, b.value), bound);
}

// Infinite error bound if b may be 0.
ball ball_divide(ball a, ball b);
// Of a number known not to be negative.
ball ball_sqrt(ball a);
// No number of the ball is less than the one or greater than the other; infinite or NaN: not known.
double ball_low(ball a);
double ball_high(ball a);

// The norm of the vector of (slope, rest)[j] (high, low)[j], j < stride, where double-doubles of
// slopes are off by at most 4 u^2 of their size and those of values are taken as they are.
ball ball_norm(const double *slope, const double *rest, const double *high, const double *low,
               size_t stride);

#endif
