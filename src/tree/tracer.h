// Callbacks for every cell of the tree, beside the visitors of its regions.
#pragma once

#include "tree/insertion.h"
#include <crease/walk.h>

// Whether to enter a cell of layer l, whose map is up to date.
typedef enum {
    WALK_ENTER,
    WALK_LEAVE_OUT, // none of its regions is visited or counted
} walk_advice;

// Callbacks for every cell of the tree, not for regions alone; each thread has its own. Their
// arguments are borrowed.
typedef struct {
    void *data;
    // All units of layer l are on one piece on the cell, except for hyperplanes of the list. The
    // first of these splits it; if there is none, the next layer follows, or the cell is a region.
    void (*cell)(void *data, walk_position *pos, size_t l, const geom_cell *cell,
                 hyperplane_list list);
    // part: part number `index` of a split is walked next. part_end: it has been walked.
    void (*part)(void *data, const crease_split *split, size_t index);
    void (*part_end)(void *data);
    // All parts of the split have been walked.
    void (*split_end)(void *data, const crease_split *split);
    // A subtree begins. Calls between `approach` and `arrive` repeat the path from the root, which
    // other subtrees report; calls after `arrive` belong to this subtree.
    void (*approach)(void *data);
    void (*arrive)(void *data);
} walk_tracer;
