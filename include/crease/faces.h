// The polyhedral complex of a network: the faces of all its regions, of every dimension.
//
// A face is a maximal set of points at which all hidden units have the same signs, and the same
// inequalities of the domain are tight: the canonical complex of Grigsby and Lindsey (SIAM J. Appl.
// Algebra Geom. 6, 2022, Theorem 2). Faces are relatively open; they are the faces of the regions,
// and two regions share whole faces.
#pragma once

#include <crease/walk.h>

CREASE_BEGIN

typedef struct {
    uint16_t dimension;
    uint8_t on_border; // of the domain
    uint8_t unbounded; // modulo the lines that all faces contain
} crease_face;

// Faces are numbered from 0. Face i has the facets facet[start[i]] .. facet[start[i + 1] - 1]: the
// faces of one dimension less in its closure.
typedef struct {
    size_t dimension, least; // of the domain; of the least faces, which is 0 without lines
    size_t count;
    crease_face *face;
    size_t *start; // count + 1
    uint32_t *facet;
    // The signs of face i are bits, the lowest first, in sign_bytes bytes from sign + i *
    // sign_bytes. One unit after the other has two bits for each breakpoint: whether it lies below
    // or above; or for each row of a maxout unit whether it is less than the greatest. Then come
    // the domain's inequalities (crease_facet): whether they are not tight.
    size_t unit_bits, sign_bytes;
    unsigned char *sign;
    size_t cells;
    uint32_t *cell; // the face that is the inside of region 0, 1, ..
    // If points were asked for: one of each least face, `dimension` entries each, and the primitive
    // directions of the rays of faces of dimension least or least + 1; a line is two rays.
    size_t points, rays;
    uint32_t *point_face, *ray_face;
    fmpq *point, *ray;
    // 1: faces are only counted, and those above are the cells of another complex that has the
    // homotopy type of each class (CREASE_FACES_DUAL). By dimension the numbers of faces where one
    // class is decided, then of those where two are tied; 2 (dimension + 1) entries, else NULL.
    int is_dual;
    uint64_t *counted;
    uint64_t patterns; // distinct ones, on breakpoints those of the lower piece
} crease_faces;

void crease_faces_init(crease_faces *faces);
void crease_faces_clear(crease_faces *faces);

// CLASSES: of the network that ends with a maxout unit, the last one, of its outputs, or of 0 and
// its only output: counts then count its regions. DUAL, with CLASSES alone: if there are two
// classes, and all regions are simple polytopes that lie as in a simple arrangement, faces are only
// counted; else it is ignored. Much faster. Cells are then dual to faces inside the domain, and
// collapsed as far as single regions show that they can be; the last unit's signs tell their class.
enum {
    CREASE_FACES_POINTS = 1,
    CREASE_FACES_PATTERNS = 2,
    CREASE_FACES_DUAL = 4,
    CREASE_FACES_CLASSES = 8
};

// what: flags above. After CREASE_STOPPED nothing but counts is filled. CREASE_FLOAT is refused.
// Cost: the vertices of every region, a hash look-up for every face of every region; about 60 bytes
// for each face, and for each two units.
crease_status crease_faces_find(crease_faces *faces, crease_counts *counts, const crease_net *net,
                                const crease_domain *domain, unsigned what,
                                const crease_options *options, crease_error *error);

// The Betti numbers modulo 2 of the union of the faces i with kept[i], dimension + 1 entries, of
// which *entries go up to the largest dimension of a kept face. If the union is not closed, but the
// difference of two closed ones, they are those of the larger modulo the smaller one. After
// CREASE_STOPPED *entries is 0. Only the limits among the options matter. Cost: about linear;
// memory 40 bytes for each face.
crease_status crease_faces_betti(size_t *betti, size_t *entries, const crease_faces *faces,
                                 const unsigned char *kept, const crease_options *options,
                                 crease_error *error);

CREASE_END
