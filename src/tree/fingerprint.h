// A fingerprint of the output map on the path of the walk: different ones prove different maps.
//
// It consists of the values, modulo the prime p = 2^25 - 39, of two combinations of the outputs at
// two points, all drawn at random once and for all. The integer map alone determines it, so maps
// with different fingerprints are different. Equal fingerprints prove nothing: then integers
// decide. For two maps A and B that differ modulo p, u (A - B)(x) is a polynomial of degree 2 in
// the draw (u, x) which is not 0, so it vanishes for at most 2 / p of all draws (Schwartz, Zippel),
// and at both points for one in 2^48.
#pragma once

#include "tree/maps.h"

enum { FINGERPRINT_BITS = 25 };
#define FINGERPRINT_PRIME ((UINT64_C(1) << FINGERPRINT_BITS) - 39)

typedef struct walk_fingerprint walk_fingerprint;

walk_fingerprint *walk_fingerprint_new(walk_maps *maps);
void walk_fingerprint_free(walk_fingerprint *print);

// The fingerprint of the output map on the present path, less than 2^50.
uint64_t walk_fingerprint_here(walk_fingerprint *print);

// The change of the fingerprint when a unit of the last layer that has a pattern goes from a piece
// to the next one. To be called after walk_fingerprint_here, with the layers before unchanged.
uint64_t walk_fingerprint_step(const walk_fingerprint *print, size_t unit, uint32_t piece);

// The fingerprint of a sum or a difference of maps.
static inline uint64_t fingerprint_add(uint64_t a, uint64_t b)
{
    const uint64_t mask = ((uint64_t)1 << FINGERPRINT_BITS) - 1;
    uint64_t high = (a >> FINGERPRINT_BITS) + (b >> FINGERPRINT_BITS),
             low = (a & mask) + (b & mask);
    high -= high >= FINGERPRINT_PRIME ? FINGERPRINT_PRIME : 0;
    low -= low >= FINGERPRINT_PRIME ? FINGERPRINT_PRIME : 0;
    return high << FINGERPRINT_BITS | low;
}
static inline uint64_t fingerprint_negative(uint64_t a)
{
    const uint64_t mask = ((uint64_t)1 << FINGERPRINT_BITS) - 1;
    const uint64_t high = a >> FINGERPRINT_BITS, low = a & mask;
    return (high ? FINGERPRINT_PRIME - high : 0) << FINGERPRINT_BITS |
           (low ? FINGERPRINT_PRIME - low : 0);
}
