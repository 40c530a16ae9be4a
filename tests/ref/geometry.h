// Whether a region is what it says of itself: generators, facets, maps, inner points.
#ifndef GEOMETRY_H
#define GEOMETRY_H

#include "portrait.h"

// The first thing that is wrong with a region; NULL if nothing. Only rational arithmetic
// on the numbers of the portrait and of the network.
const char *geometry_fault(const portrait *of, const portrait_region *region);

#endif
