// A point inside a region, with short coordinates.
#ifndef PROOF_INSIDE_H
#define PROOF_INSIDE_H

#include "tree/region.h"
#include <stdio.h>

// Writes its coordinates, rationals p or p/q with spaces between them.
void inside_put(FILE *stream, const crease_region *region);

#endif
