// Bounds on norms, from above.
#pragma once

#include "exact/filter.h"
#include "exact/sparsity.h"
#include <crease/status.h>
#include <math.h>
#include <stddef.h>

// The largest absolute value of n entries.
static inline __attribute__((always_inline)) double largest_entry(const double *entries, size_t n)
{
    double most = 0;
    for (size_t i = 0; i < n; i++)
        most = fabs(entries[i]) > most ? fabs(entries[i]) : most;
    return most;
}
// An upper bound of the Euclidean norm of n entries. filter.md, 6
double filter_norm(const double *entries, size_t n);
// The same of the norm dual to another: of a hyperplane's normal, by which its distance is
// measured.
double filter_dual_norm(const double *entries, size_t n, crease_norm norm);
// The Euclidean norm from the computed sum of their squares.
static inline double filter_norm_of_squares(double sum, size_t n)
{
    return (sqrt(sum) + (double)n * 0x1p-530) * FILTER_ENLARGE;
}
// The same for each column of a map, stored as in kernels.h.
void filter_norms(double *norm, const double *map, size_t stride, size_t columns);

// An upper bound of the spectral norm of a matrix of rows x columns entries, stored column by
// column with the given stride, each off by at most u and FILTER_TINY. For m, the smaller of rows
// and columns, up to 64, 256, 512 and 1024 it exceeds the norm by a factor m^(1/256), m^(1/64),
// m^(1/16) or m^(1/8) at most, for m^3 operations seven, five, three or two times; beyond, it is
// filter_norm. filter.md, 6
double filter_spectral_norm(const double *matrix, size_t rows, size_t columns, size_t stride);

// An upper bound of the spectral norm of the matrix of the absolute values of some entries, which
// is at least that of the matrix; at most filter_norm. filter.md, 12
double filter_sparse_norm(const double *entry, const sparsity *support);
