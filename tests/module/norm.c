// Bounds on norms: never below the norm, and not far above it.
#include "exact/norm.h"
#include "base/memory.h"
#include "base/random.h"
#include "bounds.h"
#include "exact/kernels.h"
#include "exact/rational.h"
#include "unit.h"

#include <flint/fmpq.h>
#include <flint/fmpq_vec.h>
#include <gmp.h>
#include <math.h>
#include <stdio.h>

enum { WIDEST = 90 };

// Stored column by column, as the filter wants it, with the exact numbers beside it.
typedef struct {
    size_t rows, columns, stride;
    double rounded[WIDEST * WIDEST];
    fmpq *exact; // columns x rows
} matrix;

static void matrix_init(matrix *m, size_t rows, size_t columns)
{
    *m = (matrix){.rows = rows, .columns = columns, .stride = kernel_stride(rows)};
    m->exact = _fmpq_vec_init((slong)(rows * columns));
}

static void matrix_clear(matrix *m)
{
    _fmpq_vec_clear(m->exact, (slong)(m->rows * m->columns));
}

// Each entry rounded, like the weights of a network.
static void matrix_round(matrix *m)
{
    for (size_t c = 0; c < m->columns; c++)
        for (size_t r = 0; r < m->rows; r++)
            m->rounded[c * m->stride + r] = rational_double(m->exact + c * m->rows + r);
}

static double bound_of(const matrix *m)
{
    return filter_spectral_norm(m->rounded, m->rows, m->columns, m->stride);
}

// ---- |W v| <= bound |v|, in rationals. ----

static bool bounds_image(double bound, const matrix *m, const fmpq *v)
{
    if (!(bound < INFINITY))
        return true;
    fmpq_t in, out, sum, square;
    fmpq_init(in);
    fmpq_init(out);
    fmpq_init(sum);
    fmpq_init(square);
    for (size_t r = 0; r < m->rows; r++) {
        fmpq_zero(sum);
        for (size_t c = 0; c < m->columns; c++)
            fmpq_addmul(sum, m->exact + c * m->rows + r, v + c);
        fmpq_addmul(out, sum, sum);
    }
    for (size_t c = 0; c < m->columns; c++)
        fmpq_addmul(in, v + c, v + c);
    exact_double(square, bound);
    fmpq_mul(square, square, square);
    fmpq_mul(in, in, square);
    bool good = fmpq_cmp(out, in) <= 0;
    fmpq_clear(in);
    fmpq_clear(out);
    fmpq_clear(sum);
    fmpq_clear(square);
    return good;
}

// v = W^T W v, scaled to largest entry 1: towards the direction of largest stretch.
static void power_step(double *v, const matrix *m)
{
    double image[WIDEST] = {0}, next[WIDEST] = {0}, largest = 0;
    for (size_t c = 0; c < m->columns; c++)
        for (size_t r = 0; r < m->rows; r++)
            image[r] += m->rounded[c * m->stride + r] * v[c];
    double size = 0;
    for (size_t r = 0; r < m->rows; r++)
        size = fmax(size, fabs(image[r]));
    for (size_t c = 0; c < m->columns; c++) {
        for (size_t r = 0; r < m->rows && size > 0; r++)
            next[c] += m->rounded[c * m->stride + r] * (image[r] / size);
        largest = fmax(largest, fabs(next[c]));
    }
    for (size_t c = 0; c < m->columns && largest > 0 && isfinite(largest); c++)
        v[c] = next[c] / largest;
}

static double growth_of(const matrix *m, const double *v)
{
    double in = 0, out = 0;
    for (size_t r = 0; r < m->rows; r++) {
        double sum = 0;
        for (size_t c = 0; c < m->columns; c++)
            sum += m->rounded[c * m->stride + r] * v[c];
        out = hypot(out, sum);
    }
    for (size_t c = 0; c < m->columns; c++)
        in = hypot(in, v[c]);
    return out / in;
}

// For many v. *looseness is by how much the bound exceeds the best lower bound found.
static bool is_bound(const matrix *m, double bound, random_state *random, double *looseness)
{
    double best = 0;
    bool good = bound >= 0;
    fmpq *exact = _fmpq_vec_init((slong)m->columns);
    for (int start = 0; start < 4; start++) {
        double v[WIDEST];
        for (size_t c = 0; c < m->columns; c++)
            v[c] = (double)random_between(random, -1000, 1000) + 0.5;
        for (int step = 0; step < 200; step++) {
            if (step < 2 || step == 199) {
                for (size_t c = 0; c < m->columns; c++)
                    exact_double(exact + c, v[c]);
                good &= bounds_image(bound, m, exact);
                best = fmax(best, growth_of(m, v));
            }
            power_step(v, m);
        }
    }
    _fmpq_vec_clear(exact, (slong)m->columns);
    *looseness = best > 0 ? bound / best : 1;
    return good;
}

