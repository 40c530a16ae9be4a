// Shares of a walk that is told of in order: the tree cut into stretches of it.
//
// Every share finds its stretch by itself. All walk the same top of the tree, down to the cells
// where the neurons up to a certain one are inserted. These follow one another in the order of the
// walk, and where to cut between them is told by how many creases of their layer each has left.
#ifndef WALK_STRETCH_H
#define WALK_STRETCH_H

#include "tree/tree.h"
#include "walk/record.h"

// Leaves in the record, which has nothing yet, the subtrees of share `part` of `parts`, in order,
// with what they open and close; none if there are more shares than cells. All shares one after the
// other are the whole walk. The walker is as after walker_init again. If a limit is reached, what
// is left is of no use. Cost: about four walks of the top, which has some thousand cells, or some
// for each share.
void walk_take_stretch(walk_record *record, walker *w, size_t part, size_t parts);

#endif
