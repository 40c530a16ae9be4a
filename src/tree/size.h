// How much work there is below a cell, as far as that is known before it is done: more than by
// anything else that is at hand the regions of a cell in space are told by the hyperplanes of its
// layer that cut it, and by its facets. docs/cluster.md has how well.
#ifndef TREE_SIZE_H
#define TREE_SIZE_H

#include "tree/position.h"

// Whether whoever shares work divides the cell once only, and hands both halves on, each with the
// hyperplanes that cut it: so that of work that is much there is soon some for everybody.
int walk_is_large(const walk_position *pos, const geom_cell *cell, size_t left);
// Whether it is worth a task of its own.
int walk_is_some(const walk_position *pos, const geom_cell *cell, size_t left);

#endif
