// Neighbours by signs.
//
// Let regions A and B have the same pieces but for one unit, which is on adjacent pieces (maxout:
// on two of its rows), and let H be its crease between these. Layers before have the same map on
// both, so H is one hyperplane; activations are continuous, so the maps of all layers behind are
// equal on H, and so are the conditions of all other units there. Hence A and B meet in H in the
// same set: if it is a facet of A, it is one of B, and no other region has a part of it on that
// side. The converse holds unless other units change across the facet: then several units share its
// hyperplane, or one is constant on a region. Such facets are left over, for facet_matching.h.
#pragma once

#include "exact/row_table.h"
#include "net/net.h"
#include "regions/facet_matching.h"
#include <stdbool.h>

// A facet of a region, on a crease.
typedef struct {
    uint64_t region;
    uint32_t layer, unit, breakpoint;
    int32_t side; // 1 if the region lies above the crease, else -1
} sign_facet;

// The patterns of the regions of a walk, or of a batch, and their facets but those on the border of
// the domain.
typedef struct {
    const crease_net *net; // borrowed
    size_t *first;         // of each layer: the number of its first unit; then that of all units
    size_t bits, bytes;    // of a piece, 1, 8 or 32; of a pattern
    row_table patterns;    // row r is that of region r
    sign_facet *facet;
    size_t facets, capacity;
    size_t left[2]; // of the facets that were left over: below and above their creases
    unsigned char *row;
} sign_matching;

void sign_matching_init(sign_matching *m, const crease_net *net);
void sign_matching_clear(sign_matching *m);
// 16 bytes a facet, at least a bit a unit.
void sign_matching_add(sign_matching *m, const crease_region *region);
// Adds the regions of the next batch, and leaves nothing there.
void sign_matching_append(sign_matching *m, sign_matching *next);
// Writes what a batch has, or reads it into an empty one.
void sign_matching_pack(sign_matching *m, pack *p);
size_t sign_matching_bytes(const sign_matching *m);

typedef void sign_pair(void *data, uint64_t below, uint64_t above, facet_crease crease);
// Shows every pair of neighbours that signs find among the first `regions` regions. Keeps only the
// facets that were left over. Cost: a hash look-up for each facet.
void sign_matching_match(sign_matching *m, uint64_t regions, sign_pair *show, void *data);
// The number of a region by its pattern.
uint64_t sign_matching_region(const sign_matching *m, const crease_region *region);
// Whether its facet on a crease was left over.
bool sign_matching_is_left(const sign_matching *m, uint64_t region, const plane_origin *origin);
