// The length of the image of a path after every layer, added up while its edges are enumerated.
//
// On a region of an edge, lo <= t <= hi, the image after layer l is A t + B, and its length
// |A| (hi - lo). A and t come from the maps of the walk: as double-doubles with proved bounds,
// which make balls, or as integers, which have no error and make intervals of any precision.
// lengths.md
#pragma once

#include "exact/interval.h"
#include "tree/region.h"
#include <stdbool.h>

typedef struct {
    ball norm, sum; // |A| on the present region; the length so far
} pair_length;

typedef struct {
    const crease_net *net;
    bool use_pairs;   // double-doubles
    interval *length; // 0 .. layers; with double-doubles only the first, until the end
    pair_length *pairs;
    ball end; // t at the end of the present region
    // Integers: the same, and more scratch.
    interval *norm;
    interval work[4];
    fmpz *row;
    double *slope, *rest; // scratch: of each row of a layer on the present region
} ruler;

void ruler_init(ruler *r, const crease_net *net, bool use_pairs, mpfr_prec_t precision);
void ruler_clear(ruler *r);

// To be called for every edge, with rows (q_i - p_i, p_i): adds its length to the path's own.
void ruler_edge(ruler *r, const fmpq *map, size_t inputs);
// To be called for the regions of the edge, in order. Layers before `first` have the maps of the
// region before.
void ruler_region(ruler *r, const crease_region *region, size_t first);
// To be called at last: completes r->length. Returns 0 if doubles overflowed.
bool ruler_finish(ruler *r);
