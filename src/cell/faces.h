// The faces of a simple cell that its volume is computed from.
//
// A face of k dimensions is the union of the pyramids over those of its facets that do not contain
// one of its vertices, its apex (Cohen and Hickey, Journal of the ACM 26, 1979): that whose facets
// have most vertices, so that the pyramids have few. Let the cell be
// { x : a_f x + b_f >= 0 }, s(f, v) = a_f v + b_f, and every vertex lie on d facets. Then
//   d! volume = W(cell),  W(face) = sum over its facets face & f of s(f, apex) W(face & f),
//   W(vertex) = 1 / |det of the d rows a_f there|,
// because the determinant of a simplex is a product of such numbers: Laplace's expansion along the
// chain of faces that it was made of. A face comes up in many chains and is computed once.
#pragma once

#include "cell/cell.h"
#include <stdbool.h>

typedef struct {
    uint32_t facet, face;
} face_term;

typedef struct {
    uint32_t apex;       // a generator
    uint32_t begin, end; // its terms; a vertex has none
} cell_face;

typedef struct {
    size_t dimension, vertices, facets;
    size_t facet_words, vertex_words; // of sets of these
    uint64_t *members, *on;           // of each facet: its vertices; of each vertex: its facets
    uint64_t *score;                  // of each vertex: the vertices of all its facets, counted
    // The vertices come first, then faces after those of their terms; the last one is the root.
    cell_face *face;
    face_term *term;
    uint64_t *facets_on; // of each face but vertices: the facets that contain it
    size_t count, terms, capacity, term_capacity, set_capacity;
    uint32_t *slot; // a hash table of faces by facets_on
    size_t slots;
    const uint64_t *root; // NULL, or the facets of which a face takes the place of the cell
} cell_faces;

// Finds the faces of a cell with vertices, or of one of its faces, where the facets of the set
// `root` meet. The set is borrowed; NULL means the cell. If the root is a vertex it has no other
// faces, and which face comes last is unspecified. Returns 0 unless the root is bounded, d facets
// of the cell meet at each of its vertices, and it has at most a million faces. Cost: the facets of
// each face.
bool cell_faces_init(cell_faces *faces, geom_space *space, const geom_cell *cell,
                     const uint64_t *root);
void cell_faces_clear(cell_faces *faces);
// Whether the root has a vertex.
bool cell_faces_have(const cell_faces *faces, size_t vertex);
