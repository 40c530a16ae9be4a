// Linear regions and affine maps the slow way: every region against every other.
#ifndef TESTS_ALL_PAIRS_H
#define TESTS_ALL_PAIRS_H

#include "audit.h"

#include <crease/regions.h>
#include <stdbool.h>

// Edges p q and r s lie on one line and have more than a point in common.
static inline bool edges_overlap(const fmpq *p, const fmpq *q, const fmpq *r, const fmpq *s)
{
    if (turn(p, q, r) || turn(p, q, s))
        return false;
    const fmpq *lo = p, *hi = q, *low = r, *high = s;
    if (compare_vertices(p, q) > 0) {
        lo = q;
        hi = p;
    }
    if (compare_vertices(r, s) > 0) {
        low = s;
        high = r;
    }
    return compare_vertices(lo, high) < 0 && compare_vertices(low, hi) < 0;
}

static inline bool share_facet(const atlas_region *a, const atlas_region *b)
{
    for (size_t i = 0; i < a->vertices; i++)
        for (size_t k = 0; k < b->vertices; k++)
            if (edges_overlap(a->vertex + 2 * i, a->vertex + 2 * ((i + 1) % a->vertices),
                              b->vertex + 2 * k, b->vertex + 2 * ((k + 1) % b->vertices)))
                return true;
    return false;
}

static inline bool same_map(const atlas *a, size_t i, size_t k)
{
    for (size_t c = 0; c < 3 * crease_net_outputs(a->net); c++)
        if (!fmpq_equal(a->region[i].map + c, a->region[k].map + c))
            return false;
    return true;
}

// Labels spread over pairs of regions with the same map that share a facet.
static inline void count_all_pairs(crease_linear_counts *linear, const atlas *a)
{
    size_t *label = memory_new(a->count, sizeof *label);
    *linear = (crease_linear_counts){a->count, a->count};
    for (size_t i = 0; i < a->count; i++) {
        label[i] = i;
        bool is_new = true;
        for (size_t k = 0; k < i; k++) {
            if (!same_map(a, i, k))
                continue;
            is_new = false;
            size_t from = label[i], to = label[k];
            if (from == to || !share_facet(a->region + i, a->region + k))
                continue;
            for (size_t m = 0; m <= i; m++)
                label[m] = label[m] == from ? to : label[m];
            linear->linear_regions--;
        }
        linear->affine_maps -= (uint64_t)!is_new;
    }
    free(label);
}

#endif
