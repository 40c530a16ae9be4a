// The decision boundary of one or two dimensions, put together from the parts that splits have.
#ifndef FUNCTION_CURVES_H
#define FUNCTION_CURVES_H

#include "exact/row_table.h"
#include "exact/rows.h"
#include "regions/facet_matching.h"
#include <crease/function.h>

// From one point to another, by their numbers, with class `left` on the left, left < right.
typedef struct {
    size_t left, right;
    uint64_t from, to;
} curve_piece;

typedef struct {
    size_t dimension;
    row_table points; // homogeneous, without common factor
    rows point;       // by number
    curve_piece *piece;
    size_t pieces, capacity;
} curve_pieces;

void curve_pieces_init(curve_pieces *all, size_t dimension);
void curve_pieces_clear(curve_pieces *all);
// data: curve_pieces.
void curve_pieces_add(void *data, const facet_border *part);
// Adds those of another collection in their order, and leaves none there.
void curve_pieces_append(curve_pieces *all, curve_pieces *more);
size_t curve_pieces_bytes(const curve_pieces *all);
// Writes the pieces, or reads them where there are none.
void curve_pieces_pack(curve_pieces *all, pack *p);

// Chains the pieces to curves: two pieces are joined at a point that only they have in common, if
// they lie between the same classes.
void curve_pieces_chain(crease_classes *classes, const curve_pieces *all);
void curve_clear(crease_curve *curve, size_t dimension);

#endif