// ---- Matrices. ----

static void fill_random(matrix *m, random_state *random)
{
    for (size_t i = 0; i < m->rows * m->columns; i++)
        fmpq_set_si(m->exact + i, (slong)random_between(random, -99, 99),
                    1 + random_below(random, 30));
}

static void fill_outer_product(matrix *m, random_state *random)
{
    fmpq *u = _fmpq_vec_init((slong)m->rows);
    for (size_t r = 0; r < m->rows; r++)
        fmpq_set_si(u + r, (slong)random_between(random, -9, 9), 7);
    for (size_t c = 0; c < m->columns; c++) {
        slong factor = (slong)random_between(random, -9, 9);
        for (size_t r = 0; r < m->rows; r++)
            fmpq_mul_si(m->exact + c * m->rows + r, u + r, factor);
    }
    _fmpq_vec_clear(u, (slong)m->rows);
}

static void fill_sparse(matrix *m, random_state *random)
{
    for (size_t i = 0; i < m->rows * m->columns; i++)
        if (random_below(random, 5) == 0)
            fmpq_set_si(m->exact + i, (slong)random_between(random, -3, 3), 1);
}

// A multiple of a matrix with orthogonal columns: all of them are stretched alike.
static void fill_orthogonal(matrix *m, random_state *random)
{
    slong factor = (slong)random_between(random, 1, 9);
    for (size_t c = 0; c < m->columns; c++)
        fmpq_set_si(m->exact + c * m->rows + c % m->rows, factor, 3);
}

static void scale(matrix *m, slong exponent)
{
    for (size_t i = 0; i < m->rows * m->columns; i++)
        if (exponent < 0)
            fmpq_div_2exp(m->exact + i, m->exact + i, (ulong)-exponent);
        else
            fmpq_mul_2exp(m->exact + i, m->exact + i, (ulong)exponent);
}

static void try_matrices(void (*fill)(matrix *, random_state *), slong exponent, size_t widest,
                         double most, uint64_t seed)
{
    random_state random = unit_random(seed);
    CASES(k, 25) {
        static matrix m;
        matrix_init(&m, 1 + random_below(&random, widest), 1 + random_below(&random, widest));
        fill(&m, &random);
        scale(&m, exponent);
        matrix_round(&m);
        double looseness;
        CU_ASSERT(is_bound(&m, bound_of(&m), &random, &looseness));
        // 1.02 for the powers, and more because the lower bounds are below the norms.
        if (looseness > most)
            printf("%zu x %zu, 2^%ld: %.4f ", m.rows, m.columns, (long)exponent, looseness);
        CU_ASSERT(!(looseness > most));
        matrix_clear(&m);
    }
}

static void spectral(void)
{
    enum { SEED = 51 };
    static const slong exponents[] = {0, 300, -300};
    for (size_t i = 0; i < 3; i++) {
        try_matrices(fill_random, exponents[i], 24, 1.05, SEED);
        try_matrices(fill_outer_product, exponents[i], 24, 1.05, SEED + 1);
        try_matrices(fill_sparse, exponents[i], 24, 1.05, SEED + 2);
        try_matrices(fill_orthogonal, exponents[i], 24, 1.05, SEED + 3);
    }
    try_matrices(fill_random, 0, 40, 1.05, SEED);
    // More than 64 columns are squared four times: 90^(1/64) < 1.08.
    try_matrices(fill_random, 0, WIDEST, 1.08, SEED);
    try_matrices(fill_random, 0, 1, 1.00001, SEED);
}

// Where squares leave the range of doubles it is the Frobenius norm, at most 5 times as large.
static void spectral_of_extremes(void)
{
    static const slong exponents[] = {410, 900, -410, -530, -900, -1060, -1080, -1200};
    for (size_t i = 0; i < sizeof exponents / sizeof *exponents; i++)
        try_matrices(fill_random, exponents[i], 10, abs((int)exponents[i]) > 500 ? INFINITY : 4,
                     61 + i);
}

