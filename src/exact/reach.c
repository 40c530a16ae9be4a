// How far a point is from a hyperplane, in doubles with proved bounds. docs/filter.md, 14.
#include "exact/reach.h"

#include "exact/filter.h"
#include <math.h>

// |numerator / denominator|, off by at most 8 u of itself and FILTER_TINY; infinite if it is large.
static double quotient(const fmpz_t numerator, const fmpz_t denominator)
{
    slong up, down;
    double above = fmpz_get_d_2exp(&up, numerator), below = fmpz_get_d_2exp(&down, denominator);
    slong exponent = up - down;
    if (above == 0)
        return 0;
    if (exponent > 1000)
        return HUGE_VAL;
    return ldexp(fabs(above / below), exponent < -2000 ? -2000 : (int)exponent);
}

// filter.md, 6, for any number of entries.
static double norm_of(const double *entries, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += entries[i] * entries[i];
    return (sqrt(sum) + (double)n * 0x1p-530) * FILTER_ENLARGE;
}

reach filter_reach(const fmpz_t value, const fmpz_t weight, const fmpq_t scale, const double *form,
                   size_t dimension)
{
    static const double shrink = 1 - 0x1p-18;
    fmpz_t numerator, denominator;
    fmpz_init(numerator);
    fmpz_init(denominator);
    fmpz_mul(numerator, value, fmpq_denref(scale));
    fmpz_mul(denominator, weight, fmpq_numref(scale));
    double size = quotient(numerator, denominator);
    fmpz_clear(numerator);
    fmpz_clear(denominator);

    double norm = norm_of(form, dimension);
    double slip = norm_of(form + dimension + 1, dimension);
    double least = norm * shrink - (double)dimension * 0x1p-529 - slip;
    reach distance = {0, HUGE_VAL};
    double low = (size * shrink - FILTER_TINY) / (norm + slip) * shrink - FILTER_TINY;
    double high = (size + FILTER_TINY) / least * FILTER_ENLARGE * FILTER_ENLARGE + FILTER_TINY;
    if (low > 0 && low < HUGE_VAL)
        distance.low = low;
    if (least > 0 && high >= 0)
        distance.high = high;
    return distance;
}

void reach_square(fmpq_t square, reach distance)
{
    mpq_t exact;
    mpq_init(exact);
    mpq_set_d(exact, distance.low);
    fmpq_set_mpq(square, exact);
    fmpq_mul(square, square, square);
    mpq_clear(exact);
}
