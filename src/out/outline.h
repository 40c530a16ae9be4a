// The outlines of regions of one or two dimensions, in decimals: what geographic systems draw.
#ifndef OUT_OUTLINE_H
#define OUT_OUTLINE_H

#include "out/records.h"

// The domain must be bounded and have one or two dimensions; `of` is the format that wants it.
crease_status outline_check(const char *of, const record_file *file, crease_error *error);

// The ends of a segment, or the corners of a polygon counterclockwise, the first once more at the
// end; borrowed until the region is left. Corners that rounding has brought to one place are shown
// once; where fewer than two or three remain the outline is empty.
typedef struct {
    size_t points;
    const number_text **point;
} outline;

outline outline_of(record_file *file, const crease_region *region);

#endif
