// The volume of a simple cell as a sum over its vertices (Lawrence, Mathematics of Computation 57,
// 1991).
//
// Let A be the rows of the d facets at a vertex v, positive inside, let U = A^-1, whose columns u_i
// are directions of edges, and let c be a direction that is orthogonal to none of them. Then
//   d! volume = sum over vertices (c v)^d K(v),  K(v) = 1 / (|det A| product of all -(c u_i)).
// K does not depend on the lengths of rows, and changes its sign with each of them. So all cells
// around a vertex share it, but for its sign (domain/shared_vertices.h), and so the term. A volume
// costs an addition for each vertex. Terms have both signs and their digits cancel; exact terms in
// enough binary places are not afraid of that. Of balls (cell/balls.h) most serve.
#pragma once

#include "cell/share.h"
#include <stdbool.h>

// Entry `axis` of c, at most 2^20: fixed, and as good as random.
int lawrence_direction(size_t axis);
// The rows of facets are turned so that their first entry other than 0 is positive: the sign of the
// facet's row, positive on the cell, after that.
int lawrence_turn(const fmpz *row, half_space facet, size_t dimension);

// The volume in lowest terms of a cell with its vertices and cones (cell_share_cones). Returns 0 if
// an edge is orthogonal to c. Cost: a system of d equations in integers for each cone that is not
// yet known, and the volume's own length for each vertex.
bool lawrence_volume(fmpq_t volume, geom_space *space, const geom_cell *cell,
                     shared_vertex *const *vertex, shared_cone *const *cone);
// (c v)^d K(v) of a cone with turned rows, written to it. Returns 0 likewise.
int lawrence_term(shared_cone *cone, geom_space *space, const geom_cell *cell, size_t generator,
                  shared_vertex *vertex);
