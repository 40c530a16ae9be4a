// The length of the image of a path after every layer, added up while it is swept.
//
// On an interval [lo, hi] the image after layer l is A t + B, and its length |A| (t_hi - t_lo). A
// and t come from the maps of the sweep: as double-doubles with proved bounds, which make balls, or
// as integers, which have no error and make intervals of any precision. lengths.md
#pragma once

#include "exact/interval.h"
#include "path/sweep.h"

typedef struct {
    sweep *of;
    mpfr_prec_t precision;
    interval *length; // 0 .. layers
    // Integers: the place t of each point of the sweep's space.
    interval *place;
    size_t places;
    interval work[3];
    fmpz *row;
    // Double-doubles: the same, and lengths but the first.
    ball *dd_place;
    size_t dd_places;
    ball *sum;
    double *slope, *rest; // scratch: of each row of a layer on the present interval
} ruler;

void ruler_init(ruler *r, sweep *of, mpfr_prec_t precision);
void ruler_clear(ruler *r);

// To be called for every edge, with rows (q_i - p_i, p_i); for every point, and for every interval.
// Adds the length of the edge to the path's own.
void ruler_edge(ruler *r, const fmpq *map, size_t inputs);
void ruler_point(ruler *r, uint32_t point, const plane_origin *origin, uint32_t lo, uint32_t hi);
void ruler_piece(ruler *r, size_t l, uint32_t lo, uint32_t hi);
// To be called at last: completes r->length. Returns 0 if doubles overflowed.
int ruler_finish(ruler *r);
