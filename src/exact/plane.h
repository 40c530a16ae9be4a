// Loops of kernels.h over maps of the plane, where vectors hold eight doubles. Only for processors
// with such vectors: HAS_WIDEST (versions.h).
#ifndef EXACT_PLANE_H
#define EXACT_PLANE_H

#include <stddef.h>
#include <stdint.h>

enum { PLANE_COLUMNS = 3 };

// The arguments of kernel_sum, none of them NULL, or else those of kernel_sum_set, and count 0.
typedef struct {
    double *map;
    const double *start, *weight, *term;
    const uint32_t *index;
    size_t stride, apart, count;
    uint64_t set, plus;
} plane_sums;

// What these two do.
void plane_sum(const plane_sums *sums, double squares[PLANE_COLUMNS]);

// The arguments of kernel_corners.
typedef struct {
    uint32_t *above, *open;
    double *least, *greatest;
    const double *map, *shift;
    size_t stride, units;
    const double *x, *y;
    size_t corners;
    double width;
} plane_values;

// What it does, where least and greatest are not asked for.
size_t plane_corners(const plane_values *of);

#endif
