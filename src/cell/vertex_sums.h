// The volume of a simple cell and its moments as sums over its vertices, in balls.
//
// Let A be the rows of the d facets at a vertex v, positive inside, let U = A^-1, whose columns u_i
// are directions of edges, and let c be a direction that is orthogonal to none of them. Then
// (Lawrence, Mathematics of Computation 57, 1991)
//   d! volume = sum over vertices (c v)^d K(v),  K(v) = 1 / (|det A| product of all -(c u_i)).
// The sum does not depend on the origin, so h = c (v - v0), v0 the first vertex, is in the place of
// c v: terms of small cells then cancel less. Integrals of powers are such sums too,
//   (d + k)! / k! integral of h^k = sum over vertices of h^(d + k) K(v).
// Let f be an affine function with gradient a, 0 at v0. The sums of h + s f and h - s f, whose
// gradients are c + s a and c - s a, tell those of f and f^2: half of the difference of those of
// first powers is s times that of f; the sum of those of squares, less twice that of h^2, is
// 2 s^2 times that of f^2.
//
// K follows from the forms of the planes at a vertex, and where one of them is negative in the cell
// its edge turns around and K changes its sign. So cells that have the same planes there share K,
// from one elimination (cell/cones.h), and h but for the first vertex.
//
// Slanted directions need no inverse matrices. Let e be the edge from v to w that leaves facet i
// of v, and s(i, w) the value of this facet at w. Then w - v = s(i, w) u_i, so
//   K(v) = product of all s(i, w) / (|det A| product of all h(v) - h(w)),
// and with h + s f and h - s f in the place of h in the denominator it is that of the slanted
// directions. So these are K times a product of quotients. Vertices with short edges, which lose
// digits so, are solved by elimination if the sums need them.
#pragma once

#include "cell/balls.h"

// The sums of ball_cell_moments times d!, for a bounded cell each of whose vertices lies on d
// facets. Returns 0 if a vertex cannot be solved or too many digits cancel. error: of d! volume,
// which is borne.
bool vertex_sums(ball *sums, ball_cell *balls, const ball *form, size_t forms, double error);
