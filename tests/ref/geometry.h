// Whether the data of a region are consistent: generators, facets, maps, inner points.
#ifndef GEOMETRY_H
#define GEOMETRY_H

#include "portrait.h"

// The first error of a region; NULL if nothing. Only rational arithmetic on the numbers of the
// portrait and of the network.
const char *geometry_fault(const portrait *of, const portrait_region *region);

#endif
