// Everything the library reports about the regions of one network, kept for comparison.
#ifndef PORTRAIT_H
#define PORTRAIT_H

#include "number_rows.h"

#include <crease/regions.h>
#include <crease/walk.h>
#include <stdbool.h>

// Columns of a facet after its inequality.
enum { FACET_ON_BORDER, FACET_LAYER, FACET_UNIT, FACET_BREAKPOINT, FACET_SIDE, FACET_OWNER };

typedef struct {
    uint32_t *pattern; // of all hidden units, layer after layer
    bool bounded;
    number_rows vertices, rays; // dimension + 1 columns, the last one 1 or 0
    number_rows facets;         // dimension + 1 columns, then FACET_OWNER of the owner
    number_rows map;            // dimension + 1 columns
    number_rows interior;       // one row, the last entry 1
    fmpq_t volume;              // 0 if unbounded
} portrait_region;

typedef struct {
    const crease_net *net;
    size_t dimension, units; // units: hidden ones
    crease_status status;
    crease_counts counts;
    crease_linear_counts linear;
    bool counts_agree; // those of crease_count_linear and of walks without a visitor
    portrait_region *region;
    size_t regions, capacity;
} portrait;

// Neither the network nor the domain is kept.
void portrait_init(portrait *of, const crease_net *net, const crease_domain *domain,
                   crease_arith arith);
// The same with walks without a visitor by 1, .., threads threads only; portrait_init has three.
void portrait_init_by(portrait *of, const crease_net *net, const crease_domain *domain,
                      crease_arith arith, size_t threads);
void portrait_clear(portrait *of);
// Sorts vertices, rays and facets of every region.
void portrait_sort(portrait *of);

// The region contains no line.
bool portrait_is_pointed(const portrait *of, const portrait_region *region);

// The first difference; NULL if none. Vertices and rays of regions with lines are not unique, and
// are compared only if all_generators is set.
const char *portrait_difference(const portrait *a, const portrait *b, bool all_generators);
// Totals and patterns alone.
const char *portrait_count_difference(const portrait *a, const portrait *b);

#endif
