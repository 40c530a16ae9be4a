// The area of the cells of one class, from the edges at which the class ends.
//
// The area of a polygon is the sum over its edges, counterclockwise, of the triangles that they
// make with the origin, with signs. Two cells on both sides of an edge have it in two directions,
// so in the sum over the cells of a class the edges between them cancel. Of those that class_ties
// does not list, and that are not on the border, both cells have one class, and neither counts
// them.
#pragma once

#include "tree/region.h"

// Adds up the edges of a bounded region of the plane on the border, and those whose splits are
// listed. What the cells of a class are given adds up to its area, exactly.
void class_area(fmpq_t area, const crease_region *region, const uint64_t *tie, size_t ties);
