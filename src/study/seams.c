// Facets waiting for their neighbours across a split.
#include "study/seams.h"

#include "base/memory.h"
#include <stdlib.h>

static void side_clear(seam_side *side)
{
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
    fresh->side[0].count = fresh->side[1].count = 0;
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

void seam_add(seam_stack *seams, const region_edge *facet, uint64_t region, uint64_t map)
{
    if (facet->origin.split == NO_SPLIT)
        return;
    seam *owner = find_open(seams, facet->origin.split);
    seam_facet *to = side_push(&owner->side[facet->side > 0]);
    to->region = region;
    to->map = map;
    int swap = compare_points(facet->from, facet->to) > 0;
    for (int i = 0; i < 3; i++) {
        fmpz_set(to->point[0] + i, (swap ? facet->to : facet->from) + i);
        fmpz_set(to->point[1] + i, (swap ? facet->from : facet->to) + i);
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

void seam_close(seam_stack *seams, void (*join)(void *data, uint64_t a, uint64_t b), void *data)
{
    seam *closing = seams->open + --seams->count;
    if (!share_a_map(closing))
        return;
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
            join(data, a->region, b->region);
        int order = compare_points(a->point[1], b->point[1]);
        i += order <= 0;
        j += order >= 0;
    }
}
