// Random integers, of either sign.
#ifndef TESTS_RANDOM_INTEGER_H
#define TESTS_RANDOM_INTEGER_H

#include "base/random.h"
#include <flint/fmpz.h>

// A random integer of `bits` bits.
static inline void random_integer(fmpz_t x, unsigned bits, random_state *random)
{
    fmpz_zero(x);
    for (unsigned done = 0; done < bits; done += 30) {
        fmpz_mul_2exp(x, x, 30);
        fmpz_add_ui(x, x, random_below(random, UINT64_C(1) << (bits < 30 ? bits : 30)));
    }
    if (random_below(random, 2))
        fmpz_neg(x, x);
}

// An integer of at most `most` bits: zeros, powers of two whose exponents are multiples of a
// step, one less than these, where carries are long, and others.
static inline void random_special_integer(fmpz_t x, ulong most, ulong step, random_state *random)
{
    const ulong bits = (ulong)random_below(random, most + 1);
    const uint64_t kind = random_below(random, 6);
    fmpz_set_ui(x, kind > 0);
    fmpz_mul_2exp(x, x, kind == 1 ? bits / step * step : bits);
    if (kind == 2)
        fmpz_sub_ui(x, x, 1);
    for (ulong k = 0; kind > 2 && k < bits; k += 32) {
        fmpz_mul_2exp(x, x, 32);
        fmpz_add_ui(x, x, (ulong)random_below(random, UINT64_C(1) << 32));
        fmpz_fdiv_r_2exp(x, x, bits);
    }
    if (random_below(random, 2))
        fmpz_neg(x, x);
}

#endif
