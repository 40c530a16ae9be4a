// The faces of a bounded region of three dimensions: polygons, by the indices of its vertices.
#ifndef OUT_OBJ_H
#define OUT_OBJ_H

#include <crease/walk.h>

typedef struct {
    size_t faces, vertices;
    size_t *first;  // of each face, and one more: where its vertices begin
    size_t *vertex; // indices of crease_region_vertex; the face of facet i of the region is
                    // vertex[first[i]], .., counterclockwise as seen from outside
} region_faces;

// CREASE_ERROR if the faces do not close, which only float arithmetic can bring about.
// Cost: O(V F^2) for V vertices and F facets.
crease_status region_faces_init(region_faces *faces, const crease_region *region,
                                crease_error *error);
void region_faces_clear(region_faces *faces);

#endif
