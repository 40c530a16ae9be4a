// Facet matching: facets wait for their neighbours across a split.
//
// Two neighbours A and B lie on different sides of exactly one split that separates
// them first, and their common facet lies on its line: A's edge there and B's edge
// there were both made by that split, and no later split renames an edge. So facets
// are matched split by split: when both subtrees of a split have been walked, its
// low facets tile the split's segment and so do its high facets, and they are met
// in the order of the line. A deeper layer may cut only one side (a T-junction);
// then several facets of one side meet one of the other.
#pragma once

#include "regions/facet_shape.h"
#include "regions/union_find.h"
#include <stdbool.h>

typedef struct {
    uint64_t region, map;
    // Two dimensions: end points, homogeneous, the lexicographically lower one first. One: both are
    // the facet, (x, 0, w).
    fmpz point[2][3];
    // The region lies on the right of the way from the first to the second; in one dimension
    // above the facet.
    bool on_right;
    facet_shape *shape; // three and more
} filed_facet;

typedef struct {
    filed_facet *facet;
    size_t count, capacity;
} side_facets;

typedef struct {
    size_t layer, unit, breakpoint;
} facet_crease;

typedef struct {
    uint64_t split;
    facet_crease crease;
    side_facets side[2]; // below, above
} split_facets;

// The splits whose subtrees are being walked, the innermost last.
//
// Or those of a batch, which begins and ends anywhere in the tree: it matches what it can. A
// matching of the whole walk takes one batch after the other and matches the rest
// (facet_matching_append).
typedef struct {
    split_facets *open;
    size_t count, capacity;
    size_t dimension; // 2: facets are edges; else 0
    size_t filed;     // facets that wait
    // For a batch: the splits that began before it and of which it has facets, ascending; and how
    // many splits that began before it have ended.
    split_facets *outer;
    size_t outers, outer_capacity;
    size_t ended;
} facet_matching;

void facet_matching_clear(facet_matching *matching);
void facet_matching_open(facet_matching *matching, uint64_t split, facet_crease crease);
// Opens all creases of a split. A callback of visitors whose buffers begin with a matching.
crease_visit facet_matching_split(void *matching, const crease_split *split);
// Must be called before the next function, while limits apply: finds the facets and the box of a
// region without vertices. Returns 0 if a limit was reached.
bool facet_matching_prepare(const crease_region *region);
// Files the facets of a region under their splits, but those on the border of the domain.
void facet_matching_add(facet_matching *matching, const crease_region *region, uint64_t number,
                        uint64_t map);
// Only those whose planes are wanted.
typedef struct {
    const void *data;
    bool (*is_wanted)(const void *data, const crease_region *region, const plane_origin *origin);
} facet_choice;
void facet_matching_add_some(facet_matching *matching, const crease_region *region, uint64_t number,
                             uint64_t map, const facet_choice *choice);
// One edge of a two-dimensional region.
void facet_matching_add_edge(facet_matching *matching, const region_edge *edge, uint64_t number,
                             uint64_t map);

// Called when a split with facets ends, which is the innermost of the matching: it may call the
// four functions at the end of this header.
typedef void facet_closer(void *data, facet_matching *matching);

// Closes the innermost split.
void facet_matching_close(facet_matching *matching, facet_closer *close, void *data);
// Closes all creases of a split whose subtrees have ended. In a batch: those that it has opened.
void facet_matching_leave(facet_matching *matching, const crease_split *split, facet_closer *close,
                          void *data);
// Closes what the next batch has ended, adds its facets and open splits, and leaves nothing
// there. Its regions get numbers from `first` on, and map m is map[m] here; map NULL: m itself.
void facet_matching_append(facet_matching *whole, facet_matching *batch, uint64_t first,
                           const uint64_t *map, facet_closer *close, void *data);
// Closes all splits, after a walk that was stopped.
void facet_matching_end(facet_matching *matching, facet_closer *close, void *data);
// The memory of the facets that wait, about.
size_t facet_matching_bytes(const facet_matching *matching);
// Writes what a batch has, or reads it into an empty one. Regions and maps stay below these.
void facet_matching_pack(facet_matching *matching, uint64_t regions, uint64_t maps, pack *p);

// The squared distance of two points of the plane in homogeneous integers. It is not reduced to
// lowest terms, which would take longer than all the rest, but its denominator is a square.
void plane_distance_square(fmpq_t square, const fmpz *from, const fmpz *to);

// ---- The innermost split ----

const facet_crease *facet_matching_crease(const facet_matching *matching);

typedef struct {
    void *data;
    void (*join)(void *data, uint64_t a, uint64_t b);
    union_find *joined; // pairs that need not be compared; or NULL
} facet_joiner;

// Joins every two of its facets that have the same map, lie on different sides and share a part of
// full dimension. Cost: a sort in two dimensions, in more every pair with the same map that is not
// joined yet.
void facet_matching_join(facet_matching *matching, const facet_joiner *joiner);

// A part of a split of one or two dimensions where regions with different maps meet, and what is on
// its either side as one goes from `from` to `to`; in one dimension below and above.
typedef struct {
    const fmpz *from, *to; // borrowed
    uint64_t left, right;  // maps
} facet_border;

// Shows all such parts, in the order of the line.
void facet_matching_borders(facet_matching *matching, size_t dimension,
                            void (*show)(void *data, const facet_border *border), void *data);

// The square of the measure of all points where regions with different maps meet: in one dimension
// their number, 0 or 1; in the plane the length, in space the area, and so on. In lowest terms, or
// with a denominator that is a square. Returns 0 if the measure is infinite; in three and more
// dimensions all facets must be bounded.
bool facet_matching_square(fmpq_t square, const facet_matching *matching, size_t dimension);
