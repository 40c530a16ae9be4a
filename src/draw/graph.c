// The outputs over a line, as a chart.
//
// All is rational until the view is known, so that what is tiny, far away or huge is
// drawn as well as anything else.
#include "draw/graph.h"

#include "base/memory.h"
#include "base/text.h"
#include "draw/palette.h"
#include "draw/view.h"
#include "exact/rational.h"
#include "geom/domain.h"

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
#define SHAPE 1.6
// Breakpoints that are left out of an unbounded view lie farther from the middle half of all than
// 3/2 of its extent (Tukey's fences); so few are all shown.
enum { FENCE = 3, OF = 2, FEW = 8, MOST_NOTES = 3 };

void graph_init(graph *curves, const crease_picture *picture, const crease_net *net,
                const crease_domain *domain)
{
    *curves = (graph){.picture = picture,
                      .net = net,
                      .across = domain->parametrization ? "u" : "x1",
                      .outputs = crease_net_outputs(net)};
}

void graph_init_like(graph *curves, const graph *of)
{
    *curves = (graph){
        .picture = of->picture, .net = of->net, .across = of->across, .outputs = of->outputs};
}

static void clear_piece(const graph *curves, graph_piece *piece)
{
    for (int e = 0; e < 2; e++)
        fmpq_clear(piece->end + e);
    _fmpq_vec_clear(piece->map, 2 * (slong)curves->outputs);
}

