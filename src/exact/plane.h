// Loops over maps of the plane, which have three columns. Stored as in kernels.h.
#pragma once

#include "exact/map_rows.h"

enum { PLANE_COLUMNS = 3 };

// As kernel_sum. In a set, the inputs in `plus` are added and the others subtracted.
void plane_sum(const map_sums *sums, double squares[PLANE_COLUMNS]);

// For every unit j the least and the greatest of the values map[j] . (x[v], y[v], 1) at the corners
// v, which are written unless least is NULL. Then
//   above[j] = least[j] - shift[j] > width,
//   open[j] = neither that nor shift[j] - greatest[j] > width,
// for the first `units` of them, and for the rest of KERNEL_LANES: if shift is infinite there, and
// width is not, both are 0. Returns how many are open. All arrays of units have stride entries.
size_t plane_corners(const map_values *values);
