// Loops over maps of the plane, which have three columns. Stored as in kernels.h.
#pragma once

#include <stddef.h>
#include <stdint.h>

enum { PLANE_COLUMNS = 3 };

// The arguments of kernel_sum, none of them NULL; or a set of inputs in place of the index, and
// count 0.
typedef struct {
    double *map;
    const double *start, *weight, *term;
    const uint32_t *index;
    size_t stride, apart, count;
    uint64_t set, plus;
} plane_sums;

// As kernel_sum. In a set, the inputs in `plus` are added and the others subtracted.
void plane_sum(const plane_sums *sums, double squares[PLANE_COLUMNS]);

// Rows of a map and vertices of a polygon.
typedef struct {
    uint32_t *above, *open;
    double *least, *greatest;
    const double *map, *shift;
    size_t stride, units;
    const double *x, *y;
    size_t corners;
    double width;
} plane_values;

// For every unit j the least and the greatest of the values map[j] . (x[v], y[v], 1) at the corners
// v, which are written unless least is NULL. Then
//   above[j] = least[j] - shift[j] > width,
//   open[j] = neither that nor shift[j] - greatest[j] > width,
// for the first `units` of them, and for the rest of KERNEL_LANES: if shift is infinite there, and
// width is not, both are 0. Returns how many are open. All arrays of units have stride entries.
size_t plane_corners(const plane_values *values);
