// The area of the cells of one class, from the edges at which the class ends.
//
// The area of a polygon is the sum over its edges, counterclockwise, of the triangles that they
// make with the origin, with signs. Two cells on both sides of an edge have it in two directions,
// so in the sum over the cells of a class the edges between them cancel. Creases are continuous:
// both cells have the same edge. If one form is greater than all others at one end of it, it is so
// near this end too, hence in both cells, which have one class. Whether it is depends on the point
// alone, so either both cells leave an edge out or none does.
#pragma once

#include "tree/region.h"

// Adds up the edges of a bounded region of the plane that need not cancel: those on the border and
// on the creases of layer `last`, numbered as visitors do, where a maxout unit of `count` rows
// chooses the class; and those at whose ends no form is greater than all others. What the cells of
// a class are given adds up to its area, exactly. Costs a sign for each vertex and form.
void class_area(fmpq_t area, const crease_region *region, size_t last, size_t count);
