// Doubles and their error bounds, against the truth in rationals.
#ifndef TESTS_BOUNDS_H
#define TESTS_BOUNDS_H

#include "exact/ball.h"
#include "exact_double.h"
#include <flint/fmpq.h>
#include <flint/fmpq_vec.h>
#include <math.h>
#include <stdbool.h>

static inline double nearest_double(const fmpq_t x)
{
    mpq_t q;
    mpq_init(q);
    fmpq_get_mpq(q, x);
    double d = mpq_get_d(q);
    mpq_clear(q);
    return d;
}

// |truth - approximation| <= bound. A bound that is not finite says nothing, so it holds.
static inline bool is_within(const fmpq_t truth, double approx, double bound)
{
    if (!(bound < INFINITY))
        return true;
    if (!isfinite(approx))
        return false;
    fmpq_t distance, limit;
    fmpq_init(distance);
    fmpq_init(limit);
    exact_double(distance, approx);
    exact_double(limit, bound);
    fmpq_sub(distance, distance, truth);
    fmpq_abs(distance, distance);
    bool good = fmpq_cmp(distance, limit) <= 0;
    fmpq_clear(distance);
    fmpq_clear(limit);
    return good;
}

// The same of a ball.
static inline bool ball_is_within(const fmpq_t truth, ball b)
{
    if (!(b.bound < INFINITY))
        return true;
    if (!isfinite(b.value.low))
        return false;
    fmpq *rest = _fmpq_vec_init(1);
    exact_double(rest, b.value.low);
    fmpq_sub(rest, truth, rest);
    const bool good = is_within(rest, b.value.high, b.bound);
    _fmpq_vec_clear(rest, 1);
    return good;
}

// One coordinate: the factors s with |s truth - approximation| <= bound, cut down [low, high].
static inline bool narrow_factor(fmpq *low, fmpq *high, const fmpq_t truth, double approx,
                                 double bound)
{
    if (fmpq_is_zero(truth))
        return is_within(truth, approx, bound);
    fmpq *end = _fmpq_vec_init(3), *width = end + 2;
    exact_double(width, bound);
    exact_double(end, approx);
    fmpq_add(end + 1, end, width);
    fmpq_sub(end, end, width);
    for (int i = 0; i < 2; i++)
        fmpq_div(end + i, end + i, truth);
    int up = fmpq_sgn(truth) > 0;
    if (fmpq_cmp(end + !up, low) > 0)
        fmpq_set(low, end + !up);
    if (fmpq_sgn(high) < 0 || fmpq_cmp(end + up, high) < 0)
        fmpq_set(high, end + up);
    bool good = fmpq_sgn(end + up) > 0 && fmpq_cmp(low, high) <= 0;
    _fmpq_vec_clear(end, 3);
    return good;
}

// The same up to one positive factor for all n entries: |s truth[i] - approximation[i]| <=
// bound[i].
static inline bool is_multiple_within(const fmpq *truth, const double *approx, const double *bound,
                                      size_t n)
{
    fmpq *range = _fmpq_vec_init(2); // of s; at first without an upper end
    fmpq_set_si(range + 1, -1, 1);
    bool good = true;
    for (size_t i = 0; i < n; i++)
        if (bound[i] < INFINITY)
            good &= isfinite(approx[i]) &&
                    narrow_factor(range, range + 1, truth + i, approx[i], bound[i]);
    _fmpq_vec_clear(range, 2);
    return good;
}

#endif
