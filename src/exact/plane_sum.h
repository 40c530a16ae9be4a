// Sums of maps of the plane, where vectors hold eight doubles.
#ifndef EXACT_PLANE_SUM_H
#define EXACT_PLANE_SUM_H

#include <stddef.h>
#include <stdint.h>

// Fewer inputs are summed as fast column by column.
enum { PLANE_COLUMNS = 3, PLANE_MANY = 4 };

// The arguments of kernel_sum, none of them NULL.
typedef struct {
    double *map;
    const double *start, *weight, *term;
    const uint32_t *index;
    size_t stride, apart, count;
} plane_sums;

// What kernel_sum does. Only for processors with such vectors: HAS_WIDEST (versions.h).
void plane_sum(const plane_sums *sums, double squares[PLANE_COLUMNS]);

#endif
