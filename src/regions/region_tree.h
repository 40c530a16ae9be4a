// The recorded region tree: how it is kept.
#ifndef REGIONS_REGION_TREE_H
#define REGIONS_REGION_TREE_H

#include "net/units.h"

#include <crease/regions.h>

// ---- Patterns packed into words: as many bits for each unit ----

typedef struct {
    unit_table *unit; // of each layer
    size_t layers, units;
    unsigned bits; // 0, 1, 2, 4, 8, 16 or 32, so that no unit crosses a word
    size_t words;  // of 64 bits, for one pattern
} packing;

// For the patterns of the hidden layers of net.
void packing_init(packing *packed, const crease_net *net);
void packing_clear(packing *packed);
// Packs the pattern of a region into words that are zero.
void packing_put(uint64_t *words, const packing *packed, const crease_region *region);

// ---- The tree ----

// In pre-order the first child of a node is the next one, and a sibling begins where
// the subtree before it ends.
typedef struct {
    size_t parent;
    union {
        size_t end;      // of a split
        uint64_t region; // of a leaf, whose subtree it is itself
    };
    uint32_t lowest, highest;
    uint32_t sides, children; // sides 0: a leaf
    uint32_t layer, unit, breakpoint;
    uint32_t bounded;
} tree_node;

struct crease_tree {
    char *network_sha256, *domain;
    crease_arith arith;
    size_t *width;
    packing packed;
    crease_counts counts;
    tree_node *node;
    size_t nodes, node_capacity;
    // For each region its leaf, and its pattern.
    size_t *leaf;
    uint64_t *pattern;
    size_t regions, leaf_capacity, pattern_capacity;
    size_t depth;
};

#endif
