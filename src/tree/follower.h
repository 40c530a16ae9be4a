// Who goes along on the walk down the tree, beside the visitors of its regions.
#ifndef TREE_FOLLOWER_H
#define TREE_FOLLOWER_H

#include "tree/insertion.h"
#include <crease/walk.h>

// Whether the walk enters a cell of layer l, whose map is up to date.
typedef enum {
    WALK_ENTER,
    WALK_LEAVE_OUT, // no region of it is met, or counted
    WALK_STOP,
} walk_advice;

// Who hears of every cell of the tree, not of regions alone; each thread has one. What is given is
// borrowed.
typedef struct {
    void *data;
    // All units of layer l are on one piece on the cell but for hyperplanes of the list. The first
    // of these splits it; if there is none, the next layer follows, or the cell is a region.
    void (*cell)(void *data, walk_position *pos, size_t l, const geom_cell *cell,
                 hyperplane_list list);
    // Part number `index` of those that a split has made is walked next; that it has been.
    void (*part)(void *data, const crease_split *split, size_t index);
    void (*part_end)(void *data);
    // All parts have been.
    void (*split_end)(void *data, const crease_split *split);
    // A subtree begins. What is heard now is the way to it from the root, of which others have
    // heard in its place; and from here on in this one's.
    void (*approach)(void *data);
    void (*arrive)(void *data);
} walk_follower;

#endif
