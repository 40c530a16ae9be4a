// The exact volume of a simple cell, whose vertices lie on d facets each, or of such a face;
// rounded ones: cell/face_weights.h.
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
#include <flint/fmpz.h>
#include <stdbool.h>

// sum = d! volume times the product of the weights of all vertices, which are those of the cell.
// Returns 0 if the cell is not bounded and simple, in float arithmetic, and in a cancelled run.
bool simple_volume(fmpz_t sum, geom_space *space, const geom_cell *cell,
                   shared_vertex *const *vertex);
// Likewise k! times the volume of the projection of a face of k dimensions along some axes, times
// the product of the weights of its vertices. The face is where the facets of a set meet; their
// rows have a determinant D in these axes, as many, which is not 0. A pyramid over a facet f with
// apex v has d! volume s(f, v) W(f), so W(f) = (d - 1)! volume of the facet / |a_f|, which is
// (d - 1)! volume of the projection along p / |a_f,p|; and so on in each facet, with the rows as
// they are on it: W(face) = k! volume of the projection / |D|. Returns 0 in less than three
// dimensions, too: polygons are divided into triangles as quickly.
bool simple_projection(fmpz_t sum, geom_space *space, const geom_cell *cell,
                       shared_vertex *const *vertex, const uint64_t *root, uint64_t axes);
