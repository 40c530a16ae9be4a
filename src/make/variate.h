// Random numbers scaled and rounded to binary64, the same bits on every machine.
#pragma once

#include <stdint.h> // before mpfr

#include <mpfr.h> // before flint

#include "base/random.h"
#include <crease/status.h>
#include <flint/fmpq.h>
#include <stdbool.h>

enum { VARIATE_PRECISION = 128 };

typedef enum {
    VARIATE_NORMAL,  // N(0, 1)
    VARIATE_UNIFORM, // among the odd multiples of 2^-64 in (-1, 1)
    VARIATE_INTEGER, // among the integers -most..most
    VARIATE_CHOICE,  // one of count > 0 values, equally likely
} variate_kind;

typedef struct {
    variate_kind kind;
    int64_t most;
    const fmpq *values;
    size_t count;
} variate_law;

// Marsaglia's polar method makes normal variates in pairs; one may be left over.
typedef struct {
    random_state random;
    bool has_spare;
    mpfr_t spare;
    fmpq_t square; // of the last draw, and its root: the next has mostly the same
    mpfr_t root;
} variate_source;

void variate_source_init(variate_source *source, uint64_t seed);
void variate_source_clear(variate_source *source);

// x = sqrt(square) times the next variate of the law, rounded to the nearest binary64; square >= 0.
// Uses up 64 bits, except for the rare ones that would make it unfair and what normal variates
// reject. CREASE_ERROR if x overflows.
crease_status variate_draw(fmpq_t x, variate_source *source, const variate_law *law,
                           const fmpq_t square, crease_error *error);

// True with probability ceil(2^64 p) / 2^64; 0 <= p <= 1. For the same bits, a greater p is
// true where a smaller one is.
bool variate_chance(random_state *random, const fmpq_t p);
