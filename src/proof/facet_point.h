// A point on a facet of a region.
#pragma once

#include "tree/region.h"

// x = a point of a facet that lies on no other.
void facet_point(fmpq *x, const crease_region *region, size_t facet);
