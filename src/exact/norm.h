// Bounds on norms, from above.
#ifndef EXACT_NORM_H
#define EXACT_NORM_H

#include "exact/filter.h"
#include "exact/sparsity.h"
#include <math.h>
#include <stddef.h>

// At least the Euclidean norm of n entries. docs/filter.md, 6
double filter_norm(const double *entries, size_t n);
// The same from the computed sum of their squares.
static inline double filter_norm_of_squares(double sum, size_t n)
{
    return (sqrt(sum) + (double)n * 0x1p-530) * FILTER_ENLARGE;
}
// That of each column of a map, stored as in kernels.h.
void filter_norms(double *norm, const double *map, size_t stride, size_t columns);

// At least the spectral norm of a matrix of rows x columns entries, stored column by column with
// the given stride, each off by at most u and FILTER_TINY. Up to 64 columns within a factor
// n^(1/256), up to 256 n^(1/64), for n^3 operations seven or five times; filter.md, 6.
double filter_spectral_norm(const double *matrix, size_t rows, size_t columns, size_t stride);

// The same for more columns; infinite if nothing could be proved. frobenius is a bound on the
// Frobenius norm, not near the ends of the range of doubles. Usually within 3 % of the truth. With
// m the smaller and n the larger of rows and columns, m^2 n / 2 + m^3 / 6 operations for each of at
// most six attempts; filter.md, 12.
double filter_spectral_norm_large(const double *matrix, size_t rows, size_t columns, size_t stride,
                                  double frobenius);

// For a matrix with few entries, stored as `at` says, not by all places: at least the spectral
// norm, and at least that of the matrix of the sizes of its entries; neither larger than
// filter_norm. Often twice what they bound, or thrice. Some hundred operations for each entry;
// filter.md, 15.
typedef struct {
    double spectral, sizes;
} sparse_norms;
sparse_norms filter_sparse_norms(const double *entry, const sparsity *at);

#endif