void graph_clear(graph *curves)
{
    for (size_t i = 0; i < curves->pieces; i++)
        clear_piece(curves, curves->piece + i);
    free(curves->piece);
    for (size_t i = 0; i < curves->shown.curves; i++)
        free((char *)curves->shown.curve[i].name);
    for (size_t i = 0; i < curves->shown.notes; i++)
        free(curves->note[i]);
    free(curves->note);
    chart_clear(&curves->shown);
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

void graph_append(graph *curves, graph *more)
{
    MEMORY_RESERVE(curves->piece, curves->capacity, curves->pieces + more->pieces);
    for (size_t i = 0; i < more->pieces; i++)
        curves->piece[curves->pieces++] = more->piece[i];
    more->pieces = 0;
}

size_t graph_bytes(const graph *curves)
{
    enum { NUMBER = 60 };
    return curves->pieces * (sizeof *curves->piece + 2 * (curves->outputs + 1) * NUMBER);
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

// On its open sides the line is cut to the first and the last of those breakpoints that are not far
// from most others. at: all of them, ascending.
static void leave_outliers(axis *along, const fmpq *const *at, size_t count, const int open[2])
{
    if (count <= FEW)
        return;
    const fmpq *low = at[count / 4], *high = at[count - 1 - count / 4];
    fmpq_t reach, fence;
    fmpq_init(reach);
    fmpq_init(fence);
    fmpq_sub(reach, high, low);
    fmpq_mul_ui(reach, reach, FENCE);
    fmpq_div_2exp(reach, reach, OF - 1);
    size_t first = 0, last = count - 1;
    fmpq_sub(fence, low, reach);
    while (fmpq_sgn(reach) && fmpq_cmp(at[first], fence) < 0)
        first++;
    fmpq_add(fence, high, reach);
    while (fmpq_sgn(reach) && fmpq_cmp(at[last], fence) > 0)
        last--;
    if (open[0])
        fmpq_set(&along->lo, at[first]);
    if (open[1])
        fmpq_set(&along->hi, at[last]);
    fmpq_clear(reach);
    fmpq_clear(fence);
}

// The pieces are sorted: what begins with an end that is not infinite begins with a breakpoint, but
// for the first.
static void choose_line(axis *along, graph *curves)
{
    int any = 0, open[2] = {0, 0};
    const fmpq **at = memory_new(curves->pieces + 1, sizeof *at);
    for (size_t i = 0; i < curves->pieces; i++)
        for (int e = 0; e < 2; e++)
            if (curves->piece[i].infinite[e])
                open[e] = 1;
            else
                widen(&along->lo, &along->hi, curves->piece[i].end + e, &any);
    for (size_t i = 1; i < curves->pieces; i++)
        at[curves->breakpoints++] = curves->piece[i].end;
    leave_outliers(along, at, curves->breakpoints, open);
    add_margins(along, 0, open[0] || !any, open[1] || !any);
    for (size_t i = 0; i < curves->breakpoints; i++)
        curves->outside += fmpq_cmp(at[i], &along->lo) < 0 || fmpq_cmp(at[i], &along->hi) > 0;
    free(at);
}

// Cuts an end to the view; nothing is drawn there.
static void cut_end(graph_piece *piece, int e, const fmpq *to)
{
    if (!piece->infinite[e] && (fmpq_cmp(piece->end + e, to) > 0) != e)
        return;
    if (!piece->infinite[e] && fmpq_equal(piece->end + e, to))
        return;
    fmpq_set(piece->end + e, to);
    piece->layer[e] = GRAPH_NO_LAYER;
}

// And leaves out the pieces that are out of view.
static void cut_pieces(graph *curves, const axis *along)
{
    size_t kept = 0;
    for (size_t i = 0; i < curves->pieces; i++) {
        graph_piece *piece = curves->piece + i;
        int seen = (piece->infinite[0] || fmpq_cmp(piece->end, &along->hi) < 0) &&
                   (piece->infinite[1] || fmpq_cmp(piece->end + 1, &along->lo) > 0);
        if (!seen) {
            clear_piece(curves, piece);
            continue;
        }
        cut_end(piece, 0, &along->lo);
        cut_end(piece, 1, &along->hi);
        curves->piece[kept++] = *piece;
    }
    curves->pieces = kept;
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
    const crease_data *data = curves->picture->data;
    for (size_t i = 0; data && i < data->count; i++)
        widen(&along->lo, &along->hi, data->x + 2 * i + 1, &any);
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

static void add_data(graph *curves, const chart_panel *panel, const crease_data *data)
{
    chart *shown = &curves->shown;
    chart_curve *first = shown->curve + shown->curves;
    for (size_t kind = 0; kind < data->classes; kind++)
        shown->curve[shown->curves++] = (chart_curve){.name = memory_copy_text(data->name[kind]),
                                                      .style = CHART_POINTS,
                                                      .mark = kind,
                                                      .ink = palette_curve(curves->outputs + kind)};
    for (size_t i = 0; i < data->count; i++)
        chart_add(first + data->class_of[i],
                  (chart_point){.x = axis_place(panel->side, data->x + 2 * i),
                                .y = axis_place(panel->side + 1, data->x + 2 * i + 1),
                                .low = 1});
}

static void add_outputs(graph *curves, const chart_panel *panel)
{
    chart *shown = &curves->shown;
    for (size_t i = 0; i < curves->outputs; i++) {
        chart_curve *curve = shown->curve + shown->curves++;
        *curve = (chart_curve){
            .style = CHART_PLAIN, .ink = palette_curve(i), .mark = i, .width = OUTPUT_WIDTH};
        if (chart_is_named(i, curves->outputs))
            curve->name = memory_format("output %zu", i + 1);
        add_output(curve, panel, curves, i);
    }
}

static void add_layers(graph *curves, const chart_panel *panel, size_t layers)
{
    chart *shown = &curves->shown;
    for (size_t l = 0; l < layers; l++) {
        chart_curve *curve = shown->curve + shown->curves++;
        *curve = (chart_curve){.style = CHART_RULES,
                               .ink = palette_crease(l, layers),
                               .mark = l,
                               .width = CREASE_WIDTH * fmax(pow(THINNER, (double)l), THINNEST)};
        add_layer(curve, panel, curves, l);
        if (curve->points && chart_is_named(l, layers))
            curve->name = memory_format("layer %zu", l + 1);
    }
}

static void add_notes(graph *curves)
{
    chart *shown = &curves->shown;
    curves->note = memory_new(MOST_NOTES, sizeof *curves->note);
    size_t shown_points = curves->breakpoints, outside = curves->outside;
    curves->note[shown->notes++] =
        memory_format("%zu breakpoint%s", shown_points, plural(shown_points));
    if (outside)
        curves->note[shown->notes++] = memory_format("%zu outside", outside);
    shown->note = curves->note;
}

void graph_fit(graph *curves, int *width, int *height)
{
    const crease_picture *picture = curves->picture;
    size_t layers = picture->creases ? crease_net_hidden(curves->net) : 0;
    chart *shown = &curves->shown;
    *shown = (chart){.title = picture->title, .panels = 1};
    chart_panel *panel = shown->panel = memory_new(1, sizeof *shown->panel);
    shown->curve =
        memory_new(curves->outputs + layers + (picture->data ? picture->data->classes : 0),
                   sizeof *shown->curve);
    for (int side = 0; side < 2; side++) {
        axis_init(panel->side + side);
        if (!picture->bare)
            panel->side[side].label = picture->label[side] ? picture->label[side]
                                      : side               ? "output"
                                                           : curves->across;
    }
    if (curves->pieces)
        qsort(curves->piece, curves->pieces, sizeof *curves->piece, compare_pieces);
    choose_line(panel->side, curves);
    cut_pieces(curves, panel->side);
    choose_values(panel->side + 1, curves);
    if (picture->data)
        add_data(curves, panel, picture->data);
    add_outputs(curves, panel);
    add_layers(curves, panel, layers);
    if (!picture->bare)
        add_notes(curves);
    view window = {.shape = SHAPE};
    view_page(width, height, &window);
}
