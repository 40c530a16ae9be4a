// Seeded random numbers: xoshiro256** seeded through splitmix64.
#include "base/random.h"

#include "base/bits.h"
#include "base/fatal.h"

static uint64_t rotate(uint64_t x, int k)
{
    return (x << k) | (x >> (64 - k));
}

void random_seed(random_state *random, uint64_t seed)
{
    for (int i = 0; i < 4; i++) {
        seed += 0x9e3779b97f4a7c15u;
        random->state[i] = bits_scramble(seed);
    }
}

uint64_t random_bits(random_state *random)
{
    uint64_t *s = random->state;
    uint64_t result = rotate(s[1] * 5, 7) * 9;
    uint64_t t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotate(s[3], 45);
    return result;
}

uint64_t random_below(random_state *random, uint64_t bound)
{
    ASSERT(bound > 0);
    // Smaller values would make small residues more likely.
    uint64_t unfair = (0 - bound) % bound;
    uint64_t bits;
    do
        bits = random_bits(random);
    while (bits < unfair);
    return bits % bound;
}

int64_t random_between(random_state *random, int64_t lo, int64_t hi)
{
    ASSERT(lo <= hi);
    uint64_t values = (uint64_t)hi - (uint64_t)lo + 1; // 0: all 2^64 of them
    return (int64_t)((uint64_t)lo + (values ? random_below(random, values) : random_bits(random)));
}
