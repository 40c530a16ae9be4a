// Seeded random numbers: the same sequence on every machine.
#pragma once

#include <stdint.h>

// xoshiro256** of Blackman and Vigna (2018), seeded through splitmix64.
typedef struct {
    uint64_t state[4];
} random_state;

void random_seed(random_state *random, uint64_t seed);
uint64_t random_bits(random_state *random);
// Uniform in 0..bound-1, without bias; bound > 0.
uint64_t random_below(random_state *random, uint64_t bound);
// Uniform in lo..hi, both included.
int64_t random_between(random_state *random, int64_t lo, int64_t hi);
