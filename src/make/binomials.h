// Sums of binomial coefficients, which count the regions of arrangements.
#ifndef MAKE_BINOMIALS_H
#define MAKE_BINOMIALS_H

#include <flint/fmpz.h>

// sum = C(n, 0) + C(n, 1) c + .. + C(n, d) c^d: the regions of n bundles of c parallel
// hyperplanes each in R^d, in general position but for that (Zaslavsky 1975).
void binomials_sum(fmpz_t sum, slong n, slong d, slong c);

#endif
