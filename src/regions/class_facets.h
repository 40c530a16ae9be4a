// The measure of the facets where two classes meet within one activation region.
#pragma once

#include "exact/enclosed_sum.h"
#include "regions/class_kept.h"
#include "regions/class_ties.h"

// There the regions of both classes have the same facet, on the tie of their forms, unless a third
// form is as great on it. Adds the volume of dimension d - 1 of each such facet as seen from the
// greater class, and strikes its split from the list as seen from both: other facets have to be
// matched. For bounded regions of three and more dimensions. Layer `last` as in class_ties_find.
// What class_volume needs of a facet is kept, or the projection left in `ties` if `kept` is NULL;
// the sum is the same.
void class_facets_measure(enclosed_sum *sum, class_ties *ties, const crease_region *region,
                          size_t last, size_t count, class_kept *kept);
// Frees the projections.
void class_facets_clear(class_ties *ties);
