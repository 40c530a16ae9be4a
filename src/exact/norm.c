// Bounds on norms, from above. docs/filter.md, 6 and 12.
#include "exact/norm.h"

#include "base/limits.h"
#include "base/memory.h"
#include "exact/filter.h"
#include "exact/kernels.h"
#include <math.h>
#include <stdlib.h>

double filter_norm(const double *entries, size_t n)
{
    return filter_norm_of_squares(kernel_square_sum(entries, n), n);
}

void filter_norms(double *norm, const double *map, size_t stride, size_t columns)
{
    kernel_square_sums(norm, map, stride, columns);
    for (size_t c = 0; c < columns; c++)
        norm[c] = filter_norm_of_squares(norm[c], stride);
}

// ---- large matrices: filter.md, 12 ----
//
// If the Cholesky decomposition of s - W W^T runs to its end, s is larger than all
// eigenvalues of W W^T but for rounding, which has a bound (Rump, Verification of positive
// definiteness, BIT 46, 2006). A power iteration tells which s is worth trying.

enum { POWER_STEPS = 30, ATTEMPTS = 6, ROWS = KERNEL_DOT_ROWS };

// m vectors of n entries, scaled, whose Gram matrix has the largest eigenvalue |W|^2.
typedef struct {
    double *entry;
    size_t m, n;
} vectors;

static vectors take_vectors(const double *matrix, size_t rows, size_t columns, size_t stride,
                            double scale)
{
    int by_rows = rows < columns;
    vectors v = {.m = by_rows ? rows : columns, .n = by_rows ? columns : rows};
    v.entry = memory_new(v.m * v.n, sizeof *v.entry);
    for (size_t c = 0; c < columns && !run_gives_up(4 * rows); c++)
        for (size_t r = 0; r < rows; r++)
            v.entry[by_rows ? r * columns + c : c * rows + r] = scale * matrix[c * stride + r];
    return v;
}

// The lower half of the Gram matrix, row by row.
static double *gram_of(const vectors *v)
{
    double *gram = memory_new(v->m * v->m, sizeof *gram), dot[ROWS];
    for (size_t i = 0; i < v->m && !run_gives_up(i * v->n); i += ROWS) {
        size_t count = v->m - i < ROWS ? v->m - i : ROWS;
        for (size_t j = 0; j < i + count; j++) {
            kernel_dots(dot, v->entry + i * v->n, v->n, count, v->entry + j * v->n, v->n);
            for (size_t k = 0; k < count; k++)
                gram[(i + k) * v->m + j] = dot[k];
        }
    }
    return gram;
}

// About the largest eigenvalue of V V^T: no bound.
static double estimate(const vectors *v)
{
    double *x = memory_new(v->m, sizeof *x), *y = memory_new(v->n, sizeof *y), size = 0;
    for (size_t i = 0; i < v->m; i++)
        x[i] = 1 + (double)(i * i % 7) / 8; // no eigenvector, one hopes
    for (int step = 0; step < POWER_STEPS && !run_gives_up(v->m * v->n); step++) {
        double sum = 0;
        for (size_t c = 0; c < v->n; c++)
            y[c] = 0;
        for (size_t i = 0; i < v->m; i++)
            sum += x[i] * x[i];
        for (size_t i = 0; i < v->m; i++)
            kernel_add(y, v->n, 1, v->entry + i * v->n, &(double){x[i] / sqrt(sum)});
        size = 0;
        for (size_t c = 0; c < v->n; c++)
            size += y[c] * y[c];
        for (size_t i = 0; i < v->m; i++)
            kernel_dots(x + i, v->entry + i * v->n, v->n, 1, y, v->n);
    }
    free(x);
    free(y);
    return size;
}

// Writes the factor over the lower half of s - G. Returns 0 if a pivot is not positive.
static int cholesky(double *factor, size_t m)
{
    double dot[ROWS];
    for (size_t i = 0; i < m; i += ROWS) {
        size_t count = m - i < ROWS ? m - i : ROWS;
        double *block = factor + i * m;
        if (run_gives_up(i * i))
            return 0;
        for (size_t j = 0; j < i + count; j++) {
            const double *row = factor + j * m;
            size_t first = j < i ? 0 : j - i; // rows of the block above j are done
            kernel_dots(dot, block + first * m, m, count - first, row, j);
            for (size_t k = first; k < count; k++)
                block[k * m + j] -= dot[k - first];
            if (j >= i) {
                double pivot = block[first * m + j];
                if (!(pivot > 0 && pivot < HUGE_VAL))
                    return 0;
                block[first * m + j] = sqrt(pivot);
            }
            for (size_t k = first + (j >= i); k < count; k++)
                block[k * m + j] /= row[j];
        }
    }
    return 1;
}

