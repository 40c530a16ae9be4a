// The exact numbers and the texts of planes and points, cached as long as these exist.
//
// Cells share planes and points, and long integers are reduced and written slowly. Results are
// borrowed until the next plane or point is made.
#pragma once

#include "exact/number_text.h"
#include "geom/space.h"

// The coordinates of a point, or the primitive integers of a direction: `dimension` entries. After
// this space_point_row has no common factor.
const fmpq *print_point(geom_space *space, uint32_t point);
// The integers of a plane: `columns` entries, which from now on have no common factor.
const fmpz *print_plane(geom_space *space, uint32_t plane);

// The same as text: decimals with `digits` digits, or exact if digits is 0. All calls for a space
// must pass the same digits.
const number_text *print_point_text(geom_space *space, uint32_t point, unsigned digits);
const number_text *print_plane_text(geom_space *space, uint32_t plane, unsigned digits);
