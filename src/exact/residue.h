// Integers modulo the prime p = 2^25 - 39, in doubles: cheap witnesses of difference.
//
// Integers with different residues are different, which is a proof. Equal residues prove
// nothing; integers themselves must then decide.
//
// A residue is any number of its class of at most 2^24 in size. A product of two is at most 2^48,
// so that RESIDUE_TERMS of them and one residue more add up to less than 2^53: sums are exact, in
// whatever order, and whether or not a product and a sum are rounded together.
#ifndef EXACT_RESIDUE_H
#define EXACT_RESIDUE_H

#include <flint/fmpz.h>
#include <stdint.h>

#define RESIDUE_PRIME UINT64_C(0x1ffffd9)
enum { RESIDUE_TERMS = 31 };

// That of such a sum, of a double or of each double of a vector. The quotient is below 2^28, so off
// by less than 2^-24 before adding 1.5 * 2^52 rounds it to an integer; the rest is an integer, and
// below p / 2 + p / 2^24 < 2^24 in size.
#define RESIDUE_REDUCE(sum) \
    ((sum) -                \
     (((sum) * (1.0 / (double)RESIDUE_PRIME) + 0x1.8p52) - 0x1.8p52) * (double)RESIDUE_PRIME)

static inline double residue_reduce(double sum)
{
    return RESIDUE_REDUCE(sum);
}

// The one number of its class in 0 .. p-1.
static inline uint32_t residue_value(double residue)
{
    const int32_t r = (int32_t)residue;
    return (uint32_t)r + (r < 0) * (uint32_t)RESIDUE_PRIME; // without a branch
}

static inline double residue_of_word(uint64_t x)
{
    const uint64_t rest = x % RESIDUE_PRIME;
    return rest > RESIDUE_PRIME / 2 ? (double)rest - (double)RESIDUE_PRIME : (double)rest;
}

static inline double residue_of(const fmpz_t x)
{
    return residue_of_word(fmpz_fdiv_ui(x, RESIDUE_PRIME));
}

#endif
