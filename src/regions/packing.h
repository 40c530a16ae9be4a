// Patterns packed into words: a few bits for each unit.
#ifndef REGIONS_PACKING_H
#define REGIONS_PACKING_H

#include <crease/net.h>
#include <stdint.h>

typedef struct {
    size_t first; // bit of the layer's first unit, a multiple of bits
    size_t units;
    uint32_t pieces, rank; // as in net/activation.h
    unsigned bits;         // for each unit: 0, 1, 2, 4, 8, 16 or 32, so that none crosses a word
} packed_layer;

typedef struct {
    packed_layer *layer;
    size_t layers, units;
    size_t words; // of 64 bits, for one pattern
} packing;

// For the patterns of the hidden layers of net.
void packing_init(packing *packed, const crease_net *net);
void packing_clear(packing *packed);

// One layer of a pattern, packed into words that were zero before.
void packing_put(uint64_t *words, const packing *packed, size_t layer, const uint32_t *pattern);
// All layers, one after the other.
void packing_get(uint32_t *pattern, const packing *packed, const uint64_t *words);
// Whether these words hold this pattern.
int packing_equal(const packing *packed, const uint64_t *words, const uint32_t *pattern);

#endif
