// Random hyperplanes of any dimension as doubles with error bounds, and truths inside these.
#ifndef TESTS_HYPERPLANES_H
#define TESTS_HYPERPLANES_H

#include "base/memory.h"
#include "base/random.h"
#include "bounds.h"
#include "exact/filter.h"
#include "exact/point.h"

#include <flint/fmpq_mat.h>
#include <flint/fmpq_vec.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_DIMENSION = 8, MOST_FORMS = MOST_DIMENSION + 8 };

typedef struct {
    size_t count, dimension;
    int infinite;
    double *form[MOST_FORMS]; // each in memory of its own, which sanitizers watch
    double *point, *scratch;
} meeting;

static inline void meeting_init(meeting *m, size_t count, size_t dimension, int infinite)
{
    *m = (meeting){.count = count, .dimension = dimension, .infinite = infinite};
    for (size_t i = 0; i < count; i++)
        m->form[i] = memory_new(form_doubles(dimension), sizeof(double));
    m->point = memory_new(dimension + 2, sizeof(double));
    m->scratch = memory_new(filter_point_scratch(count, dimension), sizeof(double));
    for (size_t i = 0; i < filter_point_scratch(count, dimension); i++)
        m->scratch[i] = NAN;
}

static inline void meeting_clear(meeting *m)
{
    for (size_t i = 0; i < m->count; i++)
        free(m->form[i]);
    free(m->point);
    free(m->scratch);
}

static inline void find_point(meeting *m)
{
    const double *form[MOST_FORMS];
    for (size_t i = 0; i < m->count; i++)
        form[i] = m->form[i];
    filter_point(m->point, form, m->count, m->dimension, m->infinite, m->scratch);
}

// ---- Random forms. ----

typedef enum {
    PLAIN_FORMS,
    NEARLY_SINGULAR,     // the last one nearly depends on others
    SINGULAR_TO_DOUBLES, // so nearly that rounding decides, and no error bound
    HUGE_FORMS,
    TINY_FORMS,
    ANY_SCALE, // every form at its own
    ANY_ENTRY, // every entry at its own
} form_kind;

// In -1..1.
static inline double part_of_one(random_state *random)
{
    return (double)random_between(random, -(INT64_C(1) << 52), INT64_C(1) << 52) * 0x1p-52;
}

static inline int scale_of_kind(form_kind kind, random_state *random)
{
    switch (kind) {
    case HUGE_FORMS:
        return (int)random_between(random, 980, 1023);
    case TINY_FORMS:
        return (int)random_between(random, -1074, -980);
    case ANY_SCALE:
    case ANY_ENTRY:
        return (int)random_between(random, -1000, 1000);
    default:
        return (int)random_between(random, -2, 2);
    }
}

static inline void random_forms(meeting *m, form_kind kind, random_state *random)
{
    size_t d = m->dimension;
    int digits = (int)random_between(random, 5, 60), has_bound = random_below(random, 3) > 0;
    has_bound &= kind != SINGULAR_TO_DOUBLES;
    int common = scale_of_kind(kind, random);
    for (size_t i = 0; i < m->count; i++) {
        int exponent = kind == HUGE_FORMS ? common : scale_of_kind(kind, random);
        for (size_t j = 0; j <= d; j++) {
            if (kind == ANY_ENTRY)
                exponent = j < d ? (int)random_between(random, -300, 300) : exponent;
            double *at = m->form[i] + j;
            *at = ldexp(part_of_one(random), exponent);
            if (random_below(random, 8) == 0)
                *at = ldexp((double)random_between(random, -1, 1), exponent);
            at[d + 1] = has_bound && random_below(random, 3)
                            ? ldexp(fabs(part_of_one(random)), exponent - digits)
                            : 0;
        }
    }
    if ((kind != NEARLY_SINGULAR && kind != SINGULAR_TO_DOUBLES) || m->count < 2)
        return;
    double *last = m->form[m->count - 1];
    int apart = (int)random_between(random, kind == NEARLY_SINGULAR ? 5 : 40, 60);
    for (size_t j = 0; j < d; j++) {
        last[j] = ldexp(last[j], -apart);
        for (size_t i = 0; i + 1 < m->count; i++)
            last[j] += (i % 2 ? 0.3 : 0.7) * m->form[i][j];
    }
}

// No zeros, error bounds of the least kind: none. The sizes of the forms stay as they are.
// Without a random_state only the error bounds go.
static inline void spread_evenly(meeting *m, random_state *random)
{
    size_t d = m->dimension;
    for (size_t i = 0; i < m->count; i++) {
        int exponent = m->form[i][d] != 0 ? ilogb(m->form[i][d]) : 0;
        for (size_t j = 0; j <= d; j++) {
            if (random)
                m->form[i][j] = ldexp(part_of_one(random), exponent);
            m->form[i][j + d + 1] = 0;
        }
    }
}

// ---- Truths. ----

