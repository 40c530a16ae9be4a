// A double as a rational.
#ifndef TESTS_EXACT_DOUBLE_H
#define TESTS_EXACT_DOUBLE_H

#include <flint/fmpq.h>
#include <gmp.h>

// The double as it is; it must be finite.
static inline void exact_double(fmpq_t x, double value)
{
    mpq_t q;
    mpq_init(q);
    mpq_set_d(q, value);
    fmpq_set_mpq(x, q);
    mpq_clear(q);
}

#endif
