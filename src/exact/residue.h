// Integers modulo the Mersenne prime p = 2^31 - 1: cheap witnesses of difference.
//
// Integers with different residues are different, which is a proof. Equal residues prove
// nothing; integers themselves must then decide.
#ifndef EXACT_RESIDUE_H
#define EXACT_RESIDUE_H

#include <flint/fmpz.h>
#include <stddef.h>
#include <stdint.h>

#define RESIDUE_PRIME UINT64_C(0x7fffffff)

// In 0 .. p-1.
static inline uint32_t residue_of(const fmpz_t x)
{
    return (uint32_t)fmpz_fdiv_ui(x, RESIDUE_PRIME);
}

static inline uint32_t residue_reduce(uint64_t x)
{
    x = (x & RESIDUE_PRIME) + (x >> 31);
    x = (x & RESIDUE_PRIME) + (x >> 31);
    return (uint32_t)(x >= RESIDUE_PRIME ? x - RESIDUE_PRIME : x);
}

static inline uint32_t residue_multiply(uint32_t a, uint32_t b)
{
    return residue_reduce((uint64_t)a * b);
}

static inline uint32_t residue_add(uint32_t a, uint32_t b)
{
    return residue_reduce((uint64_t)a + b);
}

static inline uint32_t residue_subtract(uint32_t a, uint32_t b)
{
    return residue_reduce((uint64_t)a + (RESIDUE_PRIME - b));
}

#endif
