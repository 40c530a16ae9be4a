// Regions in flat arrays, many at a time: the results of a walk for Python.
#pragma once

#include <crease/crease.h>

// cdef
typedef struct {
    int exact;    // rationals beside the doubles
    int facets;   // inequalities and their owners
    int interior; // a point inside
    int map;      // the affine map in force
    int vertices; // and rays
    int shared;   // each vertex once, in the only batch, with an index of each region's vertices
    int integers; // of shared vertices: those of crease_region_vertex_words
    int volume;   // of bounded regions
    // NULL, or of a network of crease_property_network: only the regions that satisfy it.
    const crease_property *property;
    const fmpq *point; // NULL, or: only the regions around it, as crease_locate meets them
} batch_wanted;

// The regions first .. first + regions - 1 of a walk. Entries start[i] .. start[i + 1] - 1 of a
// list belong to region i of the batch. Doubles are the nearest ones.
typedef struct {
    size_t dimension, units, outputs, regions, first;
    int cut;           // behind them is a region in which the walk was stopped
    uint32_t *pattern; // regions x units, layer after layer
    uint8_t *bounded;
    uint64_t *vertex_start, *ray_start, *facet_start; // regions + 1
    // If vertices are shared, region i has vertices vertex_index[vertex_start[i]], ..; else NULL:
    // vertex_start[i], ..
    int32_t *vertex_index;
    size_t vertices;                // different ones, if they are shared
    double *vertex, *ray;           // rows of dimension entries
    fmpq *exact_vertex, *exact_ray; // if wanted, else NULL
    // If integers are wanted, shared vertex i has the dimension + 1 integers of as many words each
    // in word[word_start[i]], .., word[word_start[i + 1] - 1]; else NULL.
    mp_limb_t *word;
    uint64_t *word_start;
    fmpq *facet; // if wanted: rows of dimension + 1 entries
    crease_facet *owner;
    fmpq *interior;  // if wanted: rows of dimension entries
    double *map;     // if wanted: regions x outputs x (dimension + 1)
    fmpq *exact_map; // if map and exact are wanted
    double *volume;  // if wanted: NAN for unbounded regions
    fmpq *exact_volume;
} batch;

// Lists that are NULL, since the caller has taken them, are left out.
void batch_free(batch *full);

// Walks as crease_walk does and passes full batches to the callback, which frees them. The first
// has `smallest` regions, each later one twice as many, up to `largest`.
crease_status batch_walk(crease_counts *counts, const crease_net *net, const crease_domain *domain,
                         const crease_options *options, const batch_wanted *wanted, size_t smallest,
                         size_t largest, crease_visit (*ready)(void *data, batch *full), void *data,
                         crease_error *error);
// end
