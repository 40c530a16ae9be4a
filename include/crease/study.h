// What is made of the regions: linear regions and affine maps.
#ifndef CREASE_STUDY_H
#define CREASE_STUDY_H

#include <crease/walk.h>

#pragma GCC visibility push(default)

// linear: maximal unions of activation regions, joined through shared facets of
// full (d-1) dimension, on which the network is one and the same affine function.
// maps: distinct affine functions among the regions.
typedef struct {
    uint64_t linear_regions;
    uint64_t affine_maps;
} crease_linear_counts;

// Counts as crease_walk does, and the linear regions and affine maps besides.
// After CREASE_STOPPED, linear speaks of the regions met so far.
// Memory is proportional to the number of regions (the maps are kept, and
// compared exactly); facets only while one of their sides is still unknown.
crease_status crease_count_linear(crease_counts *counts, crease_linear_counts *linear,
                                  const crease_net *net, const crease_domain *domain,
                                  const crease_options *options, crease_error *error);

#pragma GCC visibility pop
#endif
