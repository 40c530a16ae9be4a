// What visitors are shown of planes and points: rationals in lowest terms, and their texts.
//
// Cells share planes and points, so each number is made when somebody first asks, and kept as long
// as its plane or point is. Borrowed until the next plane or point is made.
#ifndef GEOM_SHOWN_H
#define GEOM_SHOWN_H

#include "exact/spelling.h"
#include "geom/space.h"

// A point's coordinates, or the primitive integers of a direction: `dimension` entries. After this
// space_point_row has no common factor.
const fmpq *shown_point(geom_space *space, uint32_t point);
// The form of a plane, up to a positive factor, and the coordinates of a finite point,
// approximately.
const ball *shown_plane_balls(geom_space *space, uint32_t plane);
const ball *shown_point_balls(geom_space *space, uint32_t point);
// In decimals of so many digits, or exactly if these are 0; always the same in one walk. Decimals
// of a point need no integers unless balls leave one open, and no lowest terms.
const spelling *shown_point_text(geom_space *space, uint32_t point, unsigned digits);

// The integers of a plane without common factor: `columns` entries.
const fmpz *shown_plane(geom_space *space, uint32_t plane);
// Makes integers of its form, unless they have been shown: all else is then made of these.
void shown_need_plane(geom_space *space, uint32_t plane);
// The same, or its negative: what is positive on the given side.
const spelling *shown_plane_text(geom_space *space, uint32_t plane, int side, unsigned digits);

#endif
