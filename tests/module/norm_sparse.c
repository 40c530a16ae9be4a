// Bounds on norms of matrices with few entries: never below the norm, nor far above it.
#include "base/memory.h"
#include "base/random.h"
#include "exact/kernels.h"
#include "exact/norm.h"
#include "unit.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The same matrix in both storages: by the rows of `at`, and column by column.
typedef struct {
    sparsity at;
    double *entry, *all;
    size_t stride, entries;
} matrix;

static matrix matrix_new(size_t rows, size_t columns)
{
    matrix m = {.stride = kernel_stride(rows)};
    m.at = sparsity_of(rows, columns, memory_new(rows + 1, sizeof(size_t)),
                       memory_new(rows * columns, sizeof(uint32_t)));
    m.entry = memory_new(rows * columns, sizeof *m.entry);
    m.all = memory_new(columns * m.stride, sizeof *m.all);
    return m;
}

// Row by row, by increasing column.
static void matrix_add(matrix *m, size_t row, size_t column, double value)
{
    m->at.column[m->entries] = (uint32_t)column;
    m->entry[m->entries++] = value;
    m->all[column * m->stride + row] = value;
    for (size_t r = row; r < m->at.rows; r++)
        m->at.start[r + 1] = m->entries;
}

static void matrix_free(matrix *m)
{
    sparsity_clear(&m->at);
    free(m->entry);
    free(m->all);
}

// |W v| / |v| after some steps of the power iteration from a random v, in long doubles: at most
// the norm but for a rounding error below 2^-40.
static double from_below(const matrix *m, int sizes, random_state *random)
{
    size_t rows = m->at.rows, columns = m->at.columns;
    long double *v = memory_new(columns, sizeof *v), *w = memory_new(rows, sizeof *w), least = 0;
    for (size_t c = 0; c < columns; c++)
        v[c] = (long double)random_between(random, 1, 100);
    for (int step = 0; step < 60; step++) {
        long double in = 0, out = 0;
        memset(w, 0, rows * sizeof *w);
        for (size_t r = 0; r < rows; r++)
            for (size_t k = m->at.start[r]; k < m->at.start[r + 1]; k++) {
                double entry = sizes ? fabs(m->entry[k]) : m->entry[k];
                w[r] += (long double)entry * v[m->at.column[k]];
            }
        for (size_t c = 0; c < columns; c++)
            in += v[c] * v[c];
        for (size_t r = 0; r < rows; r++)
            out += w[r] * w[r];
        if (in == 0)
            break;
        least = sqrtl(out / in);
        memset(v, 0, columns * sizeof *v);
        for (size_t r = 0; r < rows; r++)
            for (size_t k = m->at.start[r]; k < m->at.start[r + 1]; k++) {
                double entry = sizes ? fabs(m->entry[k]) : m->entry[k];
                v[m->at.column[k]] += (long double)entry * w[r] / (out > 0 ? out : 1);
            }
    }
    free(v);
    free(w);
    return (double)(least * (1 - 0x1p-40L));
}

static void check(const matrix *m, random_state *random)
{
    sparse_norms norms = filter_sparse_norms(m->entry, &m->at);
    double whole = filter_norm(m->entry, m->entries);
    double dense = filter_spectral_norm(m->all, m->at.rows, m->at.columns, m->stride);
    CU_ASSERT(norms.spectral >= from_below(m, 0, random));
    CU_ASSERT(norms.sizes >= from_below(m, 1, random));
    CU_ASSERT(norms.spectral <= whole && norms.sizes <= whole);
    // The dense bound is within 9 % of the norm.
    CU_ASSERT(norms.spectral * 1.09 >= dense);
    CU_ASSERT(norms.spectral <= norms.sizes * (1 + 1e-9));
}

static uint64_t seed(void)
{
    const char *text = getenv("CREASE_SEED");
    uint64_t number = text ? strtoull(text, NULL, 10) : 1;
    printf("seed %lu ", (unsigned long)number);
    return number;
}

