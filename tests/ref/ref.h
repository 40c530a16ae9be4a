// The slow reference: counts the regions of a network from all patterns, one by one.
//
// It knows nothing of the engine: no cells, no vertices, no integer forms, only
// rational inequalities and Fourier-Motzkin elimination. Any input dimension,
// small networks.
#ifndef REF_H
#define REF_H

#include "ref_system.h"

#include <crease/net.h>
#include <stdbool.h>
#include <stdint.h>

// One activation region: {x : row.x + c > 0 for every row of the system}.
typedef struct {
    uint32_t *pattern; // the pieces of all hidden units, layer after layer
    ref_system system; // tidy; every facet of the region has one row
    mpq_t *witness;    // dimension numbers: a point inside
    mpq_t *map;        // outputs x (dimension + 1) numbers, the constant last
    int bounded;
} ref_region;

typedef struct {
    size_t dimension, outputs;
    size_t layers, units; // that take part in a pattern
    size_t *per_layer;
    size_t activation_regions, capacity;
    size_t bounded_regions, linear_regions, affine_maps;
    ref_region *region; // in lexicographic order of the patterns
} ref_result;

// The domain is the box lo[i] <= x_i <= hi[i], or the whole space if lo is NULL.
void ref_count(ref_result *result, const crease_net *net, const fmpq *lo, const fmpq *hi);
void ref_result_clear(ref_result *result);

// Fills linear_regions and affine_maps from the regions; ref_count calls it.
void ref_merge(ref_result *result);

// ---- The generators of a region (ref_generators.c). ----

// points: the vertices of the closed region; directions: its extreme rays, each
// with first non-zero entry 1 or -1. Every row has dimension + 1 numbers, the
// last one 1 for a point and 0 for a direction. If the region contains a line
// there are neither, and the result is 0. Both systems are initialised here.
bool ref_generators(ref_system *points, ref_system *directions, const ref_system *region);

// The area of a bounded region in the plane.
void ref_area(mpq_t area, const ref_region *region);

#endif
