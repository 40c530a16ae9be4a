// The region tree, walked depth first.
#ifndef WALK_TREE_H
#define WALK_TREE_H

#include "geom/cell2.h"
#include "walk/layer.h"
#include "walk/limits.h"

// One question put to a cell: on which side of z_unit = breakpoint does it lie?
typedef struct {
    uint32_t unit, breakpoint;
} cut;

// The neurons of one layer being inserted into one cell of the layer before.
// Only those that cut the cell are kept; they are inserted one at a time into the
// cells that arise. Signs at a corner are remembered under the corner's slot, so
// that no sign is decided twice although cells share corners.
typedef struct {
    cut *cuts;
    size_t count, capacity;
    rows forms;        // one row per cut
    signed char *memo; // slots x count: -1, 0, 1 or SIGN_UNKNOWN
    size_t memo_capacity;
    uint32_t slots; // in use
} insertion;

typedef struct {
    const crease_net *net;
    const crease_domain *domain;
    const crease_visitor *visitor;
    walk_maps maps;
    size_t hidden;      // layers 1 .. hidden of maps take part in the pattern
    insertion *inserts; // one per layer
    sign_judge judge;
    plane space;
    walk_limits limits;
    uint64_t max_regions;
    crease_counts *counts;
} walker;

// Returns 0 if a limit or the visitor stopped the walk.
int walk_tree(walker *w);

#endif
