// Conditions that the regions of every walk satisfy.
#ifndef TESTS_AUDIT_H
#define TESTS_AUDIT_H

#include "atlas.h"
#include <flint/fmpq_vec.h>
#include <stdbool.h>

// ---- The network at a point, without the engine. ----

// Pieces of all hidden units; the result says whether some pre-activation is at a breakpoint.
static inline bool pattern_at(uint32_t *pattern, const crease_net *net, const fmpq *x)
{
    bool tie = false;
    fmpq *y = _fmpq_vec_init((slong)net->inputs);
    for (size_t i = 0; i < net->inputs; i++)
        fmpq_set(y + i, x + i);
    for (size_t l = 0, at = 0; l < crease_net_hidden(net); l++) {
        const net_layer *layer = net->layer + l;
        fmpq *z = _fmpq_vec_init((slong)layer->units);
        net_pre_activation(z, layer, y);
        for (size_t j = 0; j < layer->units; j++) {
            for (size_t b = 0; b + 1 < layer->act->pieces; b++)
                tie |= fmpq_equal(z + j, layer->act->breakpoint + b);
            pattern[at++] = (uint32_t)activation_piece(layer->act, z + j);
            activation_apply(z + j, layer->act, z + j);
        }
        _fmpq_vec_clear(y, (slong)layer->inputs);
        y = z;
    }
    size_t hidden = crease_net_hidden(net);
    _fmpq_vec_clear(y, (slong)(hidden ? net->layer[hidden - 1].units : net->inputs));
    return tie;
}

// The mean of the vertices plus the sum of the rays.
static inline void region_interior(fmpq *x, const atlas_region *region)
{
    for (size_t c = 0; c < 2; c++) {
        fmpq_zero(x + c);
        for (size_t i = 0; i < region->vertices; i++)
            fmpq_add(x + c, x + c, region->vertex + 2 * i + c);
        fmpq_t count;
        fmpq_init(count);
        fmpq_set_si(count, (slong)region->vertices, 1);
        fmpq_div(x + c, x + c, count);
        fmpq_clear(count);
        for (size_t i = 0; i < region->rays; i++)
            fmpq_add(x + c, x + c, region->ray + 2 * i + c);
    }
}

static inline bool map_agrees_at(const atlas *a, const atlas_region *region, const fmpq *x)
{
    size_t outputs = crease_net_outputs(a->net);
    fmpq *y = _fmpq_vec_init((slong)outputs);
    fmpq_t value;
    fmpq_init(value);
    crease_net_evaluate(y, a->net, x);
    bool good = true;
    for (size_t i = 0; i < outputs; i++) {
        const fmpq *row = region->map + 3 * i;
        fmpq_set(value, row + 2);
        fmpq_addmul(value, row, x);
        fmpq_addmul(value, row + 1, x + 1);
        good &= fmpq_equal(value, y + i);
    }
    fmpq_clear(value);
    _fmpq_vec_clear(y, (slong)outputs);
    return good;
}

// ---- Conditions on one region. ----

// Inside: the recorded pattern. Inside, at the vertices and along the rays: its map.
static inline bool region_is_true(const atlas *a, const atlas_region *region)
{
    fmpq *x = _fmpq_vec_init(2);
    uint32_t *pattern = memory_new(a->units, sizeof *pattern);
    region_interior(x, region);
    pattern_at(pattern, a->net, x);
    bool good = !memcmp(pattern, region->pattern, a->units * sizeof *pattern);
    good &= map_agrees_at(a, region, x);
    for (size_t i = 0; i < region->vertices; i++) {
        const fmpq *vertex = region->vertex + 2 * i;
        good &= map_agrees_at(a, region, vertex);
        for (size_t r = 0; r < region->rays; r++) {
            fmpq_add(x, vertex, region->ray + 2 * r);
            fmpq_add(x + 1, vertex + 1, region->ray + 2 * r + 1);
            good &= map_agrees_at(a, region, x);
        }
    }
    free(pattern);
    _fmpq_vec_clear(x, 2);
    return good;
}

// The sign of (q - p) x (r - q).
static inline int turn(const fmpq *p, const fmpq *q, const fmpq *r)
{
    fmpq *d = _fmpq_vec_init(5);
    for (int c = 0; c < 2; c++) {
        fmpq_sub(d + c, q + c, p + c);
        fmpq_sub(d + 2 + c, r + c, q + c);
    }
    fmpq_mul(d + 4, d, d + 3);
    fmpq_submul(d + 4, d + 1, d + 2);
    int sign = fmpq_sgn(d + 4);
    _fmpq_vec_clear(d, 5);
    return sign;
}

static inline int compare_vertices(const fmpq *p, const fmpq *q)
{
    int order = fmpq_cmp(p, q);
    return order ? order : fmpq_cmp(p + 1, q + 1);
}

