// A point inside of a region, in few digits.
#ifndef OUT_INSIDE_H
#define OUT_INSIDE_H

#include "walk/region.h"
#include <stdio.h>

// Writes its coordinates with spaces between them, as decimals or p/q.
void inside_put(FILE *stream, const crease_region *region);

#endif
