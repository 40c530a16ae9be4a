// The outputs over a line, as a chart.
//
// All is rational until the view is known, so that what is tiny, far away or huge is
// drawn as well as anything else.
#include "out/graph.h"

#include "base/memory.h"
#include "exact/rational.h"

#include <flint/fmpq_vec.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// Parts of the extent: beyond the last breakpoint, and above and below the graph.
static const ulong MARGIN[2][2] = {{3, 20}, {1, 20}};
#define OUTPUT_WIDTH 1.25
// Creases are thinner from one layer to the next, as in mosaics.
#define CREASE_WIDTH 0.8
#define THINNER 0.72
#define THINNEST 0.25
enum { MOST_OUTPUTS = 12, MOST_LAYERS = 8, NAME = 40 };

void graph_init(graph *curves, const crease_net *net)
{
    *curves = (graph){.net = net, .outputs = crease_net_outputs(net)};
}

void graph_clear(graph *curves)
{
    for (size_t i = 0; i < curves->pieces; i++) {
        graph_piece *piece = curves->piece + i;
        for (int e = 0; e < 2; e++)
            fmpq_clear(piece->end + e);
        _fmpq_vec_clear(piece->map, 2 * (slong)curves->outputs);
    }
    free(curves->piece);
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

// Adds the side's margin at either end, if wanted. A single point gets as much room as it is far
// from zero, and zero 1.
static void add_margins(axis *along, int side, int below, int above)
{
    fmpq *lo = &along->lo, *hi = &along->hi;
    fmpq_t margin, part;
    fmpq_init(margin);
    fmpq_init(part);
    fmpq_sub(margin, hi, lo);
    fmpq_set_ui(part, MARGIN[side][0], MARGIN[side][1]);
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

static void choose_line(axis *along, graph *curves)
{
    int any = 0, open[2] = {0, 0};
    for (size_t i = 0; i < curves->pieces; i++)
        for (int e = 0; e < 2; e++)
            if (curves->piece[i].infinite[e])
                open[e] = 1;
            else
                widen(&along->lo, &along->hi, curves->piece[i].end + e, &any);
    add_margins(along, 0, open[0] || !any, open[1] || !any);
    for (size_t i = 0; i < curves->pieces; i++)
        for (int e = 0; e < 2; e++)
            if (curves->piece[i].infinite[e])
                fmpq_set(curves->piece[i].end + e, e ? &along->hi : &along->lo);
}

static void value_at(fmpq_t value, const graph_piece *piece, size_t output, int e)
{
    const fmpq *map = piece->map + 2 * output;
    fmpq_set(value, map + 1);
    fmpq_addmul(value, map, piece->end + e);
}

static void choose_values(axis *along, const graph *curves)
{
    int any = 0;
    fmpq_t value;
    fmpq_init(value);
    for (size_t i = 0; i < curves->pieces; i++)
        for (size_t output = 0; output < curves->outputs; output++)
            for (int e = 0; e < 2; e++) {
                value_at(value, curves->piece + i, output, e);
                widen(&along->lo, &along->hi, value, &any);
            }
    fmpq_clear(value);
    add_margins(along, 1, 1, 1);
}

// ---- curves ----

// One line, but for the gaps that a walk which was stopped has left.
static void add_output(chart_curve *curve, const chart_panel *panel, const graph *curves,
                       size_t output)
{
    fmpq_t value;
    fmpq_init(value);
    for (size_t i = 0; i < curves->pieces; i++) {
        const graph_piece *piece = curves->piece + i;
        int apart = !i || !fmpq_equal(piece->end, piece[-1].end + 1);
        for (int e = !apart; e < 2; e++) {
            value_at(value, piece, output, e);
            chart_add(curve, (chart_point){.x = axis_place(panel->side, piece->end + e),
                                           .y = axis_place(panel->side + 1, value),
                                           .low = 1,
                                           .apart = !e});
        }
    }
    fmpq_clear(value);
}

static void add_layer(chart_curve *curve, const chart_panel *panel, const graph *curves,
                      size_t layer)
{
    for (size_t i = 0; i < curves->pieces; i++)
        for (int e = 0; e < 2; e++)
            if (curves->piece[i].layer[e] == layer)
                chart_add(curve,
                          (chart_point){.x = axis_place(panel->side, curves->piece[i].end + e)});
}

static const char *name_of(const char *kind, size_t index, size_t count, size_t most)
{
    char *name = memory_new(NAME, 1);
    if (index < most)
        snprintf(name, NAME, "%s %zu", kind, index + 1);
    else
        snprintf(name, NAME, "%zu more %ss", count - most, kind);
    return name;
}

void graph_chart(chart *shown, graph *curves, int creases)
{
    size_t layers = creases ? crease_net_hidden(curves->net) : 0;
    *shown = (chart){.panels = 1, .curves = curves->outputs + layers};
    shown->panel = memory_new(1, sizeof *shown->panel);
    shown->curve = memory_new(shown->curves, sizeof *shown->curve);
    for (int side = 0; side < 2; side++)
        axis_init(shown->panel->side + side);
    choose_line(shown->panel->side, curves);
    choose_values(shown->panel->side + 1, curves);
    if (curves->pieces)
        qsort(curves->piece, curves->pieces, sizeof *curves->piece, compare_pieces);
    for (size_t i = 0; i < curves->outputs; i++) {
        shown->curve[i] =
            (chart_curve){.style = CHART_PLAIN, .ink = palette_curve(i), .width = OUTPUT_WIDTH};
        if (i <= MOST_OUTPUTS)
            shown->curve[i].name = name_of("output", i, curves->outputs, MOST_OUTPUTS);
        add_output(shown->curve + i, shown->panel, curves, i);
    }
    for (size_t l = 0; l < layers; l++) {
        chart_curve *curve = shown->curve + curves->outputs + l;
        *curve = (chart_curve){.style = CHART_RULES,
                               .ink = palette_crease(l),
                               .width = CREASE_WIDTH * fmax(pow(THINNER, (double)l), THINNEST)};
        if (l <= MOST_LAYERS)
            curve->name = name_of("layer", l, layers, MOST_LAYERS);
        add_layer(curve, shown->panel, curves, l);
    }
}

void graph_chart_clear(chart *shown)
{
    for (size_t i = 0; i < shown->curves; i++)
        free((char *)shown->curve[i].name);
    chart_clear(shown);
}
