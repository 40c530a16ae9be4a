// The part of a split's creases across which the network changes.
//
// Both sides of a seam tile the same part of its line. Of that the pieces are left out that lie
// between facets with one map. All are measured along one axis, by the rational numbers that are
// proportional to lengths, so what cancels cancels exactly.
#include "regions/function_seam.h"

#include "base/memory.h"
#include <stdlib.h>

// ---- two dimensions ----

// Coordinate `axis` of an end of a facet.
static void place(fmpq_t x, const seam_facet *facet, int end, int axis)
{
    const fmpz *point = facet->point[end];
    fmpq_set_fmpz_frac(x, point + axis, point + 2);
}

typedef struct {
    fmpq_t lo, hi;
    uint64_t map;
} stretch;

static stretch *stretches_of(const seam_side *side, int axis)
{
    stretch *list = memory_new(side->count, sizeof *list);
    for (size_t i = 0; i < side->count; i++) {
        fmpq_init(list[i].lo);
        fmpq_init(list[i].hi);
        place(list[i].lo, side->facet + i, 0, axis);
        place(list[i].hi, side->facet + i, 1, axis);
        if (fmpq_cmp(list[i].lo, list[i].hi) > 0)
            fmpq_swap(list[i].lo, list[i].hi);
        list[i].map = side->facet[i].map;
    }
    return list;
}

static int by_place(const void *a, const void *b)
{
    return fmpq_cmp(((const stretch *)a)->lo, ((const stretch *)b)->lo);
}

static void drop(stretch *list, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        fmpq_clear(list[i].lo);
        fmpq_clear(list[i].hi);
    }
    free(list);
}

// sum += sign (min(hi) - max(lo)), if that is positive.
static void add_common(fmpq_t sum, const stretch *a, const stretch *b, int sign)
{
    const fmpq *lo = fmpq_cmp(a->lo, b->lo) > 0 ? a->lo : b->lo;
    const fmpq *hi = fmpq_cmp(a->hi, b->hi) < 0 ? a->hi : b->hi;
    fmpq_t length;
    if (fmpq_cmp(lo, hi) >= 0)
        return;
    fmpq_init(length);
    fmpq_sub(length, hi, lo);
    (sign > 0 ? fmpq_add : fmpq_sub)(sum, sum, length);
    fmpq_clear(length);
}

// What the seam measures along the axis, where maps differ.
static void measure(fmpq_t sum, const seam *closing, int axis)
{
    const seam_side *side = closing->side;
    stretch *low = stretches_of(side, axis), *high = stretches_of(side + 1, axis);
    qsort(low, side[0].count, sizeof *low, by_place);
    qsort(high, side[1].count, sizeof *high, by_place);
    fmpq_zero(sum);
    for (size_t i = 0; i < side[0].count; i++)
        add_common(sum, low + i, low + i, 1);
    for (size_t i = 0, j = 0; i < side[0].count && j < side[1].count;) {
        if (low[i].map == high[j].map)
            add_common(sum, low + i, high + j, -1);
        int order = fmpq_cmp(low[i].hi, high[j].hi);
        i += order <= 0;
        j += order >= 0;
    }
    drop(low, side[0].count);
    drop(high, side[1].count);
}

// How far a facet reaches along both axes.
static void reach_of(fmpq *step, const seam_facet *facet)
{
    fmpq_t from;
    fmpq_init(from);
    for (int axis = 0; axis < 2; axis++) {
        place(step + axis, facet, 1, axis);
        place(from, facet, 0, axis);
        fmpq_sub(step + axis, step + axis, from);
    }
    fmpq_clear(from);
}

static void line_square(fmpq_t square, const seam *closing)
{
    fmpq step[2];
    fmpq_t ratio;
    fmpq_init(step);
    fmpq_init(step + 1);
    fmpq_init(ratio);
    reach_of(step, closing->side[0].facet);
    int axis = fmpq_is_zero(step);
    measure(square, closing, axis);
    fmpq_div(ratio, step + !axis, step + axis);
    fmpq_mul(ratio, ratio, ratio);
    fmpq_add_si(ratio, ratio, 1);
    fmpq_mul(square, square, square);
    fmpq_mul(square, square, ratio);
    fmpq_clear(step);
    fmpq_clear(step + 1);
    fmpq_clear(ratio);
}

// ---- three and more ----

static void plane_square(fmpq_t square, const seam *closing)
{
    const seam_side *low = closing->side, *high = closing->side + 1;
    fmpq_t part;
    fmpz_t norm;
    fmpq_init(part);
    fmpz_init(norm);
    fmpq_zero(square);
    for (size_t i = 0; i < low->count; i++) {
        seam_shape_measure(part, low->facet[i].shape);
        fmpq_add(square, square, part);
        for (size_t j = 0; j < high->count; j++) {
            if (low->facet[i].map != high->facet[j].map)
                continue;
            seam_shapes_common(part, low->facet[i].shape, high->facet[j].shape);
            fmpq_sub(square, square, part);
        }
    }
    seam_shape_norm(norm, low->facet->shape);
    fmpq_mul(square, square, square);
    fmpq_mul_fmpz(square, square, norm);
    fmpq_clear(part);
    fmpz_clear(norm);
}

void function_seam_square(fmpq_t square, const seam *closing, size_t dimension)
{
    const seam_side *low = closing->side, *high = closing->side + 1;
    if (low->count == 0 || high->count == 0)
        fmpq_zero(square);
    else if (dimension == 1)
        fmpq_set_si(square, low->facet->map != high->facet->map, 1);
    else if (dimension == 2)
        line_square(square, closing);
    else
        plane_square(square, closing);
}
