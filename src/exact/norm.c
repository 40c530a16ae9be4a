// Bounds on norms, from above. filter.md, 6 and 12.
#include "exact/norm.h"

#include "base/fatal.h"
#include "base/limits.h"
#include "base/memory.h"
#include "exact/kernels.h"
#include <math.h>
#include <stdlib.h>

double filter_norm(const double *entries, size_t n)
{
    return filter_norm_of_squares(kernel_square_sum(entries, n), n);
}

double filter_dual_norm(const double *entries, size_t n, crease_norm norm)
{
    double sum = 0, most = 0;
    if (norm == CREASE_NORM_2)
        return filter_norm(entries, n);
    for (size_t i = 0; i < n; i++) {
        sum += fabs(entries[i]);
        most = fmax(most, fabs(entries[i]));
    }
    return norm == CREASE_NORM_1 ? most : sum * FILTER_ENLARGE;
}

void filter_norms(double *norm, const double *map, size_t stride, size_t columns)
{
    ASSERT(columns > 0);
    kernel_square_sums(norm, map, stride, columns);
    for (size_t c = 0; c < columns; c++)
        norm[c] = filter_norm_of_squares(norm[c], stride);
}

// ---- powers of the Gram matrix: filter.md, 6 ----

// How often an m x m matrix is squared, for m^3 operations each; -1: the Gram matrix is not
// computed. The bound exceeds the norm by a factor m^(1/2^(squarings + 2)) at most.
static int squarings_for(size_t m)
{
    return m <= 64 ? 6 : m <= 256 ? 4 : m <= 512 ? 2 : m <= 1024 ? 1 : -1;
}

// W^T W or W W^T of the scaled matrix, whichever is smaller. kernel_product takes both factors by
// rows.
static void gram_matrix(double *gram, const double *matrix, size_t rows, size_t columns,
                        size_t stride, double scale)
{
    ASSERT(columns > 0);
    double *by_rows = memory_new(columns * rows, sizeof *by_rows);
    double *by_columns = memory_new(columns * rows, sizeof *by_columns);
    for (size_t i = 0; i < columns; i++)
        for (size_t r = 0; r < rows; r++)
            by_columns[i * rows + r] = by_rows[r * columns + i] = scale * matrix[i * stride + r];
    if (columns <= rows)
        kernel_product(gram, by_columns, rows, by_rows, columns, rows);
    else
        kernel_product(gram, by_rows, columns, by_columns, rows, columns);
    free(by_rows);
    free(by_columns);
}

// Squares a matrix repeatedly, each time scaled to Frobenius norm 1. size: its Frobenius norm;
// error: a bound on its relative error. Returns a bound on its largest eigenvalue.
static double bound_by_squares(double *power, size_t m, int squarings, double size, double error)
{
    double part[8], *next = memory_new(m * m, sizeof *next), *room = next;
    for (int k = 0; k < squarings && !run_poll(m * m * m); k++) {
        part[k] = size;
        for (size_t i = 0; i < m * m; i++)
            power[i] /= size;
        kernel_product(next, power, m, power, m, m);
        double *swap = power;
        power = next;
        next = swap;
        size = sqrt(kernel_square_sum(power, m * m));
        error = (2 * error + error * error + ((double)m + 4) * FILTER_UNIT) / size;
    }
    // |G^(2^k)| is part[0]^(2^k) part[1]^(2^(k-1)) .. size.
    double bound = size * (1 + error);
    for (int k = squarings; k-- > 0;)
        bound = part[k] * sqrt(bound);
    free(room);
    return bound;
}

double filter_spectral_norm(const double *matrix, size_t rows, size_t columns, size_t stride)
{
    ASSERT(columns > 0);
    const size_t m = rows < columns ? rows : columns, n = rows < columns ? columns : rows;
    const int squarings = squarings_for(m);
    double whole = 0;
    for (size_t i = 0; i < columns; i++)
        whole += kernel_square_sum(matrix + i * stride, rows);
    whole = (sqrt(whole) + (double)(rows * columns) * 0x1p-530) * FILTER_ENLARGE;
    if (squarings < 0 || !(whole > 0x1p-400 && whole < 0x1p400) || run_poll(m * m * n))
        return whole;
    // A power of two brings W to size 1, so that squares of squares stay in range.
    const double scale = ldexp(1, -ilogb(whole)), scaled = scale * whole;
    double *gram = memory_new(m * m, sizeof *gram);
    gram_matrix(gram, matrix, rows, columns, stride, scale);
    const double size = sqrt(kernel_square_sum(gram, m * m));
    // Entries of W are off by u, sums of n products by n u: both relative to |W|_F^2.
    const double error = ((double)n + 4) * FILTER_UNIT * scaled * scaled / size;
    double bound = bound_by_squares(gram, m, squarings, size, error);
    free(gram);
    bound = sqrt(bound) / scale * FILTER_ENLARGE * (1 + 0x1p-30);
    return bound < whole && !run_is_cancelled() ? bound : whole; // NaN is not smaller
}

// ---- matrices with few entries: filter.md, 12 ----

double filter_sparse_norm(const double *entry, const sparsity *support)
{
    ASSERT(!support->start == !support->column);
    const double whole = filter_norm(entry, sparsity_entries(support));
    double *column = memory_new(support->columns, sizeof *column), most_of_row = 0,
           most_of_column = 0;
    for (size_t r = 0; r < support->rows; r++) {
        const sparsity_row row = sparsity_row_of(support, r);
        double sum = 0;
        for (size_t k = 0; k < row.count; k++) {
            const double size = fabs(entry[row.first + k]);
            sum += size;
            column[row_column(&row, k)] += size;
        }
        most_of_row = fmax(most_of_row, sum);
    }
    for (size_t c = 0; c < support->columns; c++)
        most_of_column = fmax(most_of_column, column[c]);
    free(column);
    const double bound = sqrt(most_of_row) * sqrt(most_of_column) * FILTER_ENLARGE;
    const bool is_usual = whole > 0x1p-400 && whole < 0x1p400;
    return is_usual && bound < whole ? bound : whole;
}
