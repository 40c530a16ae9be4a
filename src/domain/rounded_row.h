// Planes and points in doubles, from their integers.
#pragma once

#include <flint/fmpz.h>
#include <stddef.h>

// A plane as in exact/point.h, from a row of d + 1 entries that are not all 0.
void form_of_row(double *form, const fmpz *row, size_t d);
// A point as in exact/point.h, from homogeneous coordinates with w >= 0.
void place_of_row(double *place, const fmpz *row, size_t d);
