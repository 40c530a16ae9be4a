// The simple random walk on the vertices of a cube.
#ifndef TOOL_FIGURE_CUBE_WALK_H
#define TOOL_FIGURE_CUBE_WALK_H

#include <stddef.h>

// range[i], i < count: how many different vertices of the cube of this dimension, at most 60, a
// walk has seen after i steps, the start included, in the mean. Each step goes to one of the
// neighbours, all equally likely.
//
// The walk looks the same from every vertex and backwards, so that E range[i] - E range[i-1], the
// chance that step i leads to a new vertex, is P(T > i) for the time T of the first return. Its
// law follows from that of all returns, p_i = 2^-d sum_j C(d, j) (1 - 2j/d)^i, by
// p_i = sum_{1 <= k <= i} P(T = k) p_{i-k} (Feller, An introduction to probability theory, XIII).
// Cost: count^2.
void cube_walk_range(double *range, size_t count, size_t dimension);

#endif
