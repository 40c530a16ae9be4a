// Facets waiting for their neighbours across a split.
//
// Two neighbours A and B lie on different sides of exactly one split that separates
// them first, and their common facet lies on its line: A's edge there and B's edge
// there were both made by that split, and no later split renames an edge. So facets
// are matched split by split: when both subtrees of a split have been walked, its
// low facets tile the split's segment and so do its high facets, and they are met
// in the order of the line. A deeper layer may cut only one side (a T-junction);
// then several facets of one side meet one of the other.
#ifndef REGIONS_SEAMS_H
#define REGIONS_SEAMS_H

#include "regions/seam_shape.h"

typedef struct {
    uint64_t region, map;
    // Two dimensions: end points, homogeneous, the lexicographically lower one first.
    fmpz point[2][3];
    seam_shape *shape; // three and more
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
    size_t dimension; // 2: facets are edges; else 0
} seam_stack;

void seam_stack_clear(seam_stack *seams);
void seam_open(seam_stack *seams, uint64_t split);
// Files the facets of a region under their splits, but those on the border of the domain.
void seam_add(seam_stack *seams, const crease_region *region, uint64_t number, uint64_t map);
// One edge of a two-dimensional region.
void seam_add_edge(seam_stack *seams, const region_edge *edge, uint64_t number, uint64_t map);

typedef struct {
    void *data;
    void (*join)(void *data, uint64_t a, uint64_t b);
    int (*are_joined)(void *data, uint64_t a, uint64_t b);
} seam_joiner;

// Closes the innermost split: joins every two of its facets that have the same map, lie
// on different sides and share a part of full dimension. Cost: a sort in two dimensions,
// in more every pair with the same map that is not joined yet.
void seam_close(seam_stack *seams, const seam_joiner *joiner);

#endif
