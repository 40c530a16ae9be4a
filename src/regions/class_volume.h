// The volume of the cells of one class, from the facets at which the class ends.
//
// The volume of a polytope is the sum over its facets of the pyramids over them with one apex, with
// the sign that the facet's form has there. Two cells on both sides of a facet have its pyramid
// with two signs, so in the sum over the cells of a class the facets between them cancel. Where a
// facet is neither on the border nor listed by class_ties, both cells have one class, and neither
// adds its pyramid. A pyramid whose apex lies on the facet is 0.
#pragma once

#include "tree/region.h"

// Adds up the pyramids over the facets of a bounded region on the border, and over those whose
// splits are listed. The results of all cells of a class add up to its volume, exactly. In two and
// more dimensions; the apex is a point in homogeneous integers, the same for all cells.
void class_volume(fmpq_t volume, const crease_region *region, const uint64_t *tie, size_t ties,
                  const fmpz *apex);
