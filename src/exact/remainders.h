// Integers by their remainders modulo many primes, which doubles add and multiply without error.
//
// An integer is known by its remainders if the product of the primes is larger than all that it may
// be. Sums and products are those of the remainders, one by one: their time goes by the length of
// the numbers, not by its square, and nothing is carried. src/exact/residue.h has one prime, which
// only tells integers apart.
//
// Many numbers lie side by side. A remainder is any number of its class that is at most
// REMAINDER_SIZE in size, a sum one of at most 2^53.
#ifndef EXACT_REMAINDERS_H
#define EXACT_REMAINDERS_H

#include <flint/fmpz.h>
#include <stddef.h>
#include <stdint.h>

// So many products of two remainders, and one remainder, may be added up.
enum { REMAINDER_SIZE = (1 << 23) - (1 << 16), REMAINDER_TERMS = 128, REMAINDERS_MOST = 48 };

// The primes that tell apart all integers of so many bits: for longer ones, more after the same.
typedef struct remainder_basis remainder_basis;
// NULL if there would have to be more than REMAINDERS_MOST.
remainder_basis *remainder_basis_new(size_t bits);
void remainder_basis_free(remainder_basis *basis);
size_t remainder_basis_primes(const remainder_basis *basis);

// Lines of numbers: number j of line k is at[p * plane + k * apart + j] modulo prime p.
typedef struct {
    double *at;
    size_t plane, apart;
} remainder_lines;

// Numbers of a line, x[0], x[apart], .., of the bits of the basis at most; and one, from sums.
void remainders_put(double *to, size_t plane, const fmpz *x, size_t apart, size_t n,
                    const remainder_basis *basis);
void remainders_get(fmpz_t x, const double *from, size_t plane, const remainder_basis *basis);

// In lines of n numbers, a multiple of KERNEL_LANES: sum_c += line_i factor_c[i] over the first
// `plus` of the indices i, less the same over `minus` more; c < count. All are remainders, and are
// so after this.
void remainders_add(remainder_lines sum, size_t count, size_t n, remainder_lines line,
                    remainder_lines factor, const uint32_t *index, size_t plus, size_t minus,
                    const remainder_basis *basis);
// sum[c * REMAINDERS_MOST + p], c < count: line_c[j] factor[j] over those j < n where mask has all
// bits, not none. At most a remainder in size for each REMAINDER_TERMS of n.
void remainders_dot(double *sum, remainder_lines line, size_t count, remainder_lines factor,
                    const double *mask, size_t n, const remainder_basis *basis);

#endif
