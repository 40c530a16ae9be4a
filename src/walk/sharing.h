// Several walkers share one tree.
//
// Work is cut into tasks in a way that does not depend on the number of walkers or their speed. A
// walker that has entered a certain number of cells, or divided cells or counted pieces for as
// long, hands back the largest waiting halves as tasks of their own, and goes on. A task always
// starts afresh. So all counts, even those of decisions, are the same for any number of threads.
// The task that comes first in the tree is taken first. So, per walker and hand-over, there are
// never more tasks than halves on a path.
#pragma once

#include "tree/tree.h"
#include "walk/mode.h"
#include <stdbool.h>

// The bytes of the stack that a walk takes.
size_t walk_stack(const walk_position *pos);

// Walks the whole tree by `count` walkers, whose visitor belongs to the observer of the mode. The
// observer may be NULL: then only counts are wanted. Counts are those of the regions that were
// delivered.
crease_status walk_observed(crease_counts *counts, walker *walkers, size_t count,
                            const walk_mode *mode);

// A walk of consecutive subtrees that may end early.
typedef struct {
    const walk_paths *paths;
    double until; // seconds of the run, after which it ends; 0: never
    // Takes the results of subtrees in order, and empties the buffer, which may be NULL.
    void (*take)(void *data, void *buffer, uint64_t regions);
    void *data;
    // Results:
    walk_paths left;  // the subtrees that were not walked, in order
    size_t taken;     // how many tasks were walked
    bool nowhere;     // the tree has no such path
    atomic_int ended; // early
} walk_batch;

// Counts are those of what was taken. The observer of the mode may be NULL; nothing is delivered
// to it.
void walk_batched(crease_counts *counts, walker *walkers, size_t count, const walk_mode *mode,
                  walk_batch *batch);
