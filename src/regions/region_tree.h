// The recorded region tree: how it is kept.
#ifndef REGIONS_REGION_TREE_H
#define REGIONS_REGION_TREE_H

#include "regions/packing.h"
#include <crease/regions.h>

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
