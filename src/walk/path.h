// A path of the tree: the choices that lead from the whole domain to a subtree.
//
// It names no coordinates, and whoever has the network and the domain finds the cell again by
// making the same splits. A path does not say in which order a layer's hyperplanes have been
// inserted beside it, so it leads to the same cell wherever on it the walk was cut into tasks.
#ifndef WALK_PATH_H
#define WALK_PATH_H

#include "walk/position.h"

// Of a split: the side that was taken, 0 below or 1 above; of a maxout unit the row that wins, and
// breakpoint is 0.
typedef struct {
    uint32_t layer, unit, breakpoint, part; // layers are counted from 1, as those of walk_maps
} walk_choice;

// Zero-initialised: the whole domain.
typedef struct {
    walk_choice *choice;
    size_t count, capacity;
} walk_path;

void walk_path_clear(walk_path *path);
void walk_path_push(walk_path *path, walk_choice choice);
void walk_path_copy(walk_path *path, const walk_choice *choice, size_t count);

// Takes the position, which is at the root, down the path, and makes the cell to which it leads, in
// the layer of the last choice. Returns this layer, 1 for the whole domain; 0 if the tree has no
// such path, or if the work was given up. Decides signs, but counts none: whoever made the path
// has. Cost: for every layer that of one cell, for every choice that of a split.
size_t walk_path_descend(geom_cell *cell, walk_position *pos, const walk_choice *choice,
                         size_t count);

#endif
