// Vertices and the volume of a cell in balls of about 105 bits, from the integers of its facets.
//
// Decimals and doubles are rounded from them where the ball decides the rounding, so no vertex is
// solved in integers. The volume of a cell whose vertices v all lie on d facets a_i x + b_i >= 0 is
//   1/d! sum over v of (c (v - o))^d / (|det A_v| prod of -g_i),  g A_v = c,
// for any point o, and any c that is constant on no edge (J. Lawrence, Mathematics of Computation
// 57, 1991). Its terms cancel; the bounds of the balls say how much is left.
#pragma once

#include "cell/cell.h"
#include "exact/ball.h"

typedef struct {
    geom_space *space;
    const geom_cell *cell;
    size_t dimension, facets;
    ball *row;    // facets x (dimension + 1): scaled by powers of two, positive on the cell
    size_t *axis; // of each facet: the only coordinate in its row, or `dimension`
    ball *at;     // generators x dimension
    signed char *is_known; // of each generator: 1: it is solved; -1: balls cannot solve it
    size_t *tight;         // scratch: facets
} ball_cell;

// Lives in space->cells. NULL: balls do not serve, in one dimension, in more than 20, for a cell
// without vertices or with lines, and unless arithmetic is filtered.
ball_cell *ball_cell_new(geom_space *space, const geom_cell *cell);
// The coordinates of a generator, borrowed. NULL if it is infinite or if balls cannot solve it.
const ball *ball_cell_vertex(ball_cell *of, size_t generator);
// The volume of a bounded cell. Returns 0 if a vertex lies on more facets than dimensions, or if
// less than 45 bits are left. Cost: d^3 / 3 products of balls a vertex, without coordinates that
// bounds determine.
int ball_cell_volume(ball *volume, ball_cell *of);
