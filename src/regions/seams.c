// Facets waiting for their neighbours across a split.
#include "regions/seams.h"

#include "base/memory.h"
#include <stdlib.h>

static void drop_shapes(seam_side *side)
{
    for (size_t i = 0; i < side->count; i++)
        seam_shape_free(side->facet[i].shape);
    side->count = 0;
}

static void side_clear(seam_side *side)
{
    drop_shapes(side);
    for (size_t i = 0; i < side->capacity; i++)
        for (int k = 0; k < 6; k++)
            fmpz_clear(side->facet[i].point[k / 3] + k % 3);
    free(side->facet);
}

void seam_stack_clear(seam_stack *seams)
{
    for (size_t i = 0; i < seams->capacity; i++)
        for (int s = 0; s < 2; s++)
            side_clear(&seams->open[i].side[s]);
    free(seams->open);
}

void seam_open(seam_stack *seams, uint64_t split)
{
    if (seams->count == seams->capacity) {
        size_t old = seams->capacity;
        MEMORY_RESERVE(seams->open, seams->capacity, old + 1);
        for (size_t i = old; i < seams->capacity; i++)
            seams->open[i] = (seam){0};
    }
    seam *fresh = seams->open + seams->count++;
    fresh->split = split;
}

static seam_facet *side_push(seam_side *side)
{
    if (side->count == side->capacity) {
        size_t old = side->capacity;
        MEMORY_RESERVE(side->facet, side->capacity, old + 1);
        for (size_t i = old; i < side->capacity; i++)
            side->facet[i] = (seam_facet){0};
    }
    return side->facet + side->count++;
}

// Open splits are numbered upwards from the root.
static seam *find_open(const seam_stack *seams, uint64_t split)
{
    size_t lo = 0, hi = seams->count;
    while (hi - lo > 1) {
        size_t middle = lo + (hi - lo) / 2;
        *(seams->open[middle].split <= split ? &lo : &hi) = middle;
    }
    return seams->open + lo;
}

// -1, 0, 1: the lexicographic order of points of one line, which is their order along
// it. A point at infinity lies before or after all others, as its direction tells.
static int compare_points(const fmpz *p, const fmpz *q)
{
    int p_infinite = fmpz_is_zero(p + 2), q_infinite = fmpz_is_zero(q + 2);
    if (p_infinite || q_infinite) {
        int p_end = p_infinite ? (fmpz_sgn(p) ? fmpz_sgn(p) : fmpz_sgn(p + 1)) : 0;
        int q_end = q_infinite ? (fmpz_sgn(q) ? fmpz_sgn(q) : fmpz_sgn(q + 1)) : 0;
        return (p_end > q_end) - (p_end < q_end);
    }
    return row_compare_points(p, q);
}

static seam_facet *file(seam_stack *seams, uint64_t split, int side, uint64_t number, uint64_t map)
{
    seam_facet *filed = side_push(&find_open(seams, split)->side[side > 0]);
    filed->region = number;
    filed->map = map;
    filed->shape = NULL;
    return filed;
}

void seam_add_edge(seam_stack *seams, const region_edge *edge, uint64_t number, uint64_t map)
{
    seams->dimension = 2;
    if (edge->origin.split == NO_SPLIT)
        return;
    seam_facet *filed = file(seams, edge->origin.split, edge->side, number, map);
    int swap = compare_points(edge->from, edge->to) > 0;
    for (int i = 0; i < 3; i++) {
        fmpz_set(filed->point[0] + i, (swap ? edge->to : edge->from) + i);
        fmpz_set(filed->point[1] + i, (swap ? edge->from : edge->to) + i);
    }
}

static void add_facets(seam_stack *seams, const crease_region *region, uint64_t number,
                       uint64_t map)
{
    const geom_space *space = &region->w->space;
    for (size_t k = 0; k < crease_region_facets(region); k++) {
        cell_facet facet = region_facet_plane(region, k);
        uint64_t split = space->origin[facet.plane].split;
        if (split == NO_SPLIT)
            continue;
        seam_facet *filed = file(seams, split, facet.side, number, map);
        if (space->general)
            filed->shape = seam_shape_new(region, facet.plane);
    }
}

void seam_add(seam_stack *seams, const crease_region *region, uint64_t number, uint64_t map)
{
    const geom_space *space = &region->w->space;
    if (space->general || space->dimension != 2) {
        add_facets(seams, region, number, map);
        return;
    }
    for (size_t k = 0; k < region_edges(region); k++) {
        region_edge edge;
        region_edge_at(&edge, region, k);
        seam_add_edge(seams, &edge, number, map);
    }
}

static int by_place(const void *a, const void *b)
{
    return compare_points(((const seam_facet *)a)->point[0], ((const seam_facet *)b)->point[0]);
}

static int by_number(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

// Sorted copies of the maps on a side.
static uint64_t *sorted_maps(const seam_side *side)
{
    uint64_t *maps = memory_new(side->count, sizeof *maps);
    for (size_t i = 0; i < side->count; i++)
        maps[i] = side->facet[i].map;
    qsort(maps, side->count, sizeof *maps, by_number);
    return maps;
}

// Most splits separate maps that all differ; then places need not be compared.
static int share_a_map(const seam *closing)
{
    const seam_side *low = closing->side, *high = closing->side + 1;
    uint64_t *a = sorted_maps(low), *b = sorted_maps(high);
    size_t i = 0, j = 0;
    while (i < low->count && j < high->count && a[i] != b[j])
        *(a[i] < b[j] ? &i : &j) += 1;
    int shared = i < low->count && j < high->count;
    free(a);
    free(b);
    return shared;
}

// Facets of one line, each an interval.
static void join_intervals(seam *closing, const seam_joiner *joiner)
{
    seam_side *low = closing->side, *high = closing->side + 1;
    if (low->count > 1)
        qsort(low->facet, low->count, sizeof *low->facet, by_place);
    if (high->count > 1)
        qsort(high->facet, high->count, sizeof *high->facet, by_place);

    // Facet i and facet j overlap, or one ends where the other has not begun.
    for (size_t i = 0, j = 0; i < low->count && j < high->count;) {
        const seam_facet *a = low->facet + i, *b = high->facet + j;
        if (a->map == b->map && compare_points(a->point[0], b->point[1]) < 0 &&
            compare_points(b->point[0], a->point[1]) < 0)
            joiner->join(joiner->data, a->region, b->region);
        int order = compare_points(a->point[1], b->point[1]);
        i += order <= 0;
        j += order >= 0;
    }
}

// Every pair; those of the line, which are points, are all the same.
static void join_pairs(seam *closing, const seam_joiner *joiner)
{
    const seam_side *low = closing->side, *high = closing->side + 1;
    for (size_t i = 0; i < low->count; i++)
        for (size_t j = 0; j < high->count; j++) {
            const seam_facet *a = low->facet + i, *b = high->facet + j;
            if (a->map == b->map && !joiner->are_joined(joiner->data, a->region, b->region) &&
                (!a->shape || seam_shapes_overlap(a->shape, b->shape)))
                joiner->join(joiner->data, a->region, b->region);
        }
}

void seam_close(seam_stack *seams, const seam_joiner *joiner)
{
    seam *closing = seams->open + --seams->count;
    if (share_a_map(closing)) {
        if (seams->dimension == 2)
            join_intervals(closing, joiner);
        else
            join_pairs(closing, joiner);
    }
    for (int s = 0; s < 2; s++)
        drop_shapes(&closing->side[s]);
}
