// Facets where a region of a class may end: those on which another form is as great as its own.
//
// Activations are continuous, so forms are the same functions on both sides of a facet. If the
// greatest form of a cell is greater than all others somewhere on a facet, it is so near this point
// on the other side too, and both cells have one class. Otherwise there the facet lies where two
// forms are equal, as seen from either side: both cells list the facet or none does.
#pragma once

#include "tree/region.h"

// Lists the splits that made the facets, but those on the border, on which the form of the region's
// class is equal to another one. Layer `last`, numbered as visitors do, is a maxout unit of `count`
// rows that chooses the class. The list lives in the space's cells. Cost: a sign for each form at
// each generator, by doubles if these decide, else by integers.
size_t class_ties(uint64_t **split, const crease_region *region, size_t last, size_t count);
// Whether the list has a split.
bool class_tie_is_listed(const uint64_t *list, size_t count, uint64_t split);
