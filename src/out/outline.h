// The outlines of regions of one or two dimensions, in decimals, as geographic systems draw them.
#ifndef OUT_OUTLINE_H
#define OUT_OUTLINE_H

#include "out/records.h"

// CREASE_ERROR unless the domain is bounded and has one or two dimensions.
crease_status outline_check(const record_file *file, crease_error *error);

// The ends of a segment, or the corners of a polygon counterclockwise, the first once more at the
// end; borrowed until the region is left. They are the convex hull of the rounded vertices, as a
// reader with doubles sees them: rounding may merge vertices or move them inside it. Empty, and
// counted in file->flat, if the hull has no area (or length).
typedef struct {
    size_t points;
    const number_text **point;
} outline;

outline outline_of(record_file *file, const crease_region *region);

#endif
