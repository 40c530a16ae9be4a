// Random shadows of lines, and true lines inside their slacks.
#ifndef TESTS_SHADOWS_H
#define TESTS_SHADOWS_H

#include "base/random.h"
#include "bounds.h"
#include "exact/filter.h"

// A slack box of a line has so many corners.
enum { COLUMNS = 3, TRUTHS = 1 << COLUMNS };

// ---- Random shadows. ----

typedef enum { PLAIN, PARALLEL, HUGE_ONES, TINY_ONES, MIXED, KINDS } shadow_kind;

// In -1..1.
static inline double fraction(random_state *random)
{
    return (double)random_between(random, -(INT64_C(1) << 52), INT64_C(1) << 52) * 0x1p-52;
}

static inline int exponent_of(shadow_kind kind, random_state *random)
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

static inline void random_line(line_shadow *line, shadow_kind kind, random_state *random)
{
    int exponent = exponent_of(kind, random);
    for (int i = 0; i < COLUMNS; i++) {
        if (kind == MIXED)
            exponent = exponent_of(kind, random);
        line->a[i] = ldexp(fraction(random), exponent);
        if (random_below(random, 8) == 0)
            line->a[i] = ldexp((double)random_between(random, -2, 2), exponent);
        // Slack: none, or relative to the size of the line.
        int digits = (int)random_between(random, 2, 60);
        line->slack[i] =
            random_below(random, 3) ? ldexp(fabs(fraction(random)), exponent - digits) : 0;
    }
}

static inline void random_pair(line_shadow *a, line_shadow *b, shadow_kind kind,
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

// ---- True lines inside the slacks: corners of the slack box, and others. ----

static inline void true_line(fmpq *truth, const line_shadow *line, unsigned corner,
                             random_state *random)
{
    fmpq_t slack;
    fmpq_init(slack);
    for (int i = 0; i < COLUMNS; i++) {
        exact_double(truth + i, line->a[i]);
        exact_double(slack, line->slack[i]);
        if (random) {
            fmpq_t part;
            fmpq_init(part);
            exact_double(part, fraction(random));
            fmpq_mul(slack, slack, part);
            fmpq_clear(part);
        }
        (corner >> i & 1 ? fmpq_add : fmpq_sub)(truth + i, truth + i, slack);
    }
    fmpq_clear(slack);
}

#endif
