// One step down the region tree: a cell enters a layer, or a unit splits it.
//
// The walk (tree/tree.h), which goes everywhere, and a path (tree/path.h), which goes to one
// subtree, take the same steps, and so meet the same cells.
#pragma once

#include "tree/insertion.h"
#include <crease/walk.h>
#include <stdbool.h>

// A split of a cell. The first fields say by what, the others what comes of it.
typedef struct {
    size_t layer, depth;  // of the unit, from 1; splits above this one
    uint32_t hyperplane;  // its number in the layer's insertion; of a maxout unit, the first
    hyperplane_list rest; // what is to be inserted after it
    bool line_order;      // one dimension: parts of a maxout unit come in the order of the line
    bool skip_halves;     // they are not made: both are the cell itself
    crease_split split;   // without an id
    geom_cell *part;      // split.parts cells
    bool starts_above;    // of halves: the first generator of the cell lies above
} walk_step;

// A cell of the layers before enters layer l: *own becomes its copy there. The maps of layer l are
// up to date. Returns the hyperplanes of the layer that split the cell. Cost: the signs of the
// layer's units.
hyperplane_list step_into_layer(geom_cell *own, walk_position *pos, size_t l,
                                const geom_cell *cell);

// Splits the cell. half is room for two cells; parts live as long as it, and until the arena of
// cells and the space are released. Makes planes, points and slots. Cost: one cell for each part.
void step_split(walk_step *step, geom_cell half[2], walk_position *pos, const geom_cell *cell);
