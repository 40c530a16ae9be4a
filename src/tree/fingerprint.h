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
