// The exact volume of a simple cell, whose vertices lie on d facets each, or of such a facet.
//
// W of a face (cell/faces.h) has a common denominator. Let a row a_f be primitive integers, a
// vertex x / w in primitive integers, and q w the determinant of the d rows there: q is an integer,
// the common factor of the minors that x and w are. With Q a multiple of all q,
//   Q W(face) product of the w of its vertices
// is an integer U(face): Q / q for a vertex, and for other faces
//   U(face) = sum over its facets face & f of
//     s(f, apex) U(face & f) product of the w of the vertices that are neither in f nor the apex,
// where s(f, v) = a_f x + b_f w. All terms are positive, and there are no divisions. Terms are
// added by halves, each over the w that it needs, which many of its terms have in common. The q of
// adjacent vertices v and u, which end an edge on the facets f and g, are in the ratio
//   q_u / q_v = s(g, v) / s(f, u),
// since q_v s(g, v) and q_u s(f, u) are, but for their sign, the determinant of all rows at v or u.
#pragma once

#include "cell/cell.h"
#include <stdbool.h>

// sum = d! volume times the product of the weights of all vertices, which are those of the cell.
// Returns 0 if the cell is not bounded and simple, in float arithmetic, and in a cancelled run.
bool simple_volume(fmpz_t sum, geom_space *space, const geom_cell *cell,
                   shared_vertex *const *vertex);
// Likewise (d - 1)! times the volume of the projection of facet f along an axis that is not
// parallel to it, times the product of the weights of its vertices. Let p be the axis. The pyramid
// over the facet with apex v has d! volume s(f, v) W(f), so W(f) = (d - 1)! volume of the facet /
// |a_f|, and this is (d - 1)! volume of the projection / |a_f,p|. Returns 0 in three dimensions,
// too: polygons are divided into triangles as quickly.
bool simple_projection(fmpz_t sum, geom_space *space, const geom_cell *cell,
                       shared_vertex *const *vertex, size_t f, size_t axis);
