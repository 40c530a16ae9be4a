// The outputs over a line.
//
// All is rational until the view is known, so that what is tiny, far away or huge is
// drawn as well as anything else.
#include "out/graph.h"

#include "base/memory.h"
#include "exact/rational.h"

#include <flint/fmpq_vec.h>
#include <stdlib.h>

// Parts of the extent: beyond the last breakpoint, and above and below the graph.
static const ulong MARGIN[2][2] = {{3, 20}, {1, 20}};

void graph_init(graph *curves, const crease_net *net)
{
    *curves = (graph){.net = net, .outputs = crease_net_outputs(net)};
    for (int axis = 0; axis < 2; axis++) {
        fmpq_init(curves->lo + axis);
        fmpq_init(curves->hi + axis);
    }
}

void graph_clear(graph *curves)
{
    for (size_t i = 0; i < curves->pieces; i++) {
        graph_piece *piece = curves->piece + i;
        for (int e = 0; e < 2; e++)
            fmpq_clear(piece->end + e);
        _fmpq_vec_clear(piece->map, 2 * (slong)curves->outputs);
        free(piece->y);
    }
    free(curves->piece);
    for (int axis = 0; axis < 2; axis++) {
        fmpq_clear(curves->lo + axis);
        fmpq_clear(curves->hi + axis);
    }
}

// Each inequality a x + c >= 0 is one end, the lower one if a > 0.
static void set_ends(graph_piece *piece, const crease_region *region)
{
    fmpq *row = _fmpq_vec_init(2);
    for (size_t i = 0; i < crease_region_facets(region); i++) {
        crease_facet facet;
        crease_region_facet(row, &facet, region, i);
        int e = fmpq_sgn(row) < 0;
        fmpq_div(row + 1, row + 1, row);
        fmpq_neg(piece->end + e, row + 1);
        piece->infinite[e] = 0;
        // A crease has regions on both sides; the upper ones draw it.
        if (!facet.on_border && facet.side > 0)
            piece->layer[e] = facet.layer;
    }
    _fmpq_vec_clear(row, 2);
}

crease_visit graph_add(void *data, const crease_region *region)
{
    graph *curves = data;
    MEMORY_RESERVE(curves->piece, curves->capacity, curves->pieces + 1);
    graph_piece *piece = curves->piece + curves->pieces++;
    *piece = (graph_piece){.infinite = {1, 1}, .layer = {GRAPH_NO_LAYER, GRAPH_NO_LAYER}};
    for (int e = 0; e < 2; e++)
        fmpq_init(piece->end + e);
    set_ends(piece, region);
    piece->map = _fmpq_vec_init(2 * (slong)curves->outputs);
    piece->y = memory_new(curves->outputs, 2 * sizeof *piece->y);
    for (size_t output = 0; output < curves->outputs; output++)
        crease_region_map(piece->map + 2 * output, region, output);
    return CREASE_GO;
}

// ---- the view ----

static int compare_pieces(const void *left, const void *right)
{
    const graph_piece *a = left, *b = right;
    if (a->infinite[0] || b->infinite[0])
        return b->infinite[0] - a->infinite[0];
    return fmpq_cmp(a->end, b->end);
}

static void widen(fmpq *lo, fmpq *hi, const fmpq *x, int *any)
{
    if (!*any || fmpq_cmp(x, lo) < 0)
        fmpq_set(lo, x);
    if (!*any || fmpq_cmp(x, hi) > 0)
        fmpq_set(hi, x);
    *any = 1;
}

// Adds the axis's margin to either side, if wanted. A single point gets as much room as it is
// far from zero, and zero 1.
static void add_margins(graph *curves, int axis, int below, int above)
{
    fmpq *lo = curves->lo + axis, *hi = curves->hi + axis;
    fmpq_t margin, part;
    fmpq_init(margin);
    fmpq_init(part);
    fmpq_sub(margin, hi, lo);
    fmpq_set_ui(part, MARGIN[axis][0], MARGIN[axis][1]);
    fmpq_mul(margin, margin, part);
    if (fmpq_is_zero(margin))
        fmpq_abs(margin, lo);
    if (fmpq_is_zero(margin))
        fmpq_one(margin);
    if (below)
        fmpq_sub(lo, lo, margin);
    if (above)
        fmpq_add(hi, hi, margin);
    fmpq_clear(margin);
    fmpq_clear(part);
}

static void choose_line(graph *curves)
{
    int any = 0, open[2] = {0, 0};
    for (size_t i = 0; i < curves->pieces; i++)
        for (int e = 0; e < 2; e++)
            if (curves->piece[i].infinite[e])
                open[e] = 1;
            else
                widen(curves->lo, curves->hi, curves->piece[i].end + e, &any);
    add_margins(curves, 0, open[0] || !any, open[1] || !any);
    for (size_t i = 0; i < curves->pieces; i++)
        for (int e = 0; e < 2; e++)
            if (curves->piece[i].infinite[e])
                fmpq_set(curves->piece[i].end + e, e ? curves->hi : curves->lo);
}

static void value_at(fmpq_t value, const graph_piece *piece, size_t output, int e)
{
    const fmpq *map = piece->map + 2 * output;
    fmpq_set(value, map + 1);
    fmpq_addmul(value, map, piece->end + e);
}

static void choose_values(graph *curves)
{
    int any = 0;
    fmpq_t value;
    fmpq_init(value);
    for (size_t i = 0; i < curves->pieces; i++)
        for (size_t output = 0; output < curves->outputs; output++)
            for (int e = 0; e < 2; e++) {
                value_at(value, curves->piece + i, output, e);
                widen(curves->lo + 1, curves->hi + 1, value, &any);
            }
    fmpq_clear(value);
    add_margins(curves, 1, 1, 1);
}

// Changes x to a part of the view's extent.
static double to_view(const graph *curves, fmpq_t x, int axis)
{
    fmpq_t extent;
    fmpq_init(extent);
    fmpq_sub(extent, curves->hi + axis, curves->lo + axis);
    fmpq_sub(x, x, curves->lo + axis);
    fmpq_div(x, x, extent);
    fmpq_clear(extent);
    return rational_double(x);
}

void graph_fit(graph *curves)
{
    choose_line(curves);
    choose_values(curves);
    if (curves->pieces)
        qsort(curves->piece, curves->pieces, sizeof *curves->piece, compare_pieces);
    fmpq_t place;
    fmpq_init(place);
    for (size_t i = 0; i < curves->pieces; i++) {
        graph_piece *piece = curves->piece + i;
        for (int e = 0; e < 2; e++) {
            fmpq_set(place, piece->end + e);
            piece->x[e] = to_view(curves, place, 0);
            for (size_t output = 0; output < curves->outputs; output++) {
                value_at(place, piece, output, e);
                piece->y[2 * output + (size_t)e] = to_view(curves, place, 1);
            }
        }
    }
    fmpq_clear(place);
}
