// The volume of the cells of one class, from the faces at which the class ends.
//
// The volume of a polytope is the sum over its facets of the pyramids over them with one apex, with
// the sign that the facet's form has there. Two cells on both sides of a facet have its pyramid
// with two signs, so in the sum over the cells of a class the facets between them cancel. Where a
// facet is neither on the border nor one of class_ties, both cells have one class, and neither
// adds its pyramid. A pyramid whose apex lies on the facet is 0.
//
// The apex of a box is its lower corner. Lower sides add nothing, and upper side c adds its width L
// in axis c times what the class has of this side, which is found in the same way. In coordinates
// that begin at the apex, let V(class, side) be k! times the volume of dimension k that a class has
// of a k-dimensional side of the box. Then
//   V(class, side) = sum over faces where the class ends within it: k! volume of the pyramid
//                    + sum over upper sides c of it: L V(class, upper side c of it),
// and the upper corner has V = 1. So only cells at ties and one at the upper corner add something.
#pragma once

#include "exact/factored.h"
#include "regions/class_frame.h"
#include "regions/class_kept.h"
#include "regions/class_ties.h"

// volume = the sum of the pyramids of a bounded region in two and more dimensions; unchanged if it
// has none. The sum over the cells of a class is its volume times the frame's divisor, exactly.
// Denominators are products of the weights of vertices.
void class_volume(factored *volume, const crease_region *region, class_ties *ties,
                  const class_frame *frame);
// Likewise in a box, rounded: adds the sum in units of 2^-shift to `sum`, and a bound on its error
// to `error`. ties->precision is at least CLASS_VOLUME_PRECISION: fewer bits do not tell a short
// fraction from a long one.
enum { CLASS_VOLUME_PRECISION = 256 };
void class_volume_rounded(fmpz_t sum, fmpz_t error, const crease_region *region, class_ties *ties,
                          const class_frame *frame, class_kept *kept);
