// Balls: doubles with an error bound.
#include "exact/ball.h"

#include "exact/rational.h"
#include <math.h>

ball ball_of_range(double low, double high)
{
    double middle = low + (high - low) / 2;
    if (!(high - low < INFINITY))
        return (ball){{0, 0}, INFINITY};
    // Two roundings of numbers of the size of the ends, at most.
    return ball_enlarged((dd){middle, 0},
                         (high - low) / 2 + 4 * FILTER_UNIT * (fabs(low) + fabs(high)));
}

// The remainder is at most u |x| and rounded once more.
ball ball_of_rational(const fmpq_t x)
{
    const double high = rational_double(x);
    return ball_enlarged((dd){high, rational_rest(x)}, 2 * BALL_UNIT * fabs(high));
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
    return ball_enlarged(root.value, ball_defect(a, root, root) / root.value.high * FILTER_ENLARGE);
}

// A sum of doubles is rounded to the nearest, and rounding is monotone. The ends of the low part
// are rounded too, so they are moved outwards.
bool ball_nearest(double *nearest, const ball *x)
{
    const double slip = 0x1p-40 * (fabs(x->value.low) + x->bound);
    const double below = x->value.low - x->bound - slip, above = x->value.low + x->bound + slip;
    *nearest = x->value.high;
    return *nearest + below == *nearest && *nearest + above == *nearest;
}

// The error of doubles: the low part, and one rounding of the difference.
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
