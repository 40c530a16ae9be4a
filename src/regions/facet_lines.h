// The facets that wait for their neighbours, as lines of a record of unexplored work.
#ifndef REGIONS_FACET_LINES_H
#define REGIONS_FACET_LINES_H

#include "regions/facet_matching.h"

// What the numbers in the lines stay below, and where the facets lie.
typedef struct {
    uint64_t regions, maps;
    size_t dimension;
    crease_arith arith;
} facet_context;

// A line for each open split, from the root, and for each facet that waits there; of a stretch also
// how many earlier splits it has ended, and for each of these that it has facets of. number: what
// its regions are called; NULL: as they are.
void facet_lines_put(FILE *to, const facet_matching *matching, const uint64_t *number);
// matching: nothing is open yet.
crease_status facet_lines_take(facet_matching *matching, const facet_context *of,
                               word_scanner *scan, crease_error *error);

#endif
