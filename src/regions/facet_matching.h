// Facet matching: facets wait for their neighbours across a split.
//
// Two neighbours A and B lie on different sides of exactly one split that separates
// them first, and their common facet lies on its line: A's edge there and B's edge
// there were both made by that split, and no later split renames an edge. So facets
// are matched split by split: when both subtrees of a split have been walked, its
// low facets tile the split's segment and so do its high facets, and they are met
// in the order of the line. A deeper layer may cut only one side (a T-junction);
// then several facets of one side meet one of the other.
#ifndef REGIONS_FACET_MATCHING_H
#define REGIONS_FACET_MATCHING_H

#include "regions/facet_shape.h"

typedef struct {
    uint64_t region, map;
    // Two dimensions: end points, homogeneous, the lexicographically lower one first. One: both are
    // the facet, (x, 0, w).
    fmpz point[2][3];
    // Of these: the region lies on the right as one goes from the first to the second; in one
    // dimension above the facet.
    int on_right;
    facet_shape *shape; // three and more
} filed_facet;

typedef struct {
    filed_facet *facet;
    size_t count, capacity;
} side_facets;

typedef struct {
    uint64_t split;
    side_facets side[2]; // below, above
} split_facets;

// The splits whose subtrees are being walked, the innermost last.
//
// Or those of a stretch of the walk by itself, which begins and ends anywhere in the tree: what it
// can match it does, and the rest is for a matching of the whole walk, which gets one stretch after
// the other (facet_matching_append).
typedef struct {
    split_facets *open;
    size_t count, capacity;
    size_t dimension; // 2: facets are edges; else 0
    size_t filed;     // facets that wait
    // Of a stretch: the splits that began before it, ascending, of which it has facets; and how
    // many such it has ended.
    split_facets *outer;
    size_t outers, outer_capacity;
    size_t ended;
} facet_matching;

void facet_matching_clear(facet_matching *matching);
void facet_matching_open(facet_matching *matching, uint64_t split);
// Files the facets of a region under their splits, but those on the border of the domain.
void facet_matching_add(facet_matching *matching, const crease_region *region, uint64_t number,
                        uint64_t map);
// One edge of a two-dimensional region.
void facet_matching_add_edge(facet_matching *matching, const region_edge *edge, uint64_t number,
                             uint64_t map);

// A place for a facet of a region, on a side of a split, below or above it.
filed_facet *facet_matching_file(facet_matching *matching, uint64_t split, int side,
                                 uint64_t number, uint64_t map);

typedef struct {
    void *data;
    void (*join)(void *data, uint64_t a, uint64_t b);
    int (*are_joined)(void *data, uint64_t a, uint64_t b);
} facet_joiner;

// Closes the innermost split: joins every two of its facets that have the same map, lie
// on different sides and share a part of full dimension. Cost: a sort in two dimensions,
// in more every pair with the same map that is not joined yet. joiner may be NULL: joins nothing.
void facet_matching_close(facet_matching *matching, const facet_joiner *joiner);

// Whether the split that ends now is the innermost one here, which is to be closed; 0: it began
// before the stretch, and that is noted.
int facet_matching_ends(facet_matching *matching);
// Where walks are taken up again, a stretch may have filed facets of a split that it has ended.
// Before such a split, the innermost of the whole, is closed there, they are taken over.
void facet_matching_take_ended(facet_matching *whole, facet_matching *stretch, uint64_t first,
                               const uint64_t *map);
// Adds the facets and open splits of the next stretch, and leaves nothing there. The splits that it
// has ended must have been closed in the whole. Its regions get numbers from `first` on, and map m
// is map[m] here; map NULL: m itself.
void facet_matching_append(facet_matching *whole, facet_matching *stretch, uint64_t first,
                           const uint64_t *map);
// The memory of the facets that wait, about.
size_t facet_matching_bytes(const facet_matching *matching);
// Writes what a stretch has, or reads it into an empty one. Regions and maps stay below these.
void facet_matching_pack(facet_matching *matching, uint64_t regions, uint64_t maps, pack *p);

// A part of a split of one or two dimensions where regions with different maps meet, and what is on
// its either side as one goes from `from` to `to`; in one dimension below and above.
typedef struct {
    const fmpz *from, *to; // borrowed
    uint64_t left, right;  // maps
} facet_border;

// Shows all such parts of the innermost split, in the order of its line.
void facet_matching_borders(facet_matching *matching, size_t dimension,
                            void (*show)(void *data, const facet_border *border), void *data);

// Of the innermost split, the square of the measure of all points where regions with different maps
// meet: in one dimension their number, 0 or 1; in the plane the length, in space the area, and so
// on. All facets are bounded.
void facet_matching_square(fmpq_t square, const facet_matching *matching, size_t dimension);

#endif