// Truth number k: the forms themselves, corners of the box of error bounds, and inside it.
static inline void true_forms(fmpq_mat_t truth, const meeting *m, unsigned k, random_state *random)
{
    fmpq *bound = _fmpq_vec_init(2), *share = bound + 1;
    for (size_t i = 0; i < m->count; i++)
        for (size_t j = 0; j <= m->dimension; j++) {
            fmpq *entry = fmpq_mat_entry(truth, (slong)i, (slong)j);
            exact_double(entry, m->form[i][j]);
            if (k == 0)
                continue;
            exact_double(bound, m->form[i][j + m->dimension + 1]);
            exact_double(share, k == 1 ? part_of_one(random) : random_below(random, 2) ? 1 : -1);
            fmpq_addmul(entry, bound, share);
        }
    _fmpq_vec_clear(bound, 2);
}

// Solves the first n rows for the d entries of x but number `unit`, with the value of that
// given (the constant's factor if unit = d). Returns 0 if they are not determined.
static inline bool solve_for(fmpq *x, const fmpq_mat_t row, size_t n, size_t d, size_t unit)
{
    fmpq_mat_t a, b;
    fmpq_mat_init(a, (slong)n, (slong)n);
    fmpq_mat_init(b, (slong)n, 1);
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0, to = 0; j < d; j++)
            if (j != unit)
                fmpq_set(fmpq_mat_entry(a, (slong)i, (slong)to++),
                         fmpq_mat_entry(row, (slong)i, (slong)j));
        fmpq *right = fmpq_mat_entry(b, (slong)i, 0);
        fmpq_mul(right, fmpq_mat_entry(row, (slong)i, (slong)unit), x + unit);
        fmpq_neg(right, right);
    }
    bool solved = n == 0 || fmpq_mat_solve(b, a, b);
    for (size_t j = 0, from = 0; j < d && solved; j++)
        if (j != unit)
            fmpq_set(x + j, fmpq_mat_entry(b, (slong)from++, 0));
    fmpq_mat_clear(a);
    fmpq_mat_clear(b);
    return solved;
}

// A double near the truth, and at least how far it is away, to which some is added.
static inline void round_entry(double *form, size_t d, size_t j, const fmpq_t truth,
                               random_state *random)
{
    form[j] = nearest_double(truth);
    if (random_below(random, 2))
        form[j] *= 1 + ldexp(part_of_one(random), -(int)random_between(random, 20, 52));
    fmpq_t error;
    fmpq_init(error);
    exact_double(error, form[j]);
    fmpq_sub(error, error, truth);
    form[j + d + 1] = fabs(nearest_double(error)) * (1 + 0x1p-40) + 0x1p-1060;
    fmpq_clear(error);
}

// The linear parts of the first `needed` rows are independent.
static inline bool are_independent(const fmpq_mat_t row, size_t needed, size_t d)
{
    fmpq_mat_t first;
    fmpq_mat_init(first, (slong)needed, (slong)d);
    for (size_t i = 0; i < needed; i++)
        for (size_t j = 0; j < d; j++)
            fmpq_set(fmpq_mat_entry(first, (slong)i, (slong)j),
                     fmpq_mat_entry(row, (slong)i, (slong)j));
    bool independent = needed == 0 || fmpq_mat_rref(first, first) == (slong)needed;
    fmpq_mat_clear(first);
    return independent;
}

// Small slopes, and the last entry (of the linear part, for a direction) so that the row
// vanishes at x.
static inline void true_row_through(fmpq *row, const fmpq *x, size_t d, int infinite,
                                    random_state *random)
{
    fmpq *fixed = row + (infinite ? d - 1 : d);
    for (size_t j = 0; j <= d; j++)
        fmpq_set_si(row + j, (slong)random_between(random, -2, 2), 3);
    fmpq_zero(fixed);
    for (size_t j = 0; row + j < fixed; j++)
        fmpq_submul(fixed, row + j, x + j);
}

// True forms that all vanish at one random point, or whose linear parts do in one
// direction, of which the first determine it; the approximations follow from them.
static inline void forms_through_a_point(meeting *m, fmpq_mat_t truth, random_state *random)
{
    size_t d = m->dimension;
    fmpq *x = _fmpq_vec_init((slong)d);
    do {
        for (size_t j = 0; j < d; j++)
            fmpq_set_si(x + j, (slong)random_between(random, -9, 9),
                        (ulong)random_between(random, 1, 9));
        if (m->infinite)
            fmpq_one(x + d - 1);
        for (size_t i = 0; i < m->count; i++)
            true_row_through(fmpq_mat_entry(truth, (slong)i, 0), x, d, m->infinite, random);
    } while (!are_independent(truth, d - (m->infinite != 0), d));
    for (size_t i = 0; i < m->count; i++) {
        int exponent = (int)random_between(random, -900, 900);
        for (size_t j = 0; j <= d; j++)
            round_entry(m->form[i], d, j, fmpq_mat_entry(truth, (slong)i, (slong)j), random);
        for (size_t j = 0; j < form_doubles(d); j++)
            m->form[i][j] = ldexp(m->form[i][j], exponent);
    }
    _fmpq_vec_clear(x, (slong)d);
}

#endif