static void random_ones(void)
{
    random_state random;
    random_seed(&random, seed());
    CASES(trial, 200) {
        size_t rows = 1 + random_below(&random, 60), columns = 1 + random_below(&random, 60);
        uint64_t share = 1 + random_below(&random, 12);
        int exponents = random_below(&random, 4) == 0;
        matrix m = matrix_new(rows, columns);
        for (size_t r = 0; r < rows; r++)
            for (size_t c = 0; c < columns; c++)
                if (random_below(&random, share) == 0) {
                    double value = (double)random_between(&random, -1000, 1000) / 700;
                    int exponent = (int)random_between(&random, -300, 300);
                    matrix_add(&m, r, c, exponents ? ldexp(value, exponent) : value);
                }
        check(&m, &random);
        matrix_free(&m);
    }
}

// A selection has norm 1; K equal rows of one entry w have norm |w| sqrt(K); blocks have that of
// the largest.
static void known(void)
{
    matrix selection = matrix_new(4000, 4000), equal = matrix_new(50, 80),
           blocks = matrix_new(8, 8);
    for (size_t r = 0; r < 4000; r++)
        matrix_add(&selection, r, (7 * r + 3) % 4000, r % 2 ? 1 : -1);
    for (size_t r = 0; r < 50; r++)
        matrix_add(&equal, r, 17, -3);
    for (size_t r = 0; r < 8; r++) {
        size_t first = r / 2 * 2;
        double large = (double)(r / 2 + 1);
        matrix_add(&blocks, r, first, large);
        matrix_add(&blocks, r, first + 1, r % 2 ? -large : large);
    }
    const struct {
        const matrix *m;
        double spectral, sizes;
    } cases[] = {
        {&selection, 1, 1}, {&equal, 3 * sqrt(50), 3 * sqrt(50)}, {&blocks, 4 * sqrt(2), 8}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        sparse_norms norms = filter_sparse_norms(cases[k].m->entry, &cases[k].m->at);
        CU_ASSERT(norms.spectral >= cases[k].spectral * (1 - 1e-15));
        CU_ASSERT(norms.spectral <= cases[k].spectral * (1 + 1e-4));
        CU_ASSERT(norms.sizes >= cases[k].sizes * (1 - 1e-15));
        CU_ASSERT(norms.sizes <= cases[k].sizes * (1 + 1e-4));
    }
    matrix_free(&selection);
    matrix_free(&equal);
    matrix_free(&blocks);
}

// Powers that are too dear: a quarter of a large matrix, whose sizes have norm SIDE / 4 or so.
static void dear(void)
{
    random_state random;
    random_seed(&random, seed());
    enum { SIDE = 1200 };
    matrix m = matrix_new(SIDE, SIDE);
    for (size_t r = 0; r < SIDE; r++)
        for (size_t c = 0; c < SIDE; c++)
            if (random_below(&random, 4) == 0)
                matrix_add(&m, r, c, random_below(&random, 2) ? 1 : -1);
    sparse_norms norms = filter_sparse_norms(m.entry, &m.at);
    CU_ASSERT(norms.spectral >= from_below(&m, 0, &random));
    CU_ASSERT(norms.sizes >= from_below(&m, 1, &random));
    CU_ASSERT(norms.sizes < 1.1 * SIDE / 4);
    matrix_free(&m);
}

// Entries that are infinite, NaN, tiny or none decide nothing, or have norm about 0.
static void extremes(void)
{
    static const double entries[] = {INFINITY, NAN, DBL_MAX};
    for (size_t k = 0; k < sizeof entries / sizeof *entries; k++) {
        matrix m = matrix_new(3, 3);
        matrix_add(&m, 0, 1, 1);
        matrix_add(&m, 2, 2, entries[k]);
        sparse_norms norms = filter_sparse_norms(m.entry, &m.at);
        CU_ASSERT_FALSE(norms.spectral < DBL_MAX);
        CU_ASSERT_FALSE(norms.sizes < DBL_MAX);
        matrix_free(&m);
    }
    matrix none = matrix_new(5, 4), tiny = matrix_new(1, 2);
    CU_ASSERT(filter_sparse_norms(none.entry, &none.at).spectral < 0x1p-500);
    matrix_add(&tiny, 0, 1, 0x1p-1070);
    sparse_norms norms = filter_sparse_norms(tiny.entry, &tiny.at);
    CU_ASSERT(norms.spectral >= 0x1p-1070 && norms.spectral < 0x1p-500);
    matrix_free(&none);
    matrix_free(&tiny);
}

UNIT_MAIN("norm_sparse", {"random", random_ones}, {"known", known}, {"dear", dear},
          {"extremes", extremes})
