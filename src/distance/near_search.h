// The nearest points of both boundaries, for one point after the other.
#ifndef DISTANCE_NEAR_SEARCH_H
#define DISTANCE_NEAR_SEARCH_H

#include "base/limits.h"
#include "distance/near_planes.h"
#include "distance/near_queue.h"
#include <crease/distance.h>

typedef struct {
    near_cell cell;
    near_planes planes;
    near_queue queue;
    const scaled_net *net;
    fmpz *x; // homogeneous
    // The regions that were looked at.
    uint32_t **leaf;
    size_t leaves, leaf_capacity;
    uint64_t numbers; // of entries, given out so far
    fmpz *probe;      // a point where maps are compared first
    fmpz *value;      // of the map at x there
    fmpz *own_rows;   // of that map, once they are needed
    int has_own_rows;
    fmpz *row; // scratch
} near_search;

// rounded: NULL for exact arithmetic. What is given must live as long as the search.
void near_search_init(near_search *search, const crease_net *net, const scaled_net *scaled,
                      rounded_net *rounded);
void near_search_clear(near_search *search);

// Fills *result for a point. Returns 0 if the limits stopped it; then the result means nothing.
int near_search_at(crease_distance *result, near_search *search, const fmpq *point, int function,
                   run_limits *limits);

#endif
