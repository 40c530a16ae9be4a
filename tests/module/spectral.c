// The spectral norm of large matrices: never too small, which exact elimination tells, and
// hardly larger than it must be.
#include "exact/spectral.h"
#include "base/memory.h"
#include "base/random.h"
#include "exact/filter.h"
#include "exact/kernels.h"
#include "unit.h"

#include <gmp.h>

#include <flint/fmpq.h>
#include <flint/fmpq_vec.h>
#include <math.h>
#include <stdio.h>

typedef struct {
    size_t rows, columns, stride;
    double *entry;
} matrix;

static matrix matrix_new(size_t rows, size_t columns)
{
    matrix m = {rows, columns, kernel_stride(rows), NULL};
    m.entry = memory_new(columns * m.stride, sizeof *m.entry);
    return m;
}

static double bound_of(const matrix *m)
{
    return spectral_bound(m->entry, m->rows, m->columns, m->stride,
                          filter_norm(m->entry, m->columns * m->stride));
}

static void set_double(fmpq_t x, double value)
{
    mpq_t exact;
    mpq_init(exact);
    mpq_set_d(exact, value);
    fmpq_set_mpq(x, exact);
    mpq_clear(exact);
}

// Whether bound^2 - W^T W is positive definite, by elimination in rationals.
static int exceeds_norm(double bound, const matrix *m)
{
    size_t n = m->columns;
    fmpq *a = _fmpq_vec_init((slong)(n * n)), *w = _fmpq_vec_init((slong)(m->rows * n));
    fmpq_t factor;
    fmpq_init(factor);
    for (size_t c = 0; c < n; c++)
        for (size_t r = 0; r < m->rows; r++)
            set_double(w + c * m->rows + r, m->entry[c * m->stride + r]);
    set_double(factor, bound);
    fmpq_mul(factor, factor, factor);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) {
            _fmpq_vec_dot(a + i * n + j, w + i * m->rows, w + j * m->rows, (slong)m->rows);
            fmpq_neg(a + i * n + j, a + i * n + j);
            if (i == j)
                fmpq_add(a + i * n + j, a + i * n + j, factor);
        }
    int positive = 1;
    for (size_t k = 0; k < n && positive; k++) {
        positive = fmpq_sgn(a + k * n + k) > 0;
        for (size_t i = k + 1; i < n && positive; i++) {
            fmpq_div(factor, a + i * n + k, a + k * n + k);
            for (size_t j = k; j < n; j++)
                fmpq_submul(a + i * n + j, factor, a + k * n + j);
        }
    }
    fmpq_clear(factor);
    _fmpq_vec_clear(a, (slong)(n * n));
    _fmpq_vec_clear(w, (slong)(m->rows * n));
    return positive;
}

// Integers, so that products are exact in doubles and only the bound is in question.
static void fill(matrix *m, random_state *random, int kind)
{
    for (size_t c = 0; c < m->columns; c++)
        for (size_t r = 0; r < m->rows; r++) {
            double x = (double)random_between(random, -50, 50);
            if (kind == 1) // rank one
                x = (double)((r % 5 + 1) * (c % 3 + 1));
            if (kind == 2 && c != r % m->columns)
                x = 0;
            if (kind == 3)
                x = ldexp(x, (int)(r % 7) * 9 - 30);
            m->entry[c * m->stride + r] = x;
        }
}

static void bounds(void)
{
    enum { SEED = 64 };
    printf("seed %d ", SEED);
    random_state random;
    random_seed(&random, SEED);
    for (int k = 0; k < 60; k++) {
        size_t rows = 1 + random_below(&random, 14);
        size_t columns = 1 + random_below(&random, 14);
        matrix m = matrix_new(rows, columns);
        fill(&m, &random, k % 4);
        if (filter_norm(m.entry, columns * m.stride) > 0.5) {
            double bound = bound_of(&m);
            CU_ASSERT(bound < HUGE_VAL);
            CU_ASSERT(exceeds_norm(bound, &m));
            // No bound that is 12 % smaller: it is no more than 4 % off the mark, most times.
            CU_ASSERT_FALSE(exceeds_norm(bound / 1.12, &m));
        }
        free(m.entry);
    }
}

// H / sqrt(n) is orthogonal for a Hadamard matrix H: all singular values of H are sqrt(n).
static void hadamard(void)
{
    enum { N = 512 };
    for (size_t rows = N; rows >= N / 4; rows /= 2)
        for (int flip = 0; flip < 2; flip++) {
            matrix m = flip ? matrix_new(N, rows) : matrix_new(rows, N);
            for (size_t c = 0; c < m.columns; c++)
                for (size_t r = 0; r < m.rows; r++)
                    m.entry[c * m.stride + r] = __builtin_popcountll(r & c) % 2 ? -1 : 1;
            double bound = bound_of(&m),
                   usual = filter_spectral_norm(m.entry, m.rows, m.columns, m.stride);
            CU_ASSERT(bound >= sqrt(N) && bound < 1.05 * sqrt(N));
            CU_ASSERT(usual >= sqrt(N) && usual < 1.1 * sqrt(N));
            free(m.entry);
        }
}

// Beyond the range in which filter_spectral_norm calls it nothing is promised; NaN is no bound.
static void scales(void)
{
    static const double shear[16] = {1, 0, 0, 0, 0, 0, 0, 0, 1, 1}; // columns (1, 0), (1, 1)
    double golden = (1 + sqrt(5)) / 2;
    for (int e = -380; e <= 380; e += 95) {
        double scaled[16];
        for (int i = 0; i < 16; i++)
            scaled[i] = ldexp(shear[i], e);
        double bound = ldexp(spectral_bound(scaled, 2, 2, 8, filter_norm(scaled, 16)), -e);
        CU_ASSERT(bound > golden && bound < 1.05 * golden);
    }
}

UNIT_MAIN("spectral", {"bounds", bounds}, {"hadamard", hadamard}, {"scales", scales})
