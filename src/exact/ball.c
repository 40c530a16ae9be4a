// Balls: doubles with an error bound.
#include "exact/ball.h"

#include "exact/rational.h"
#include <gmp.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

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

// Powers of two beyond this exponent are unknown: all parts of a ball are far from the ends.
enum { FAR = 900 };

// Digit k of |z| to the base 2^64.
static uint64_t digit_of(mpz_srcptr z, size_t k)
{
    enum { DIGIT = 64, LIMBS = DIGIT / GMP_NUMB_BITS };
    uint64_t digit = 0;
    for (size_t i = 0; i < LIMBS; i++)
        digit |= (uint64_t)mpz_getlimbn(z, (mp_size_t)(LIMBS * k + i)) << i * (DIGIT / LIMBS);
    return digit;
}

ball ball_of_integer(const fmpz_t x, slong twos)
{
    enum { DIGIT = 64, HALF = 53, LEFT = DIGIT - HALF };
    if (fmpz_is_zero(x))
        return ball_zero;
    if (!COEFF_IS_MPZ(*x) && labs(twos) < FAR && (int64_t)*x >> HALF == (*x < 0 ? -1 : 0))
        return (ball){{ldexp((double)*x, (int)-twos), 0}, 0};
    const size_t bits = fmpz_bits(x), first = (bits - 1) / DIGIT;
    const slong exponent = (slong)bits - twos;
    if (labs(exponent) > FAR)
        return (ball){{0, 0}, INFINITY};
    mpz_t small;
    mpz_srcptr z = COEFF_IS_MPZ(*x) ? COEFF_TO_PTR(*x) : small;
    if (!COEFF_IS_MPZ(*x))
        mpz_init_set_si(small, *x);
    // The first 128 bits.
    uint64_t top = digit_of(z, first), next = first ? digit_of(z, first - 1) : 0;
    const unsigned shift = (unsigned)(DIGIT * (first + 1) - bits);
    if (shift) {
        top = top << shift | next >> (DIGIT - shift);
        next = next << shift | (first > 1 ? digit_of(z, first - 2) >> (DIGIT - shift) : 0);
    }
    if (!COEFF_IS_MPZ(*x))
        mpz_clear(small);
    const uint64_t second = (top << (HALF - LEFT) | next >> 2 * LEFT) & (((uint64_t)1 << HALF) - 1);
    const double high = ldexp((double)(top >> LEFT), (int)exponent - HALF);
    const double low = ldexp((double)second, (int)exponent - 2 * HALF);
    const dd value = {fmpz_sgn(x) * high, fmpz_sgn(x) * low};
    return ball_enlarged(dd_normalise(value), 2 * BALL_UNIT * fabs(value.high));
}

ball ball_of_quotient(const fmpz_t p, const fmpz_t q)
{
    const slong up = (slong)fmpz_bits(p), down = (slong)fmpz_bits(q);
    const ball x = ball_divide(ball_of_integer(p, up), ball_of_integer(q, down));
    if (labs(up - down) > FAR)
        return (ball){{0, 0}, INFINITY};
    const double scale = ldexp(1, (int)(up - down));
    return ball_enlarged((dd){x.value.high * scale, x.value.low * scale}, x.bound * scale);
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
