// Random lines in doubles, and true lines inside their error bounds.
#ifndef TESTS_APPROXIMATIONS_H
#define TESTS_APPROXIMATIONS_H

#include "base/random.h"
#include "bounds.h"
#include "exact/filter.h"

// The box of error bounds of a line has this many vertices.
enum { COLUMNS = 3, TRUTHS = 1 << COLUMNS };

// ---- Random approximations. ----

typedef enum { PLAIN, PARALLEL, HUGE_ONES, TINY_ONES, MIXED, KINDS } approx_kind;

// In -1..1.
static inline double fraction(random_state *random)
{
    return (double)random_between(random, -(INT64_C(1) << 52), INT64_C(1) << 52) * 0x1p-52;
}

static inline int exponent_of(approx_kind kind, random_state *random)
{
    switch (kind) {
    case HUGE_ONES:
        return (int)random_between(random, 300, 1021);
    case TINY_ONES:
        return (int)random_between(random, -1074, -300);
    case MIXED:
        return (int)random_between(random, -1074, 1021);
    default:
        return (int)random_between(random, -3, 3);
    }
}

static inline void random_line(line_approx *line, approx_kind kind, random_state *random)
{
    int exponent = exponent_of(kind, random);
    for (int i = 0; i < COLUMNS; i++) {
        if (kind == MIXED)
            exponent = exponent_of(kind, random);
        line->a[i] = ldexp(fraction(random), exponent);
        if (random_below(random, 8) == 0)
            line->a[i] = ldexp((double)random_between(random, -2, 2), exponent);
        // Error bound: none, or relative to the size of the line.
        int digits = (int)random_between(random, 2, 60);
        line->bound[i] =
            random_below(random, 3) ? ldexp(fabs(fraction(random)), exponent - digits) : 0;
    }
}

static inline void random_pair(line_approx *a, line_approx *b, approx_kind kind,
                               random_state *random)
{
    random_line(a, kind, random);
    random_line(b, kind, random);
    if (kind != PARALLEL)
        return;
    double factor = fraction(random);
    int digits = (int)random_between(random, 5, 60);
    for (int i = 0; i < 2; i++)
        b->a[i] = factor * a->a[i] + ldexp(b->a[i], -digits);
}

// ---- True lines inside the error bounds: corners of the box of error bounds, and others. ----

static inline void true_line(fmpq *truth, const line_approx *line, unsigned generator,
                             random_state *random)
{
    fmpq_t bound;
    fmpq_init(bound);
    for (int i = 0; i < COLUMNS; i++) {
        exact_double(truth + i, line->a[i]);
        exact_double(bound, line->bound[i]);
        if (random) {
            fmpq_t part;
            fmpq_init(part);
            exact_double(part, fraction(random));
            fmpq_mul(bound, bound, part);
            fmpq_clear(part);
        }
        (generator >> i & 1 ? fmpq_add : fmpq_sub)(truth + i, truth + i, bound);
    }
    fmpq_clear(bound);
}

// The sign of a true line, less a breakpoint that was rounded to shift, at a corner of the square
// that a point is in: bits 0 and 1 of side say which corner, bit 2 which way the rounding went.
static inline int sign_on_side(const fmpq *line, const point_approx *at, double shift,
                               unsigned side)
{
    fmpq *x = _fmpq_vec_init(4), *radius = x + 2, *value = x + 3;
    exact_double(x, at->x);
    exact_double(x + 1, at->y);
    exact_double(radius, at->radius);
    for (int i = 0; i < 2; i++)
        (side >> i & 1 ? fmpq_add : fmpq_sub)(x + i, x + i, radius);
    exact_double(value, shift);
    exact_double(radius, 1 + (side & 4 ? -1 : 1) * 0x1p-53 * 0.999);
    fmpq_mul(value, value, radius);
    fmpq_sub(value, line + 2, value);
    fmpq_addmul(value, line, x);
    fmpq_addmul(value, line + 1, x + 1);
    int sign = fmpq_sgn(value);
    _fmpq_vec_clear(x, 4);
    return sign;
}

#endif
