// Bounds on spectral norms of matrices with few entries. docs/filter.md, 15.
//
// For any x > 0 the largest eigenvalue of a symmetric P is at most max_i sum_j |P_ij| x_j / x_i.
// P is a power of the Gram matrix if it can be had for some operations an entry, since signs cancel
// in there; else x is asked of the sizes |W|^T |W|.
#include "exact/norm.h"

#include "base/memory.h"
#include "exact/filter.h"
#include <math.h>
#include <stdlib.h>

// Steps towards the best x; terms of a product for each entry of W, and terms for free, and entries
// that are not too many; squares.
enum { STEPS = 12, TERMS = 256, FREE = 1 << 22, LARGEST = 1 << 23, SQUARES = 4 };

typedef struct {
    sparsity at;
    double *entry;
} matrix;

static void matrix_clear(matrix *m)
{
    sparsity_clear(&m->at);
    free(m->entry);
}

static matrix transposed(const matrix *m)
{
    size_t *from, entries = sparsity_entries(&m->at);
    matrix t = {sparsity_transpose(&m->at, NULL, &from), memory_new(entries, sizeof *t.entry)};
    for (size_t k = 0; k < entries; k++)
        t.entry[k] = m->entry[from[k]];
    free(from);
    return t;
}

// How many products there are in a product.
static double work(const matrix *left, const matrix *right)
{
    double terms = 0;
    for (size_t k = 0; k < sparsity_entries(&left->at); k++)
        terms += (double)sparsity_row_of(&right->at, left->at.column[k]).count;
    return terms;
}

// (left right)^T. Terms are added by increasing inner index, so the product of a matrix and its
// transpose is symmetric to the last bit, and so is the square of a symmetric matrix. Sums of
// `most` terms at most.
static matrix product(const matrix *left, const matrix *right, size_t *most)
{
    size_t rows = left->at.rows, columns = right->at.columns, capacity = 0, used = 0;
    matrix made = {sparsity_of(rows, columns, memory_new(rows + 1, sizeof(size_t)), NULL), NULL};
    double *sum = memory_new(columns, sizeof *sum);
    size_t *place = memory_new(columns, sizeof *place), place_capacity = 0; // 1 + number of entry
    *most = 0;
    for (size_t r = 0; r < rows; r++) {
        sparsity_row row = sparsity_row_of(&left->at, r);
        size_t first = used;
        *most = row.count > *most ? row.count : *most;
        for (size_t k = 0; k < row.count; k++) {
            sparsity_row of = sparsity_row_of(&right->at, row.column[k]);
            for (size_t i = 0; i < of.count; i++) {
                uint32_t c = of.column[i];
                if (place[c] <= first) {
                    MEMORY_RESERVE(made.at.column, capacity, used + 1);
                    made.at.column[used++] = c;
                    place[c] = used;
                    sum[c] = 0;
                }
                sum[c] += left->entry[row.first + k] * right->entry[of.first + i];
            }
        }
        MEMORY_RESERVE(made.entry, place_capacity, used);
        for (size_t k = first; k < used; k++)
            made.entry[k] = sum[made.at.column[k]];
        made.at.start[r + 1] = used;
    }
    free(sum);
    free(place);
    matrix result = transposed(&made); // columns in order
    matrix_clear(&made);
    return result;
}

static double frobenius(const double *entry, size_t n)
{
    double sum = 0;
    for (size_t k = 0; k < n; k++)
        sum += entry[k] * entry[k];
    return sqrt(sum);
}

// y = |M| x
static void multiply(double *y, const matrix *m, const double *x)
{
    for (size_t r = 0; r < m->at.rows; r++) {
        y[r] = 0;
        for (size_t k = m->at.start[r]; k < m->at.start[r + 1]; k++)
            y[r] += fabs(m->entry[k]) * x[m->at.column[k]];
    }
}