// A strictly convex polygon, counterclockwise, from its least vertex; area by triangles.
static inline bool bounded_shape_is_right(const atlas_region *region)
{
    size_t n = region->vertices;
    fmpq_t area;
    fmpq_init(area);
    bool good = n >= 3 && region->rays == 0;
    for (size_t i = 0; i < n; i++) {
        const fmpq *p = region->vertex + 2 * i, *q = region->vertex + 2 * ((i + 1) % n);
        good &= turn(p, q, region->vertex + 2 * ((i + 2) % n)) > 0;
        good &= i == 0 || compare_vertices(region->vertex, p) < 0;
        fmpq_addmul(area, p, q + 1);
        fmpq_submul(area, q, p + 1);
    }
    fmpq_div_2exp(area, area, 1);
    good &= fmpq_equal(area, region->area) && fmpq_sgn(area) > 0;
    fmpq_clear(area);
    return good;
}

static inline bool ray_is_primitive(const fmpq *ray)
{
    fmpz_t gcd;
    fmpz_init(gcd);
    fmpz_gcd(gcd, fmpq_numref(ray), fmpq_numref(ray + 1));
    bool good =
        fmpz_is_one(gcd) && fmpz_is_one(fmpq_denref(ray)) && fmpz_is_one(fmpq_denref(ray + 1));
    fmpz_clear(gcd);
    return good;
}

static inline bool unbounded_shape_is_right(const atlas_region *region)
{
    bool good = region->vertices >= 1 && region->rays >= 1;
    for (size_t i = 0; i < region->rays; i++)
        good &= ray_is_primitive(region->ray + 2 * i);
    for (size_t i = 0; i + 2 < region->vertices; i++)
        good &= turn(region->vertex + 2 * i, region->vertex + 2 * i + 2,
                     region->vertex + 2 * i + 4) > 0;
    return good;
}

static inline bool region_is_inside(const atlas *a, const atlas_region *region)
{
    bool good = true;
    for (size_t i = 0; i < 2 * region->vertices && a->domain->is_box; i++)
        good &= fmpq_cmp(a->domain->lo + i % 2, region->vertex + i) <= 0 &&
                fmpq_cmp(region->vertex + i, a->domain->hi + i % 2) <= 0;
    return good && (!a->domain->is_box || region->bounded);
}

// ---- Conditions on all regions. ----

static inline int compare_patterns(const uint32_t *p, const uint32_t *q, size_t units)
{
    for (size_t i = 0; i < units; i++)
        if (p[i] != q[i])
            return p[i] < q[i] ? -1 : 1;
    return 0;
}

// The regions of the first layers are the beginnings of the patterns.
static inline bool layers_are_counted(const atlas *a)
{
    bool good = a->counts.layers == crease_net_hidden(a->net);
    for (size_t l = 0, units = 0; l < a->counts.layers; l++) {
        units += crease_net_width(a->net, l);
        uint64_t distinct = 0;
        for (size_t i = 0; i < a->count; i++)
            distinct += i == 0 || compare_patterns(a->region[i - 1].pattern, a->region[i].pattern,
                                                   units) != 0;
        good &= a->counts.per_layer[l] == distinct;
    }
    return good;
}

// Boxes: the areas of the regions add up to that of the box.
static inline bool areas_fill_box(const atlas *a)
{
    if (!a->domain->is_box)
        return true;
    fmpq *side = _fmpq_vec_init(3);
    for (size_t i = 0; i < a->count; i++)
        fmpq_add(side + 2, side + 2, a->region[i].area);
    for (int i = 0; i < 2; i++)
        fmpq_sub(side + i, a->domain->hi + i, a->domain->lo + i);
    fmpq_mul(side, side, side + 1);
    bool good = fmpq_equal(side, side + 2);
    _fmpq_vec_clear(side, 3);
    return good;
}

// NULL if everything holds, else the first thing that does not.
static inline const char *atlas_flaw(const atlas *a)
{
    const crease_counts *counts = &a->counts;
    uint64_t bounded = 0;
    if (!a->certain)
        return "exact and filtered arithmetic, shown and counted, do not agree";
    for (size_t i = 0; i < a->count; i++) {
        const atlas_region *region = a->region + i;
        bounded += (uint64_t)region->bounded;
        if (region->id != i)
            return "ids are not 0, 1, 2, ...";
        if (i && compare_patterns(region[-1].pattern, region->pattern, a->units) >= 0)
            return "patterns are not in lexicographic order";
        if (!region_is_inside(a, region))
            return "a region leaves the box";
        if (!(region->bounded ? bounded_shape_is_right : unbounded_shape_is_right)(region))
            return "a region's shape";
        if (!region_is_true(a, region))
            return "a region's pattern or map";
    }
    if (a->status != CREASE_OK || !counts->complete)
        return "the walk is not complete";
    if (counts->activation_regions != a->count || counts->bounded_regions != bounded)
        return "the counts are not those of the regions shown";
    if (counts->splits + 1 != a->count || a->splits != counts->splits)
        return "every split adds one region";
    if (!a->nested || a->depth)
        return "splits are not properly nested";
    if (!layers_are_counted(a))
        return "regions per layer";
    if (!areas_fill_box(a))
        return "the areas do not fill the box";
    return NULL;
}

static inline bool atlas_has_pattern(const atlas *a, const uint32_t *pattern)
{
    for (size_t i = 0; i < a->count; i++)
        if (compare_patterns(a->region[i].pattern, pattern, a->units) == 0)
            return true;
    return false;
}

#endif
