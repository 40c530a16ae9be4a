// Normal random variates, the same bits on every machine.
#ifndef MAKE_NORMAL_H
#define MAKE_NORMAL_H

#include "base/random.h"
#include <crease/status.h>
#include <flint/fmpq.h>
#include <gmp.h>
#include <mpfr.h>

// Marsaglia's polar method makes them in pairs; one may be left over.
typedef struct {
    random_state random;
    int has_spare;
    mpfr_t spare;
} normal_source;

void normal_source_init(normal_source *source, uint64_t seed);
void normal_source_clear(normal_source *source);

// x = sqrt(variance) times the next standard normal variate, rounded to the nearest
// binary64; variance >= 0. CREASE_ERROR if that overflows.
crease_status normal_draw(fmpq_t x, normal_source *source, const fmpq_t variance,
                          crease_error *error);

#endif
