// Several walkers share one tree.
//
// Work is cut into tasks in a way that does not depend on how many walkers there are or
// how fast they are: a walker that has entered a certain number of cells, or counted
// pieces for as long, hands back the halves that wait at its shallowest layer, as tasks of
// their own, and goes on. A task always starts afresh. So all counts, even those of decisions, are
// the same for any number of threads. Tasks wait on a stack: there are never more than a path has
// halves, per walker and hand-over.
#ifndef WALK_CREW_H
#define WALK_CREW_H

#include "walk/tree.h"

// Walks the tree with as many walkers as given, each in a thread of its own, and leaves the
// counts in the first. All have been initialised alike. Returns 0 if the walk was stopped.
int walk_crew(walker *walkers, size_t count);

#endif
