// Points inside a region and beyond its facets, with short coordinates.
#ifndef PROOF_INSIDE_H
#define PROOF_INSIDE_H

#include "tree/region.h"
#include <stdio.h>

// Writes its coordinates, rationals p or p/q with spaces between them.
void inside_put(FILE *stream, const crease_region *region);
// A point on the other side of one facet, and on the region's side of all others. inside: that of
// crease_region_interior.
void inside_put_beyond(FILE *stream, const crease_region *region, size_t facet, const fmpq *inside);

#endif
