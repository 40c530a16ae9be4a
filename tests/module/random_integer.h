// Integers of so many bits, of either sign.
#ifndef TESTS_RANDOM_INTEGER_H
#define TESTS_RANDOM_INTEGER_H

#include "base/random.h"
#include <flint/fmpz.h>

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

#endif
