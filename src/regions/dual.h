// Faces that are counted instead of kept, and a small complex that has the homotopy type of the
// classes of two outputs.
#pragma once

#include "exact/row_table.h"
#include "regions/face_record.h"

// The faces of a region that are kept: those that it counts and that are not tied.
typedef struct {
    size_t part, parts; // the first of them, and their number
    size_t item;        // the first of its own items
    bool is_kept;
} dual_star;

typedef struct {
    const face_layout *layout;
    crease_faces *faces;
    uint32_t *other;   // of each bit
    bool *is_row;      // of a maxout unit
    row_table regions; // by their signs
    dual_star *star;
    uint64_t *part; // sets of own items of a region
    uint32_t *bit;  // of own items
    size_t parts, bits, star_room, part_room, bit_room;
    unsigned char *base[2]; // the signs of the lowest region of each class; NULL: none yet
    unsigned char *sign;    // scratch
    // The present region: what it counts lies on own items, those on which classes are tied, and
    // the border, in this order. Corners of an item are on + order * words.
    uint32_t *order;
    uint64_t *on, *set; // of items; of faces, one for each dimension
    uint32_t *list;     // of items that meet a face, likewise
    uint64_t *link;     // scratch of is_nonevasive
    size_t words, items, own, inner;
    size_t order_room, on_room, set_room, list_room, link_room, facet_room;
} dual_complex;

// faces: to be filled.
void dual_init(dual_complex *dual, const face_layout *layout, crease_faces *faces);
void dual_clear(dual_complex *dual);
// Counts the faces of a region that no other one counts. Returns 0 if they cannot be counted so.
bool dual_add(dual_complex *dual, const face_record *record);
// Fills faces with the cells that are left. signs: an empty table, for theirs.
void dual_finish(dual_complex *dual, row_table *signs);
