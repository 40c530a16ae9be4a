// The spectral norm of a large matrix, bounded from above. docs/filter.md, 12.
#ifndef EXACT_SPECTRAL_H
#define EXACT_SPECTRAL_H

#include <stddef.h>

// At least the largest singular value of W; infinite if it could not be proved. The matrix is
// stored as filter_spectral_norm has it; frobenius is a bound on its Frobenius norm, neither
// near the ends of the range of doubles. Usually within 3 % of the truth. With m the smaller and
// n the larger of rows and columns, it takes m^2 n / 2 + m^3 / 6 operations for each attempt.
double spectral_bound(const double *matrix, size_t rows, size_t columns, size_t stride,
                      double frobenius);

#endif
