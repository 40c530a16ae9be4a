// Points inside a region, with short coordinates, and on its facets.
#pragma once

#include "tree/region.h"
#include <stdio.h>

// Writes its coordinates, rationals p or p/q with spaces between them.
void inside_put(FILE *stream, const crease_region *region);
// x = a point of a facet that lies on no other.
void inside_facet(fmpq *x, const crease_region *region, size_t facet);
