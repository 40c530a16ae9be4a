// What a task carries. Only src/tree/task.c and src/tree/parcel.c look inside.
#ifndef TREE_CARRIED_H
#define TREE_CARRIED_H

#include "tree/path.h"

// The planes and points of the cell are numbered as they will be once the task is opened:
// after those of the border, which every position has.
struct walk_task {
    walk_path path;
    size_t layer; // 0: the cell is not known yet, nor what follows
    arena memory; // of all that follows
    geom_cell cell;
    size_t points, planes;
    space_point *point;
    plane_origin *origin; // of each plane
    uint32_t *carried;    // where each plane was
    size_t units;
    uint32_t *pattern;   // of the units of layers 1 .. layer, one after the other
    insertion_rest rest; // of the layer; slots are those of the cell
    uint64_t size;       // walk_size of the cell
    int large;           // walk_is_large
};

#endif
