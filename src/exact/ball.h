// Balls: double-doubles with a bound on how far the true number may be away.
//
// Every function makes of balls that contain numbers one that contains the result. What is lost
// to rounding is in the error bound, itself rounded any way and then enlarged; an error bound that
// is infinite or NaN says nothing. docs/paths.md, 3
#ifndef EXACT_BALL_H
#define EXACT_BALL_H

#include "exact/double_double.h"
#include "exact/filter.h"

typedef struct {
    dd value; // normalised
    double bound;
} ball;

// The value need not be normalised.
ball ball_of(dd value, double bound);
ball ball_add(ball a, ball b);
ball ball_subtract(ball a, ball b);
ball ball_multiply(ball a, ball b);
// Infinite error bound if b may be 0.
ball ball_divide(ball a, ball b);
// Of a number known not to be negative.
ball ball_sqrt(ball a);
// -1, 1: all of it is negative, or positive; 0: not known.
int ball_sign(ball a);

// The norm of the vector of (slope, rest)[j] (high, low)[j], j < stride, where pairs of slopes
// are off by at most 4 u^2 of their size and those of values are taken as they are.
ball ball_norm(const double *slope, const double *rest, const double *high, const double *low,
               size_t stride);

#endif
