// Where a walk begins that is taken up again or shared, as progress has it.
#ifndef WALK_BEGUN_H
#define WALK_BEGUN_H

#include "tree/tree.h"

// The share of a bounded domain that these subtrees are, by doubles; 0 if that is not known. Cost:
// that of opening each.
double walk_share_left(walker *w, const walk_path *const *subtree, size_t subtrees);

// Who hears of progress is told what was done before: of a walk that is taken up again all but
// these subtrees, which are left. Of `parts` shares one is all that progress speaks of, or of one
// that is taken up again what is left of it. No regions of this run have been told of.
void walk_tell_begun(walker *walkers, size_t count, size_t parts, const walk_path *const *subtree,
                     size_t subtrees);

#endif
