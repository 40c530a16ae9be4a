// Vertices and the volume of a cell in balls of about 105 bits, from the integers of its facets.
//
// Decimals and doubles are rounded from them where the ball decides the rounding, so no vertex is
// solved in integers.
//
// Volumes and moments of simple cells are sums over vertices (cell/vertex_sums.h).
// Where too many digits cancel, sums over faces follow (cell/faces.h), which are positive. A
// pyramid with apex v over a face of its base adds s times
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
    shared_vertex *const *vertex; // of each generator: its balls; the caller sets it
    size_t *tight;                // scratch: facets
    uint64_t *below;              // the facets whose forms are negative inside; not of polygons
} ball_cell;

// Lives in space->cells. NULL: balls do not serve, in one dimension, in more than 20, for a cell
// without vertices or with lines, and unless arithmetic is filtered. `vertex` must be
// cell_share_vertices of the cell, borrowed.
ball_cell *ball_cell_new(geom_space *space, const geom_cell *cell);
// Takes the matrix of the facets' rows at a generator that lies on d of them. Computes the absolute
// value of its determinant, and the products of some rows of d + 1 balls, the last one ignored,
// with the columns of its inverse: d for each row, in the same order for all. Returns 0 if balls
// cannot compute them.
bool ball_cell_inverse(ball *determinant, ball *slope, ball_cell *balls, size_t generator,
                       const ball *row, size_t row_count);
// The coordinates of a generator, and behind them its height, c x, borrowed. NULL if it is infinite
// or if balls cannot solve it.
const ball *ball_cell_vertex(ball_cell *balls, size_t generator);
// The same, perhaps in wider balls, to be rounded: if points have numbers, from the ends of the
// edge that the vertex divides.
const ball *ball_cell_wide_vertex(ball_cell *balls, size_t generator);
// The direction c of heights, d + 1 entries, the last one 0: fixed, and as good as random.
void ball_direction(ball *direction, size_t dimension);
// The volume of a bounded cell. Returns 0 if a vertex of any other cell than a polygon lies on more
// facets than dimensions, or if less than 45 bits are left. Cost: d^3 / 3 products of balls for a
// vertex or its cone that is not yet known, without coordinates that bounds determine, and for each
// vertex some ten products.
bool ball_cell_volume(ball *volume, ball_cell *balls);
// The same, without the demand for 45 bits, and integrals of affine functions, rows of dimension +
// 1 numbers, the constant last: sums[0] is the volume, sums[1 + 2 r] S of function r divided by d!,
// sums[2 + 2 r] Q divided by d!. Sums over vertices serve if they have 66 bits, or if their errors
// are as if that of the volume were `error`; never if this is negative. Cost: some three products
// for each edge and function and some thirty for each vertex, or some six for each facet of each
// face.
bool ball_cell_moments(ball *sums, ball_cell *balls, const ball *form, size_t forms, double error);

// ---- For balls' own use ----

// How well they know a vertex (shared_vertex.is_known).
enum { BALLS_SHARP = 1, BALLS_WIDE = 2 };
static inline bool ball_vertex_is_sharp(const shared_vertex *vertex)
{
    return vertex->is_known && vertex->is_known != BALLS_WIDE;
}
// Keeps coordinates that are known so well, and the height. x: NULL if they cannot be computed.
void ball_vertex_keep(geom_space *space, shared_vertex *vertex, const ball *x, int known);
// Lists the facets at a generator in balls->tight. Returns their number.
size_t ball_cell_list_tight(ball_cell *balls, size_t generator);
// Loads the rows.
void ball_cell_need_rows(ball_cell *balls);
