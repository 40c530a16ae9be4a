// Binomial coefficients and their sums, which count the regions of arrangements.
#ifndef MAKE_BINOMIALS_H
#define MAKE_BINOMIALS_H

#include <flint/fmpz.h>

// row[j] = C(n, j) for j = 0..count-1, count <= n + 1.
void binomials_row(fmpz *row, ulong n, ulong count);

// sum = C(n, 0) + C(n, 1) c + .. + C(n, d) c^d: the regions of n bundles of c parallel
// hyperplanes each in R^d, in general position but for that (Zaslavsky 1975). Cost: min(n, d)
// multiplications.
void binomials_sum(fmpz_t sum, ulong n, ulong d, ulong c);

#endif
