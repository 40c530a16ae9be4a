// Regions together: linear regions, boundaries, neighbours.
#ifndef CREASE_REGIONS_H
#define CREASE_REGIONS_H

#include <crease/walk.h>

CREASE_BEGIN

// ---- Linear regions ----

// Linear regions: maximal unions of activation regions, joined through shared parts of dimension
// d - 1, on which the network is one affine function. Maps: distinct affine functions.
typedef struct {
    uint64_t linear_regions;
    uint64_t affine_maps;
} crease_linear_counts;

// If max_regions stopped the walk, linear describes the union of the regions met; after any other
// stop, both are lower bounds on the whole. Memory: the map of each region; facets until both sides
// are known.
crease_status crease_count_linear(crease_counts *counts, crease_linear_counts *linear,
                                  const crease_net *net, const crease_domain *domain,
                                  const crease_options *options, crease_error *error);

// ---- The size of boundaries ----

// The volume of dimension n - 1 (number of points, length, ..) of a boundary inside a domain, and
// its ratio to the volume of the domain: the density of Hanin and Rolnick's Theorem 2.
typedef struct {
    fmpq_t volume; // of the domain
    crease_enclosure activation, activation_density;
    int has_function;                            // 0: the two below were not requested
    crease_enclosure function, function_density; // where the function bends
    uint64_t regions;
} crease_boundary;

void crease_boundary_init(crease_boundary *boundary);
void crease_boundary_clear(crease_boundary *boundary);

// The domain must be bounded and have no slice. hi - lo <= 10^-digits lo; 0 means 12; rational sums
// are exact, lo == hi. After CREASE_STOPPED only `regions` is filled. Cost: the volumes of all
// facets; with wants_function memory proportional to the number of regions, and from three
// dimensions on an intersection of every two facets of a split whose regions have one map.
crease_status crease_boundary_measure(crease_boundary *boundary, const crease_net *net,
                                      const crease_domain *domain, int wants_function,
                                      unsigned digits, const crease_options *options,
                                      crease_error *error);

// ---- Neighbours: regions that share a part of dimension d - 1 of a facet ----

typedef struct crease_adjacency crease_adjacency;

typedef struct {
    uint64_t region; // its id
    // The crease between them, as in crease_facet; if creases coincide, the first one.
    size_t layer, unit, breakpoint;
    int side; // 1 if the neighbour lies above, else -1
} crease_neighbour;

// After CREASE_STOPPED those among the regions met; NULL on CREASE_ERROR. Memory: 120 bytes a pair.
// Cost: in the plane a sort of the edges on each split; from three dimensions on an intersection of
// every two facets on its two sides.
crease_status crease_adjacency_new(crease_adjacency **neighbours, crease_counts *counts,
                                   const crease_net *net, const crease_domain *domain,
                                   const crease_options *options, crease_error *error);
void crease_adjacency_free(crease_adjacency *neighbours);

uint64_t crease_adjacency_regions(const crease_adjacency *neighbours);
// Those of a region, ascending. Borrowed.
const crease_neighbour *crease_adjacency_of(size_t *count, const crease_adjacency *neighbours,
                                            uint64_t region);

CREASE_END
#endif
