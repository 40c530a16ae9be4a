// A path of the tree: the choices that lead from the whole domain to a subtree.
//
// It names no coordinates: with the network and the domain, the same splits lead to the cell again.
// A path does not record the order in which other hyperplanes of a layer were inserted, so it leads
// to the same cell wherever the walk was cut into tasks.
#pragma once

#include "tree/tracer.h"
#include <stdbool.h>

// A split on a path. part is the side taken, 0 below or 1 above; for a maxout unit it is the row
// that attains the maximum, and breakpoint is 0.
typedef struct {
    uint32_t layer, unit, breakpoint, part; // layers count from 1, as in walk_maps
} walk_choice;

// Zero-initialised: the whole domain.
typedef struct {
    walk_choice *choice;
    size_t count, capacity;
    // If regions are reported in order: the last `opens` splits of the path are reported with the
    // subtree, which lies in the first part of each. The last `closes` splits end after it, since
    // it lies in the last part of each.
    size_t opens, closes;
} walk_path;

void walk_path_clear(walk_path *path);
static inline void walk_path_push(walk_path *path, walk_choice choice)
{
    MEMORY_RESERVE(path->choice, path->capacity, path->count + 1);
    path->choice[path->count++] = choice;
}
// A path on the heap that copies all of `like`.
walk_path *walk_path_new(const walk_path *like);
void walk_path_free(walk_path *path);
void walk_path_copy(walk_path *path, const walk_choice *choice, size_t count);
// The choice that leads to part `index` of a split.
walk_choice walk_choice_of(const crease_split *split, size_t index);
// The number of first choices that two paths have in common.
size_t walk_path_shared(const walk_path *a, const walk_path *b);

// Consecutive subtrees. Zero-initialised: none.
typedef struct {
    walk_path *path;
    size_t count, capacity;
} walk_paths;

void walk_paths_clear(walk_paths *paths);
// Adds a copy of the path.
walk_path *walk_paths_add(walk_paths *paths, const walk_path *path);

// The cell at the end of a path, in the layer of the last choice, 1 for the whole domain.
typedef struct {
    const geom_cell *cell;
    size_t layer;
    hyperplane_list list; // hyperplanes left beside the last choice
    crease_split *split;  // of each choice, without ids
} walk_path_end;

// Takes the position to the end of a path and finds the split there, without an id; its winners
// live as the arguments of walk_path_descend's tracer do. Returns 0 when walk_path_descend does.
// *cuts hyperplanes of the split's layer cut the cell; if there are none, it is a region.
bool walk_path_next(crease_split *split, size_t *cuts, walk_position *pos, const walk_path *path);

// Takes the position from the root down the path and makes the cell at its end, in the layer of the
// last choice. Returns 0 if the tree has no such path or the run was cancelled. Unless tracer is
// NULL, its `cell` and `part` are called for the cells and splits on the path, but not for the cell
// at its end. Their arguments live until the position is taken elsewhere. Signs are decided but not
// counted, since they were counted when the path was made. Cost: one cell for every layer, and one
// split for every choice.
bool walk_path_descend(walk_path_end *end, walk_position *pos, const walk_path *path,
                       const walk_tracer *tracer);