static void spectral_by_hand(void)
{
    static const double zeros[4 * 8], infinite[8] = {1, INFINITY}, nan[8] = {1, NAN};
    static const double shear[16] = {1, 0, 0, 0, 0, 0, 0, 0, 1, 1}; // columns (1, 0), (1, 1)
    double zero = filter_spectral_norm(zeros, 5, 4, 8),
           golden = filter_spectral_norm(shear, 2, 2, 8);
    CU_ASSERT(zero >= 0 && zero < 0x1p-400);
    CU_ASSERT(golden >= 1.6180339887 && golden < 1.63);
    CU_ASSERT_FALSE(filter_spectral_norm(infinite, 2, 1, 8) < INFINITY);
    CU_ASSERT_FALSE(filter_spectral_norm(nan, 2, 1, 8) < INFINITY);
}

// ---- The norm of a column. ----

static void norms(void)
{
    random_state random = unit_random(52);
    fmpq_t sum, x, factor;
    fmpq_init(sum);
    fmpq_init(x);
    fmpq_init(factor);
    CASES(k, 500) {
        double entries[64] = {0};
        size_t n = 1 + random_below(&random, 64), stride = kernel_stride(n);
        int exponent = (int)random_between(&random, k % 2 ? -1060 : -20, k % 2 ? 500 : 20);
        fmpq_zero(sum);
        for (size_t i = 0; i < n; i++) {
            entries[i] = ldexp((double)random_between(&random, -1000, 1000), exponent);
            exact_double(x, entries[i]);
            fmpq_addmul(sum, x, x);
        }
        double bound = filter_norm(entries, stride);
        if (!(bound < INFINITY))
            continue;
        exact_double(x, bound);
        fmpq_mul(x, x, x);
        CU_ASSERT(fmpq_cmp(x, sum) >= 0);
        if (exponent < -400)
            continue;
        exact_double(factor, 1 + 0x1p-18);
        fmpq_mul(sum, sum, factor);
        CU_ASSERT(fmpq_cmp(x, sum) <= 0 || fmpq_is_zero(sum));
    }
    static const double huge[8] = {1e200}, infinite[8] = {INFINITY}, nan[8] = {NAN};
    CU_ASSERT_FALSE(filter_norm(huge, 8) < 1e200);
    CU_ASSERT_FALSE(filter_norm(infinite, 8) < INFINITY);
    CU_ASSERT_FALSE(filter_norm(nan, 8) < INFINITY);
    fmpq_clear(sum);
    fmpq_clear(x);
    fmpq_clear(factor);
}

// ---- Matrices with few entries. ----

static double sparse_bound_of(const matrix *m)
{
    size_t *start = memory_new(m->rows + 1, sizeof *start), count = 0;
    uint32_t *column = memory_new(m->rows * m->columns, sizeof *column);
    double *entry = memory_new(m->rows * m->columns, sizeof *entry);
    for (size_t r = 0; r < m->rows; r++) {
        for (size_t c = 0; c < m->columns; c++)
            if (m->rounded[c * m->stride + r] != 0) {
                column[count] = (uint32_t)c;
                entry[count++] = m->rounded[c * m->stride + r];
            }
        start[r + 1] = count;
    }
    sparsity at = sparsity_of(m->rows, m->columns, start, column);
    const double bound = filter_sparse_norm(entry, &at);
    CU_ASSERT(!(bound > filter_norm(entry, count)));
    sparsity_clear(&at);
    free(entry);
    return bound;
}

// At least the norm; for entries of one sign at most twice that.
static void sparse(void)
{
    static const slong exponents[] = {0, 390, -390, 900, -900};
    random_state random = unit_random(62);
    CASES(k, 50) {
        static matrix m;
        matrix_init(&m, 1 + random_below(&random, 24), 1 + random_below(&random, 24));
        fill_sparse(&m, &random);
        for (size_t i = 0; i < m.rows * m.columns && k % 2; i++)
            fmpq_abs(m.exact + i, m.exact + i);
        scale(&m, exponents[k / 2 % 5]);
        matrix_round(&m);
        double looseness;
        CU_ASSERT(is_bound(&m, sparse_bound_of(&m), &random, &looseness));
        CU_ASSERT(k % 2 == 0 || k / 2 % 5 > 2 || looseness < 2);
        matrix_clear(&m);
    }
}

UNIT_MAIN("norm", {"spectral", spectral}, {"spectral_of_extremes", spectral_of_extremes},
          {"spectral_by_hand", spectral_by_hand}, {"norms", norms}, {"sparse", sparse})
