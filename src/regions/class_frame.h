// The coordinates in which the volume of a class is a sum of pyramids, and vertices in them.
#pragma once

#include "domain/domain.h"
#include "tree/region.h"

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
// All axes, a bit each.
static inline uint64_t class_frame_axes(const class_frame *frame)
{
    return ((uint64_t)1 << frame->dimension) - 1;
}

// Vertices of a region. All zero: none has been loaded.
typedef struct {
    const fmpz **row; // of each vertex in the set: its position from the apex, times w and the
                      // apex' weight, then w, its own weight
    fmpz *weight;     // all w, borrowed
    size_t count;
    fmpz_t product; // of all w, after class_points_multiply
    fmpz *entries;  // of all rows
    size_t size;    // their number
} class_points;

// Loads a set of the region's vertices. Lists live in the space's cells, integers until
// class_points_clear.
void class_points_load(class_points *points, const crease_region *region, const class_frame *frame,
                       const uint64_t *set);
void class_points_multiply(class_points *points);
void class_points_clear(class_points *points);
