// Collects which regions of a walk are neighbours, while it goes on.
#pragma once

#include "regions/facet_matching.h"
#include <crease/regions.h>

typedef struct {
    uint64_t below, above;
    facet_crease crease; // on which they meet
} neighbour_pair;

// Begins as zeros. The callbacks, and facet_matching_split, are those of a visitor whose data is
// the collection of a batch. Batches are appended in the order of the walk.
typedef struct {
    facet_matching matching;
    neighbour_pair *pair;
    size_t pairs, pair_capacity;
} neighbour_collection;

void neighbour_collection_clear(neighbour_collection *collection);
crease_visit neighbour_collection_region(void *collection, const crease_region *region);
void neighbour_collection_leave(void *collection, const crease_split *split);
// To be called after the walk: closes the splits that it was stopped in.
void neighbour_collection_end(neighbour_collection *collection);
