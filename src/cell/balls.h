// Vertices and the volume of a cell in balls of about 105 bits, from the integers of its facets.
//
// Decimals and doubles are rounded from them where the ball decides the rounding, so no vertex is
// solved in integers. Volumes and integrals of simple cells are sums over their faces
// (cell/faces.h) that are positive, so no digits cancel. A pyramid with apex v over a face of its
// base adds s times
//   W, f(v) W + S, 2 f(v)^2 W + 2 f(v) S + Q
// of the base to W, S and Q of the face; at a vertex S = f W and Q = 2 f^2 W. For an affine f
//   integral of f = S(cell) / (d + 1)!, integral of f^2 = Q(cell) / (d + 2)!.
#pragma once

#include "cell/faces.h"
#include "cell/share.h"
#include "exact/ball.h"
#include <stdbool.h>

typedef struct {
    geom_space *space;
    const geom_cell *cell;
    size_t dimension, facets;
    ball *row;    // facets x (dimension + 1): scaled by powers of two, positive on the cell; NULL:
                  // not yet needed
    size_t *axis; // of each facet: the only coordinate in its row, or `dimension`
    shared_vertex *const *vertex; // of each generator: its balls
    shared_cone *const *cone;     // likewise; NULL: not yet needed, or none
    size_t *tight;                // scratch: facets
} ball_cell;

// Lives in space->cells. vertex is cell_share_vertices of the cell, borrowed. NULL: balls do not
// serve, in one dimension, in more than 20, for a cell without vertices or with lines, and unless
// arithmetic is filtered.
ball_cell *ball_cell_new(geom_space *space, const geom_cell *cell, shared_vertex *const *vertex);
// The coordinates of a generator, borrowed. NULL if it is infinite or if balls cannot solve it.
const ball *ball_cell_vertex(ball_cell *balls, size_t generator);
// The volume of a bounded cell; cone is cell_share_cones of it, borrowed. A polygon, which needs no
// cones, is divided into triangles. Returns 0 if a vertex of any other cell lies on more facets
// than dimensions, or if less than 45 bits are left. Cost: d^3 / 3 products of balls a vertex,
// without coordinates that bounds determine, and one for each facet of each face.
bool ball_cell_volume(ball *volume, ball_cell *balls, shared_cone *const *cone);
// The same with integrals of affine functions, rows of dimension + 1 numbers, the constant last:
// sums[0] is the volume, sums[1 + 2 r] S of function r divided by d!, sums[2 + 2 r] Q divided by
// d!.
bool ball_cell_moments(ball *sums, ball_cell *balls, shared_cone *const *cone, const ball *form,
                       size_t forms);
