// A path of the tree: the choices that lead from the whole domain to a subtree.
//
// It names no coordinates, and whoever has the network and the domain finds the cell again by
// making the same splits. A path does not say in which order a layer's hyperplanes have been
// inserted beside it, so it leads to the same cell wherever on it the walk was cut into tasks.
#ifndef TREE_PATH_H
#define TREE_PATH_H

#include "tree/follower.h"

// Of a split: the side that was taken, 0 below or 1 above; of a maxout unit the row that wins, and
// breakpoint is 0.
typedef struct {
    uint32_t layer, unit, breakpoint, part; // layers are counted from 1, as those of walk_maps
} walk_choice;

// Zero-initialised: the whole domain.
typedef struct {
    walk_choice *choice;
    size_t count, capacity;
    // Where regions are told of in order, of the splits on the path: how many of the last are told
    // of with the subtree, which lies in the first part of each, and how many end after it, with
    // the last part.
    size_t opens, closes;
} walk_path;

void walk_path_clear(walk_path *path);
static inline void walk_path_push(walk_path *path, walk_choice choice)
{
    MEMORY_RESERVE(path->choice, path->capacity, path->count + 1);
    path->choice[path->count++] = choice;
}
// On the heap, with a copy of all that the other has.
walk_path *walk_path_new(const walk_path *like);
void walk_path_free(walk_path *path);
void walk_path_copy(walk_path *path, const walk_choice *choice, size_t count);
// How many choices two paths have in common.
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
    hyperplane_list list; // of what the last choice divided: what was left beside it
    crease_split *split;  // of each choice, but for their numbers
} walk_path_end;

// What divides the cell at the end of a path.
typedef struct {
    size_t layer, cuts; // hyperplanes of that layer that cut the cell; 0: it is a region
    uint32_t unit, breakpoint;
    size_t parts;
    const uint32_t *winner; // NULL but for maxout, as in crease_split
} walk_next_split;

// Takes the position to the end of a path and finds the split there. Returns 0 as
// walk_path_descend.
int walk_path_next(walk_next_split *next, walk_position *pos, const walk_path *path);

// Takes the position, which is at the root, down the path, and makes the cell to which it leads, in
// the layer of the last choice. Returns 0 if the tree has no such path, or if the work was given
// up. guide: NULL, or whose `cell` and `part` hear of the cells and splits on the path, but not of
// the cell at its end; what is given lives as long as the position is not taken elsewhere. Decides
// signs, but counts none: whoever made the path has. Cost: for every layer that of one cell, for
// every choice that of a split.
int walk_path_descend(walk_path_end *end, walk_position *pos, const walk_path *path,
                      const walk_follower *guide);

#endif
