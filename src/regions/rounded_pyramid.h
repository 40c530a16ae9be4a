// Pyramids over faces of a cell at which its class ends: volumes rounded to units of 2^-shift.
#pragma once

#include "regions/class_kept.h"
#include "regions/class_pyramid.h"

typedef struct {
    class_pyramid *exact; // and the side
    class_kept *kept;
    mpfr_t weight, factor; // scratch
    fmpz_t units, error;   // of the last one
} rounded_pyramid;

void rounded_pyramid_init(rounded_pyramid *r, class_pyramid *exact, class_kept *kept);
void rounded_pyramid_clear(rounded_pyramid *r);
// units = the volume of the pyramid over a face on facet f times the factor of the side and the
// divisor of the frame; error: a bound on what it differs from that. After class_pyramid_sign.
// Points are loaded once a face is not simple.
void rounded_pyramid_find(rounded_pyramid *r, const uint64_t *face, size_t f);
