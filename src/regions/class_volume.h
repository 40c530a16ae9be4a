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

#include "domain/domain.h"
#include "exact/factored.h"
#include "regions/class_kept.h"
#include "regions/class_ties.h"

// The coordinates of all pyramids.
typedef struct {
    size_t dimension;
    bool is_box;
    fmpz *apex;     // the lower corner of a box, else the origin, in homogeneous integers
    fmpz *width;    // of a box in each axis, times the apex' weight
    fmpz_t divisor; // d! times the d-th power of this weight
    ulong shift;    // rounded volumes are in units of 2^-shift
} class_frame;

void class_frame_init(class_frame *frame, const crease_domain *domain);
void class_frame_clear(class_frame *frame);

// Adds up the pyramids of a bounded region. The results of all cells of a class add up to its
// volume times the divisor, exactly. Denominators are products of the weights of vertices. In two
// and more dimensions.
void class_volume(factored *volume, const crease_region *region, class_ties *ties,
                  const class_frame *frame);
// The same in a box, rounded: adds the sum in units of 2^-shift, and
// to `error` a bound on what this differs from it. The weights of faces have ties->precision bits,
// at least so many: fewer do not tell a short fraction from a long one.
enum { CLASS_VOLUME_PRECISION = 256 };
void class_volume_rounded(fmpz_t sum, fmpz_t error, const crease_region *region, class_ties *ties,
                          const class_frame *frame, class_kept *kept);
