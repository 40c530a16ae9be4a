// Facets waiting for their neighbours across a split.
//
// Two neighbours A and B lie on different sides of exactly one split that separates
// them first, and their common facet lies on its line: A's edge there and B's edge
// there were both made by that split, and no later split renames an edge. So facets
// are matched split by split: when both subtrees of a split have been walked, its
// low facets tile the split's segment and so do its high facets, and they are met
// in the order of the line. A deeper layer may cut only one side (a T-junction);
// then several facets of one side meet one of the other.
#ifndef STUDY_SEAMS_H
#define STUDY_SEAMS_H

#include "walk/region.h"

typedef struct {
    uint64_t region, map;
    fmpz point[2][3]; // end points, homogeneous, the lexicographically lower one first
} seam_facet;

typedef struct {
    seam_facet *facet;
    size_t count, capacity;
} seam_side;

typedef struct {
    uint64_t split;
    seam_side side[2]; // below, above
} seam;

// The splits whose subtrees are being walked, the innermost last.
typedef struct {
    seam *open;
    size_t count, capacity;
} seam_stack;

void seam_stack_clear(seam_stack *seams);
void seam_open(seam_stack *seams, uint64_t split);
// Files a facet under its split. A facet on the border of the domain is ignored.
void seam_add(seam_stack *seams, const region_edge *facet, uint64_t region, uint64_t map);
// Closes the innermost split: calls join for every two of its facets that have the
// same map, lie on different sides and share more than a point. Cost: a sort.
void seam_close(seam_stack *seams, void (*join)(void *data, uint64_t a, uint64_t b), void *data);

#endif
