// Distances of points to the nearest place where a network bends.
#ifndef TOOL_FIGURE_NEAR_H
#define TOOL_FIGURE_NEAR_H

#include "tool/figure.h"
#include <crease/distance.h>

// squared[i]: of the distance of point i, of count rows, to the function boundary, B_N of Hanin and
// Rolnick; count entries, initialised by the caller. CREASE_ERROR if there is none.
crease_status near_measure(fmpq *squared, const experiment *e, const crease_net *net,
                           const fmpq *points, size_t count, crease_error *error);

// sqrt(squared), the nearest double but for the last digit.
double near_distance(const fmpq_t squared);

#endif
