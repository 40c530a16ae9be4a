// Vertices and the volume of a cell in balls of about 105 bits, from the integers of its facets.
//
// Decimals and doubles are rounded from them where the ball decides the rounding, so no vertex is
// solved in integers.
//
// The volume of a simple cell is a sum over its vertices (Lawrence, Mathematics of Computation 57,
// 1991). Let A be the rows of the d facets at a vertex v, positive inside, let U = A^-1, whose
// columns u_i are directions of edges, and let c be a direction that is orthogonal to none of them:
//   d! volume = sum over vertices (c v)^d K(v),  K(v) = 1 / (|det A| product of all -(c u_i)).
// K does not depend on the lengths of rows, and changes its sign with each of them. So all cells
// around a vertex share it, but for its sign (domain/shared_vertices.h).
// The sum does not depend on the origin, so h = c (v - v0), v0 the first vertex, is in the place of
// c v: terms of small cells then cancel less. Integrals of powers are such sums too,
//   (d + k)! / k! integral of h^k = sum over vertices of h^(d + k) K(v).
// Let f be an affine function with gradient a, 0 at v0. The sums of h + s f and h - s f, whose
// gradients are c + s a and c - s a, tell those of f and f^2: half of the difference of those of
// first powers is s times that of f; the sum of those of squares, less twice that of h^2, is
// 2 s^2 times that of f^2. Here K(v) is divided by the product over the edges at v of 1 + s r, or
// of 1 - s r, and r = a u_i / c u_i is the quotient of the differences of f and of h between the
// ends of the edge.
//
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
    shared_vertex *const *vertex; // of each generator: its balls; NULL: not yet needed
    shared_cone *const *cone;     // likewise; NULL: not yet needed, or none
    uint64_t *is_turned;          // the facets whose turned rows are negative on the cell
    size_t *tight;                // scratch: facets
} ball_cell;

// Lives in space->cells. NULL: balls do not serve, in one dimension, in more than 20, for a cell
// without vertices or with lines, and unless arithmetic is filtered. All but the volume of other
// cells than polygons need `vertex`, cell_share_vertices of the cell, borrowed.
ball_cell *ball_cell_new(geom_space *space, const geom_cell *cell);
// Loads the rows; for balls' own use, as is the next one.
void ball_cell_need_rows(ball_cell *balls);
// Computes the cone of a generator. Returns 0 if balls cannot.
bool ball_cell_cone(ball_cell *balls, size_t generator);
// Entry `axis` of 2^20 c, at most 2^20: fixed, and as good as random.
int ball_direction(size_t axis);
// Rows are turned so that their first entry other than 0 is positive. The product of the signs that
// all turned rows at a generator have on the cell.
static inline int ball_cell_turn(const ball_cell *balls, size_t generator)
{
    const uint64_t *on = cell_facets_at(balls->cell, generator);
    return bits_count_common(on, balls->is_turned, balls->cell->words) % 2 ? -1 : 1;
}
// The coordinates of a generator, borrowed. NULL if it is infinite or if balls cannot solve it.
const ball *ball_cell_vertex(ball_cell *balls, size_t generator);
// The volume of a bounded cell; cone is cell_share_cones of it, borrowed. A polygon, which needs no
// cones, is divided into triangles. Returns 0 if a vertex of any other cell lies on more facets
// than dimensions, or if less than 45 bits are left. Cost: d^3 / 3 products of balls a cone that is
// not yet known, without coordinates that bounds determine, and about six for each vertex.
bool ball_cell_volume(ball *volume, ball_cell *balls, shared_cone *const *cone);
// The same, without the demand for 45 bits, and integrals of affine functions, rows of dimension +
// 1 numbers, the constant last: sums[0] is the volume, sums[1 + 2 r] S of function r divided by d!,
// sums[2 + 2 r] Q divided by d!. Sums over vertices serve if they have 66 bits, or if their errors
// are as if that of the volume were `error`; never if this is negative. Cost: some thirty products
// for each vertex and function, or some six for each facet of each face.
bool ball_cell_moments(ball *sums, ball_cell *balls, shared_cone *const *cone, const ball *form,
                       size_t forms, double error);
