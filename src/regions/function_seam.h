// The part of a split's creases across which the network changes.
#ifndef REGIONS_FUNCTION_SEAM_H
#define REGIONS_FUNCTION_SEAM_H

#include "regions/seams.h"

// The square of the measure of all points of a seam where regions with different maps meet: in one
// dimension their number, 0 or 1; in the plane the length, in space the area, and so on. All facets
// are bounded.
void function_seam_square(fmpq_t square, const seam *closing, size_t dimension);

#endif