// At least the largest eigenvalue of |M| or, with a second matrix, of |M'| |M|. Steps of the power
// iteration never make it larger, but for rounding.
static double weighted_sums(const matrix *m, const matrix *second)
{
    size_t n = m->at.columns;
    double *x = memory_new(n, sizeof *x), *y = memory_new(n, sizeof *y), least = HUGE_VAL;
    double *middle = second ? memory_new(m->at.rows, sizeof *middle) : NULL;
    for (size_t i = 0; i < n; i++)
        x[i] = 1;
    for (int step = 0; step < STEPS; step++) {
        double ratio = 0, size = 0;
        multiply(second ? middle : y, m, x);
        if (second)
            multiply(y, second, middle);
        for (size_t i = 0; i < n; i++) {
            ratio = y[i] / x[i] > ratio ? y[i] / x[i] : ratio;
            size = y[i] > size ? y[i] : size;
        }
        least = ratio < least ? ratio : least;
        for (size_t i = 0; i < n; i++)
            x[i] = y[i] > size * 0x1p-500 ? y[i] / size : 0x1p-500;
    }
    free(x);
    free(y);
    free(middle);
    return least * FILTER_ENLARGE;
}

static int affordable(const matrix *left, const matrix *right, double entries)
{
    double terms = work(left, right), places = (double)left->at.rows * (double)right->at.columns;
    return terms <= TERMS * entries + FREE && (terms <= LARGEST || places <= LARGEST);
}

// |W|^2 = rho(G), by powers of G while they can be afforded; `whole` is at least |W|_F. Like
// filter_spectral_norm, with another bound for the last power.
static double by_powers(const matrix *w, const matrix *t, double whole)
{
    double entries = (double)sparsity_entries(&w->at), root = 1;
    size_t most;
    matrix g = product(t, w, &most);
    double size = frobenius(g.entry, sparsity_entries(&g.at)), log_bound = log(size);
    double error = ((double)most + 4) * FILTER_UNIT * whole * whole / size;
    for (int square = 0;; square++) {
        for (size_t k = 0; k < sparsity_entries(&g.at); k++)
            g.entry[k] /= size;
        if (square == SQUARES || !affordable(&g, &g, entries))
            break;
        matrix next = product(&g, &g, &most);
        matrix_clear(&g);
        g = next;
        size = frobenius(g.entry, sparsity_entries(&g.at));
        error = (2 * error + error * error + ((double)most + 4) * FILTER_UNIT) / size;
        root /= 2;
        log_bound += root * log(size);
    }
    double sums = weighted_sums(&g, NULL);
    log_bound += root * log(sums + error * FILTER_ENLARGE);
    matrix_clear(&g);
    return exp(log_bound / 2) * FILTER_ENLARGE * (1 + 0x1p-30);
}

// NaN is not smaller.
static double smaller(double a, double b)
{
    return a < b ? a : b;
}

sparse_norms filter_sparse_norms(const double *entry, const sparsity *at)
{
    size_t entries = sparsity_entries(at);
    double whole = filter_norm(entry, entries);
    if (!(whole > 0x1p-400 && whole < 0x1p400))
        return (sparse_norms){whole, whole};
    // A power of two brings W to size 1, so that squares of squares stay in range.
    double scale = ldexp(1, -ilogb(whole));
    matrix w = {sparsity_copy(at), memory_new(entries, sizeof *w.entry)};
    for (size_t k = 0; k < entries; k++)
        w.entry[k] = scale * entry[k];
    matrix t = transposed(&w);
    int by_columns = work(&t, &w) <= work(&w, &t);
    const matrix *first = by_columns ? &w : &t, *second = by_columns ? &t : &w;
    double sizes = sqrt(weighted_sums(first, second)) * FILTER_ENLARGE;
    double spectral = affordable(second, first, (double)entries)
                          ? by_powers(first, second, scale * whole)
                          : sizes;
    matrix_clear(&w);
    matrix_clear(&t);
    return (sparse_norms){.spectral = smaller(smaller(spectral, sizes) / scale, whole),
                          .sizes = smaller(sizes / scale, whole)};
}