// filter.md, 12: by how much the largest eigenvalue may exceed s after all.
static double excess(double s, const double *gram, size_t m, size_t n, double whole)
{
    double trace = 0, largest = 0;
    for (size_t i = 0; i < m; i++) {
        double entry = gram[i * m + i];
        trace += fabs(s - entry);
        largest = entry > largest ? entry : largest;
    }
    double products = ((double)n + 4) * FILTER_UNIT * whole * whole;
    double diagonal = 2 * FILTER_UNIT * (s + largest);
    double factor = 1.01 * ((double)m + 8) * FILTER_UNIT * trace;
    return (products + diagonal + factor + FILTER_TINY) * FILTER_ENLARGE;
}

double filter_spectral_norm_large(const double *matrix, size_t rows, size_t columns, size_t stride,
                                  double frobenius)
{
    // A power of two brings W to size 1.
    double scale = ldexp(1, -ilogb(frobenius)), bound = HUGE_VAL;
    vectors v = take_vectors(matrix, rows, columns, stride, scale);
    double *gram = gram_of(&v), *factor = memory_new(v.m * v.m, sizeof *factor);
    double s = estimate(&v);
    for (int attempt = 0; attempt < ATTEMPTS && !run_gives_up(v.m * v.m); attempt++) {
        s *= 1.04;
        for (size_t i = 0; i < v.m; i++)
            for (size_t j = 0; j <= i; j++)
                factor[i * v.m + j] = (i == j ? s : 0) - gram[i * v.m + j];
        if (!cholesky(factor, v.m))
            continue;
        bound = sqrt(s + excess(s, gram, v.m, v.n, scale * frobenius)) / scale * FILTER_ENLARGE;
        break;
    }
    free(v.entry);
    free(gram);
    free(factor);
    return bound;
}

// ---- other matrices: filter.md, 6 ----

// G = W^T W for the scaled matrix. Its columns lie one after the other, so they are the
// rows of W^T.
static void gram(double *g, const double *matrix, size_t rows, size_t n, size_t stride,
                 double scale)
{
    double *scaled = memory_new(n * rows, sizeof *scaled); // W, row by row
    double *transposed = memory_new(n * rows, sizeof *transposed);
    for (size_t i = 0; i < n; i++)
        for (size_t r = 0; r < rows; r++)
            transposed[i * rows + r] = scaled[r * n + i] = scale * matrix[i * stride + r];
    kernel_product(g, transposed, rows, scaled, n, rows);
    free(scaled);
    free(transposed);
}

// filter.md, 6: |W|^2 = rho(G) <= |G^(2^k)|_F^(1/2^k). Powers are scaled to
// Frobenius norm 1 on the way; `error` bounds how far the scaled power is off.
double filter_spectral_norm(const double *matrix, size_t rows, size_t columns, size_t stride)
{
    // Each costs n^3 operations; four leave the bound within 9 % for n = 256.
    enum { MOST_SQUARINGS = 6 };
    const int squarings = columns > 64 ? 4 : MOST_SQUARINGS;
    size_t n = columns;
    double whole = 0;
    for (size_t i = 0; i < n; i++)
        whole += kernel_square_sum(matrix + i * stride, rows);
    whole = (sqrt(whole) + (double)(n * rows) * 0x1p-530) * FILTER_ENLARGE;
    if (!(whole > 0x1p-400 && whole < 0x1p400))
        return whole;
    if (n > 256) {
        double wide = filter_spectral_norm_large(matrix, rows, n, stride, whole);
        return wide < whole ? wide : whole;
    }

    // A power of two brings W to size 1, so that squares of squares stay in range.
    double scale = ldexp(1, -ilogb(whole)), scaled = scale * whole;
    double *g = memory_new(n * n, sizeof *g), *next = memory_new(n * n, sizeof *next);
    gram(g, matrix, rows, n, stride, scale);
    double size = sqrt(kernel_square_sum(g, n * n));
    // Entries of W are off by u, sums of r products by r u: both relative to |W|_F^2.
    double error = ((double)rows + 4) * FILTER_UNIT * scaled * scaled / size;
    double part[MOST_SQUARINGS];
    for (int k = 0; k < squarings; k++) {
        part[k] = size;
        run_gives_up(n * n * n);
        for (size_t i = 0; i < n * n; i++)
            g[i] /= size;
        kernel_product(next, g, n, g, n, n);
        double *swap = g;
        g = next;
        next = swap;
        size = sqrt(kernel_square_sum(g, n * n));
        error = (2 * error + error * error + ((double)n + 4) * FILTER_UNIT) / size;
    }
    // |G^(2^k)| is part[0]^(2^k) part[1]^(2^(k-1)) .. size.
    double bound = size * (1 + error);
    for (int k = squarings; k-- > 0;)
        bound = part[k] * sqrt(bound);
    free(g);
    free(next);
    bound = sqrt(bound) / scale * FILTER_ENLARGE * (1 + 0x1p-30);
    return bound < whole ? bound : whole; // NaN is not smaller
}
