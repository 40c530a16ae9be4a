// A region as a visitor sees it.
#ifndef WALK_REGION_H
#define WALK_REGION_H

#include "walk/tree.h"

struct crease_region {
    walker *w;
    const cell2 *cell;
    uint64_t id;
    // Computed when first asked for: indices into cell->corner, of the vertices and then
    // the rays; and of all corners in order from the first vertex on.
    size_t *corner, *whole;
    size_t vertices, rays;
};

void region_init(crease_region *region, walker *w, const cell2 *cell, uint64_t id);

// An edge of the region, from one corner to the next counterclockwise.
typedef struct {
    line_origin origin; // split NO_SPLIT: the border of the domain, or infinity
    int infinite;       // an edge of the line at infinity
    int side;           // 1 if the region lies above the split, else -1
    // The end points in homogeneous integers (x, y, w), w >= 0; borrowed.
    const fmpz *from, *to;
} region_facet_info;

// Flat corners end a facet too, so one edge may come in several pieces.
size_t region_facets(const crease_region *region);
void region_facet(region_facet_info *info, const crease_region *region, size_t index);

// Residues of the output map below: outputs x (d + 1) entries. Different residues prove
// different maps; equal ones prove nothing.
void region_map_residues(uint32_t *map, const crease_region *region);

// The output map in the integer units of scaled_net: outputs x (d + 1) entries. Two
// regions of one network have equal affine maps iff these rows are equal.
void region_integer_map(fmpz *map, const crease_region *region);

#endif
