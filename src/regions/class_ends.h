// Where the class of a region may end on its cell: at ties, on upper sides of a box, and on the
// border of any other domain.
#pragma once

#include "regions/class_frame.h"
#include "regions/class_ties.h"

// All is borrowed, or lives in the space's cells.
typedef struct {
    const crease_region *region;
    geom_space *space;
    const geom_cell *cell; // with vertices
    const class_frame *frame;
    class_ties *ties;
    uint64_t *active; // the vertices at a tie, at the upper corner of a box, and all of a domain
                      // that is not a box
    uint32_t *upper;  // of a box: the plane of its upper side in each axis
    size_t *facet;    // the facet that the cell has on it, or NO_FACET; NULL: ask its vertices
    uint64_t *above;  // of each vertex: class_ends_above, or NOT_KNOWN
} class_ends;

// For a bounded region of two and more dimensions, whose ties they are. Returns 0 if no vertex is
// active: then the class does not end here.
bool class_ends_find(class_ends *ends, const crease_region *region, class_ties *ties,
                     const class_frame *frame);
// The axes, a bit each, on whose upper sides a vertex lies.
uint64_t class_ends_above(class_ends *ends, size_t generator);
// The axes on whose upper sides all vertices of a face lie.
uint64_t class_ends_face_above(class_ends *ends, const uint64_t *face);
// Whether a facet lies on the border of a domain that is not a box.
static inline bool class_ends_on_border(const class_ends *ends, uint32_t plane)
{
    return !ends->frame->is_box && ends->space->origin[plane].split == NO_SPLIT;
}
