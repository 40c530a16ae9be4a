// Subtrees of about the same size that make up the whole tree.
#pragma once

#include "tree/path.h"
#include <stdbool.h>

// Leaves `count` subtrees, or fewer if the tree has fewer, in the order of the tree. Returns 0 if
// the run was cancelled. Cost: each split on the way is made once for every subtree below it.
bool walk_split(walk_paths *paths, walk_position *pos, size_t count);
