// Planes and points in doubles, from their integers.
#include "domain/rounded_row.h"

#include "exact/filter.h"
#include "exact/rational.h"
#include <math.h>

// approximation = row / divisor, each entry correctly rounded.
static void approx_quotient(double *approx, const fmpz *row, const fmpz_t divisor, size_t columns)
{
    for (size_t i = 0; i < columns; i++) {
        const fmpq quotient = {row[i], *divisor}; // borrowed
        approx[i] = rational_double(&quotient);
    }
}

// |the largest of all entries but the last|, or the last if all others are zero.
static void leading_size(fmpz_t size, const fmpz *row, size_t columns)
{
    fmpz_zero(size);
    for (size_t i = 0; i + 1 < columns; i++)
        if (fmpz_cmpabs(row + i, size) > 0)
            fmpz_abs(size, row + i);
    if (fmpz_is_zero(size))
        fmpz_abs(size, row + columns - 1);
}

static double rounding_error(double rounded)
{
    return FILTER_UNIT * FILTER_ENLARGE * fabs(rounded) + FILTER_TINY;
}

void form_of_row(double *form, const fmpz *row, size_t d)
{
    fmpz_t size;
    fmpz_init(size);
    leading_size(size, row, d + 1);
    approx_quotient(form, row, size, d + 1);
    fmpz_clear(size);
    for (size_t i = 0; i <= d; i++)
        form[d + 1 + i] = rounding_error(form[i]);
}

void place_of_row(double *place, const fmpz *row, size_t d)
{
    const int infinite = fmpz_is_zero(row + d);
    fmpz_t divisor;
    fmpz_init_set(divisor, row + d);
    if (infinite)
        leading_size(divisor, row, d + 1);
    approx_quotient(place, row, divisor, d);
    fmpz_clear(divisor);
    double radius = 0;
    for (size_t i = 0; i < d; i++)
        radius = fmax(radius, rounding_error(place[i]));
    place[d] = infinite ? 0 : 1;
    place[d + 1] = radius;
}
