// Linear regions and affine maps of the regions of a walk.
//
// Two walks. The first takes a witness of every output map, its residues modulo a prime:
// different witnesses prove different maps. In the second, only regions whose
// witness is not unique are looked at more closely: their maps are compared in
// integers, and their facets are matched. In a generic network there are none, and
// the second walk is not needed.
#ifndef REGIONS_MERGE_H
#define REGIONS_MERGE_H

#include "regions/facet_matching.h"
#include "regions/row_table.h"
#include "regions/union_find.h"
#include <crease/regions.h>

typedef struct {
    size_t entries;    // of an output map
    uint32_t *residue; // one map
    fmpz *row;         // one map
    row_table witnesses;
    const crease_visitor *listener; // whose region is called in the first walk; may be NULL

    // The second walk.
    uint64_t unique; // regions with a witness of their own: each a linear region, with its own map
    row_table maps;  // of the others
    union_find regions;
    facet_matching matching;
} merge;

void merge_init(merge *merged, const crease_net *net, const crease_domain *domain);
void merge_clear(merge *merged);

// The visitors of the two walks.
crease_visitor merge_witness_visitor(merge *merged);
crease_visitor merge_join_visitor(merge *merged);
// After the second walk.
crease_linear_counts merge_result(const merge *merged);

// crease_count_linear, while listener->region hears of every region once, if there is one. Then
// linear is of no use after CREASE_STOPPED.
crease_status merge_count(crease_counts *counts, crease_linear_counts *linear,
                          const crease_net *net, const crease_domain *domain,
                          const crease_options *options, const crease_visitor *listener,
                          crease_error *error);

#endif
