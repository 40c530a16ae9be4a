// Maps in doubles, as the loops over their rows take them (exact/kernels.h, exact/plane.h).
#pragma once

#include <stddef.h>
#include <stdint.h>

// A sum over the listed inputs, `count` of them; in the plane, instead of a list, over a set.
typedef struct {
    double *map;
    const double *start;  // a map, maybe this one, or NULL: zero
    const double *weight; // of each input, a column of stride entries
    const double *term;   // of input i for column c: term[c * apart + i]
    const uint32_t *index;
    size_t stride, apart, count;
    uint64_t set, plus;
} map_sums;

// The values of the first `units` rows of a map, less a shift, on a box or at the vertices of a
// polygon: they lie from least[j] to greatest[j]. All arrays have stride entries.
typedef struct {
    uint32_t *above, *open;
    double *least, *greatest;
    const double *map, *shift;
    size_t stride, units;
    const double *x, *y; // the vertices
    size_t corners;
    double width;
} map_values;
