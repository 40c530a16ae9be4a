// Everything a walk shows, kept for tests.
#ifndef TESTS_ATLAS_H
#define TESTS_ATLAS_H

#include "base/memory.h"
#include "geom/domain.h"
#include "nets.h"

#include <flint/fmpq_vec.h>
#include <stdint.h>

typedef struct {
    uint64_t id;
    uint32_t *pattern; // of all hidden layers, one after the other
    size_t vertices, rays;
    fmpq *vertex, *ray; // two numbers each
    fmpq *map;          // outputs x 3, the constant last
    int bounded;
    fmpq *area; // one number, of bounded ones
} atlas_region;

typedef struct {
    const crease_net *net;
    const crease_domain *domain;
    size_t units; // hidden ones, in all layers
    atlas_region *region;
    size_t count, capacity;
    crease_counts counts;
    crease_status status;
    size_t stop_after; // regions; 0: never
    // The splits that have been told and not been left, and whether all was in order.
    crease_split *open;
    size_t depth, open_capacity, splits;
    int nested;
} atlas;

static inline size_t net_hidden_units(const crease_net *net)
{
    size_t units = 0;
    for (size_t l = 0; l < crease_net_hidden(net); l++)
        units += crease_net_width(net, l);
    return units;
}

// ---- Taking it down. ----

// Splits are numbered from 0 as they come; deeper ones belong to the same layer or later.
static inline crease_visit atlas_on_split(void *data, const crease_split *split)
{
    atlas *a = data;
    a->nested &= split->id == a->splits++;
    a->nested &= a->depth == 0 || a->open[a->depth - 1].layer <= split->layer;
    a->nested &= split->layer < crease_net_hidden(a->net) &&
                 split->unit < crease_net_width(a->net, split->layer) &&
                 split->breakpoint + 1 < a->net->layer[split->layer].act.pieces;
    MEMORY_RESERVE(a->open, a->open_capacity, a->depth + 1);
    a->open[a->depth++] = *split;
    return CREASE_GO;
}

static inline void atlas_on_leave(void *data, const crease_split *split)
{
    atlas *a = data;
    a->nested &= a->depth > 0 && a->open[a->depth - 1].id == split->id &&
                 a->open[a->depth - 1].unit == split->unit;
    a->depth -= a->depth > 0;
}

static inline crease_visit atlas_on_region(void *data, const crease_region *region)
{
    atlas *a = data;
    MEMORY_RESERVE(a->region, a->capacity, a->count + 1);
    atlas_region *to = a->region + a->count++;
    *to = (atlas_region){.id = crease_region_id(region),
                         .vertices = crease_region_vertices(region),
                         .rays = crease_region_rays(region),
                         .bounded = crease_region_is_bounded(region)};
    to->pattern = memory_new(a->units, sizeof *to->pattern);
    for (size_t l = 0, at = 0; l < crease_net_hidden(a->net); at += crease_net_width(a->net, l++))
        memcpy(to->pattern + at, crease_region_pattern(region, l),
               crease_net_width(a->net, l) * sizeof *to->pattern);
    to->vertex = _fmpq_vec_init((slong)(2 * to->vertices));
    for (size_t i = 0; i < to->vertices; i++)
        crease_region_vertex(to->vertex + 2 * i, region, i);
    to->ray = _fmpq_vec_init((slong)(2 * to->rays));
    for (size_t i = 0; i < to->rays; i++)
        crease_region_ray(to->ray + 2 * i, region, i);
    to->map = _fmpq_vec_init((slong)(3 * crease_net_outputs(a->net)));
    for (size_t i = 0; i < crease_net_outputs(a->net); i++)
        crease_region_map(to->map + 3 * i, region, i);
    to->area = _fmpq_vec_init(1);
    if (to->bounded)
        crease_region_volume(to->area, region);
    return a->count == a->stop_after ? CREASE_STOP : CREASE_GO;
}

static inline void atlas_walk(atlas *a, const crease_net *net, const crease_domain *domain,
                              const crease_options *options, size_t stop_after)
{
    *a = (atlas){.net = net,
                 .domain = domain,
                 .units = net_hidden_units(net),
                 .stop_after = stop_after,
                 .nested = 1};
    crease_visitor visitor = {a, 1, atlas_on_split, atlas_on_region, atlas_on_leave};
    crease_counts_init(&a->counts, net);
    a->status = crease_walk(&a->counts, net, domain, options, &visitor, NULL);
}

static inline void atlas_init(atlas *a, const crease_net *net, const crease_domain *domain)
{
    atlas_walk(a, net, domain, NULL, 0);
}

static inline void atlas_clear(atlas *a)
{
    for (size_t i = 0; i < a->count; i++) {
        atlas_region *region = a->region + i;
        free(region->pattern);
        _fmpq_vec_clear(region->vertex, (slong)(2 * region->vertices));
        _fmpq_vec_clear(region->ray, (slong)(2 * region->rays));
        _fmpq_vec_clear(region->map, (slong)(3 * crease_net_outputs(a->net)));
        _fmpq_vec_clear(region->area, 1);
    }
    free(a->region);
    free(a->open);
    crease_counts_clear(&a->counts);
}

#endif
