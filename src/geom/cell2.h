// Convex polygons of the plane, bounded or not.
//
// A cell is its corners in counterclockwise order; each corner carries the line of
// the edge that leaves it, oriented so that the cell lies on its positive side. An
// unbounded cell is a polygon too: corners at infinity are directions, and the line
// at infinity may be an edge. Consecutive corners are never antipodal (as seen from
// the origin of R^3): where a line would run from a direction to its opposite, its
// foot is put in as a corner. So every cell but the whole plane is the cone spanned
// by its corners, and a form's signs at the corners are its signs on the cell. The
// whole plane has its four axis directions as corners, none of them finite.
//
// Corners may be flat (both edges on one line); nothing below minds.
#ifndef GEOM_CELL2_H
#define GEOM_CELL2_H

#include "geom/domain.h"
#include "geom/plane.h"

typedef struct {
    uint32_t point;
    uint32_t line; // of the edge to the next corner
    int32_t side;  // 1 if the cell lies on the line's positive side, else -1
    uint32_t slot; // for the caller: where signs at this corner are remembered
} corner2;

typedef struct {
    size_t count;
    corner2 *corner;
} cell2;

// The domain as a cell; slots are 0, 1, 2, ...
void cell2_from_domain(cell2 *cell, plane *space, const crease_domain *domain);

// A copy with slots 0, 1, 2, ...
void cell2_copy(cell2 *copy, plane *space, const cell2 *cell);

int cell2_is_bounded(const cell2 *cell, const plane *space);
// Only the whole plane has no finite corner.
int cell2_is_plane(const cell2 *cell, const plane *space);

// What the shadows of the corners tell, into a box of dimension 2; 0 if a corner lies at infinity.
int cell2_box(box_shadow *box, const cell2 *cell, const plane *space);

// Cuts a cell along a line that runs through its interior. sign[i] is the sign of
// the line's form at corner i; both signs must occur. low gets the part where the
// form is negative, high the other one. New points take their slots from *slots,
// counting it up. Both live in space->cells.
void cell2_split(cell2 *low, cell2 *high, plane *space, const cell2 *cell, const signed char *sign,
                 uint32_t line, uint32_t *slots);

#endif
