// W of a simple face and of its own faces, rounded, from what its edges have in common.
//
// t(f, v) is the value of form f at vertex v, positive inside. Let an edge leave facet f of vertex
// v and facet g of its other end u. Then its W (cell/simple_volume.h) is
//   W(edge) = t(f, u) W(v) = t(g, v) W(u),  W(v) = 1 / |det of the rows there|,
// so W of one vertex leads to those of all. With a linear function h that is constant on no edge
// (Lawrence, Mathematics of Computation 57, 1991; cell/vertex_sums.h)
//   W(face) = sum over its vertices of h(v)^k W(v)^(1 - k) product of W(edge) / (h(v) - h(u)),
// where k is its dimension and the product is over the k edges at v that it has. The factors are
// those of all faces that share the edge, up to their sign, so a further face costs a few products
// for each vertex. The sum does not depend on the origin, so h is 0 at one vertex.
#pragma once

#include "cell/cell.h"
#include <mpfr.h>
#include <stdbool.h>

typedef struct face_weights face_weights;

// Lives in space->cells. The face is where the facets of a set meet, which is borrowed; the empty
// set is the cell. `vertex` is cell_share_vertices of the cell. NULL: a cell without vertices or a
// polygon, float arithmetic, a cancelled run, and a face that is not bounded or has a vertex on
// more than d facets. The rows of planes that its vertices lie on are then primitive. Cost: a
// scalar product of integers for each edge, and a comparison for each pair of vertices.
face_weights *face_weights_new(geom_space *space, const geom_cell *cell,
                               shared_vertex *const *vertex, const uint64_t *root,
                               mpfr_prec_t precision);
// weight = W of the face where the facets of a larger set meet. Returns the bits that are right:
// the relative error is at most 2 to the power of minus these; 0 if too many digits cancel.
slong face_weights_get(mpfr_t weight, const face_weights *weights, const uint64_t *root);
