// Everything a walk reports, kept for tests.
#ifndef TESTS_ATLAS_H
#define TESTS_ATLAS_H

#include "base/memory.h"
#include "domain/domain.h"
#include "nets.h"

#include <flint/fmpq_vec.h>
#include <stdbool.h>
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
    // The splits that have been entered and not left, and whether all was in order.
    crease_split *open;
    size_t depth, open_capacity, splits;
    bool nested;
    bool certain; // atlas_init: all certified ways to walk have shown the same
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
                 split->breakpoint + 1 < a->net->layer[split->layer].act->pieces;
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
                 .nested = true};
    crease_visitor visitor = {
        .data = a, .split = atlas_on_split, .region = atlas_on_region, .leave = atlas_on_leave};
    crease_counts_init(&a->counts, net);
    a->status = crease_walk(&a->counts, net, domain, options, &visitor, NULL);
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

// ---- Every exact way to walk must report the same. ----

static inline bool same_numbers(const fmpq *p, const fmpq *q, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!fmpq_equal(p + i, q + i))
            return false;
    return true;
}

static inline bool same_region(const atlas *a, const atlas_region *p, const atlas_region *q)
{
    return p->id == q->id && p->bounded == q->bounded && p->vertices == q->vertices &&
           p->rays == q->rays && !memcmp(p->pattern, q->pattern, a->units * sizeof *p->pattern) &&
           same_numbers(p->vertex, q->vertex, 2 * p->vertices) &&
           same_numbers(p->ray, q->ray, 2 * p->rays) && same_numbers(p->area, q->area, 1) &&
           same_numbers(p->map, q->map, 3 * crease_net_outputs(a->net));
}

static inline bool same_counts(const crease_counts *a, const crease_counts *b)
{
    return a->activation_regions == b->activation_regions &&
           a->bounded_regions == b->bounded_regions && a->splits == b->splits &&
           a->complete == b->complete && a->layers == b->layers &&
           !memcmp(a->per_layer, b->per_layer, a->layers * sizeof *a->per_layer);
}

static inline bool same_atlas(const atlas *a, const atlas *b)
{
    bool same = a->count == b->count && a->status == b->status && a->nested && b->nested &&
                a->splits == b->splits && same_counts(&a->counts, &b->counts);
    for (size_t i = 0; i < a->count && same; i++)
        same &= same_region(a, a->region + i, b->region + i);
    return same;
}

static inline bool counts_without_visitor(const atlas *a, const crease_options *options)
{
    crease_counts counts;
    crease_counts_init(&counts, a->net);
    bool same = crease_walk(&counts, a->net, a->domain, options, NULL, NULL) == a->status &&
                same_counts(&counts, &a->counts);
    crease_counts_clear(&counts);
    return same;
}

// The regions found by default, and whether exact arithmetic and mere counting, by one thread or
// several, agree.
static inline void atlas_init(atlas *a, const crease_net *net, const crease_domain *domain)
{
    const crease_options filtered = {.arith = CREASE_FILTERED, .threads = 1},
                         exact = {.arith = CREASE_EXACT, .threads = 1}, three = {.threads = 3};
    const crease_options *ways[] = {&three, &filtered, &exact};
    atlas_walk(a, net, domain, NULL, 0);
    a->certain = true;
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        a->certain &= counts_without_visitor(a, ways[i]);
    for (size_t i = 1; i < 3; i++) {
        atlas other;
        atlas_walk(&other, net, domain, ways[i], 0);
        a->certain &= same_atlas(a, &other);
        atlas_clear(&other);
    }
}

#endif
