// Columns of balls: `apart` high parts, low parts and bounds, so that loops over a column are
// vectors.
#pragma once

#include "exact/ball.h"
#include "exact/versions.h"

IN_LINE ball get(const double *column, size_t apart, size_t i)
{
    return (ball){{column[i], column[apart + i]}, column[2 * apart + i]};
}

IN_LINE void put(double *column, size_t apart, size_t i, ball x)
{
    column[i] = x.value.high;
    column[apart + i] = x.value.low;
    column[2 * apart + i] = x.bound;
}

IN_LINE void fill(double *column, size_t apart, ball x)
{
    INDEPENDENT
    for (size_t i = 0; i < apart; i++)
        put(column, apart, i, x);
}

IN_LINE void multiply(double *product, const double *a, const double *b, size_t apart)
{
    INDEPENDENT
    for (size_t i = 0; i < apart; i++)
        put(product, apart, i, ball_multiply(get(a, apart, i), get(b, apart, i)));
}
