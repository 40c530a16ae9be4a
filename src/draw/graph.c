// The outputs over a line, as a chart. All is rational until the view is known, so that tiny,
// distant and huge intervals are drawn as well as any other.
#include "draw/graph.h"

#include "base/memory.h"
#include "base/text.h"
#include "draw/polygon.h"
#include "exact/rational.h"
#include "geom/domain.h"
#include "path/line.h"

#include <flint/fmpq_vec.h>
#include <math.h>
#include <stdlib.h>

// Parts of the extent: beyond the last breakpoint, and above and below the graph.
static const ulong MARGIN[2][2] = {{3, 20}, {1, 20}};
#define OUTPUT_WIDTH 1.25
// Creases are thinner from one layer to the next, as in mosaics.
#define CREASE_WIDTH 0.8
#define THINNER 0.72
#define THINNEST 0.25
#define SHAPE 1.6
void graph_init(graph *curves, const crease_picture *picture, const crease_net *net,
                const crease_domain *domain)
{
    *curves = (graph){
        .picture = picture, .net = net, .domain = domain, .line = line_new(net, NULL, NULL, 0)};
    const char *usual[] = {domain->parametrization ? "u" : "x1", "output"};
    chart_init(&curves->shown);
    curves->shown.title = picture->title;
    for (int e = 0; e < 2 && !picture->bare; e++)
        curves->shown.side[e].label = picture->label[e] ? picture->label[e] : usual[e];
}

void graph_clear(graph *curves)
{
    for (size_t i = 0; i < curves->points; i++)
        _fmpq_vec_clear(curves->point[i].row, (slong)crease_net_outputs(curves->net) + 1);
    free(curves->point);
    crease_line_free(curves->line);
    chart_clear(&curves->shown);
}

crease_status graph_cross(graph *curves, crease_counts *counts, const crease_options *options,
                          crease_error *error)
{
    crease_line *line = curves->line;
    crease_status status = line_cross(line, curves->net, curves->domain, NULL, options, error);
    const crease_counts found = line->counts;
    curves->is_partial = !found.complete;
    curves->is_empty = !found.activation_regions;
    line->counts = *counts;
    *counts = found;
    return status;
}

// ---- the view ----

static void graph_widen(axis *along, const fmpq *x, int *any)
{
    if (!*any || fmpq_cmp(x, along->end) < 0)
        fmpq_set(along->end, x);
    if (!*any || fmpq_cmp(x, along->end + 1) > 0)
        fmpq_set(along->end + 1, x);
    *any = 1;
}

// Adds the side's margin at either end, if wanted. A single point gets as much room as its distance
// from zero, and zero 1.
static void add_margins(axis *along, int side, int below, int above)
{
    fmpq *lo = along->end, *hi = along->end + 1;
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

// On its open sides the view ends at the first and the last of the breakpoints that are not far
// from most others.
static void leave_outliers(axis *along, const fmpq *breakpoint, size_t count, const int open[2])
{
    double *x = memory_new(count, sizeof *x), fence[2]; // from the first one on
    fmpq_t from_first;
    fmpq_init(from_first);
    for (size_t i = 0; i < count; i++) {
        fmpq_sub(from_first, breakpoint + i, breakpoint);
        x[i] = rational_double(from_first);
    }
    view_fences(fence, x, count);
    size_t first = 0, last = count - 1;
    while (x[first] < fence[0])
        first++;
    while (x[last] > fence[1])
        last--;
    if (open[0])
        fmpq_set(along->end, breakpoint + first);
    if (open[1])
        fmpq_set(along->end + 1, breakpoint + last);
    fmpq_clear(from_first);
    free(x);
}

// The ends of the domain, of a walk that was stopped the last breakpoint; returns 0 if there is
// none.
static int find_end(fmpq *end, const graph *curves, int e)
{
    const crease_line *line = curves->line;
    fmpq *row = _fmpq_vec_init(2);
    int any = 0;
    for (size_t i = 0; i < domain_inequalities(curves->domain); i++) {
        domain_inequality(row, curves->domain, i); // a x + c >= 0
        if (fmpq_is_zero(row) || (fmpq_sgn(row) < 0) != e)
            continue;
        fmpq_div(row, row + 1, row);
        fmpq_neg(row, row);
        if (!any++ || (fmpq_cmp(row, end) > 0) != e)
            fmpq_set(end, row);
    }
    if (e && curves->is_partial && line->breakpoints) {
        fmpq_set(end, line->at + line->breakpoints - 1);
        any = 1;
    }
    _fmpq_vec_clear(row, 2);
    return any;
}

static void choose_line(axis *along, graph *curves)
{
    const crease_line *line = curves->line;
    const size_t count = line->breakpoints;
    fmpq *end = _fmpq_vec_init(2);
    int any = 0, open[2];
    for (int e = 0; e < 2; e++) {
        open[e] = !find_end(end + e, curves, e);
        if (!open[e])
            graph_widen(along, end + e, &any);
    }
    for (size_t i = 0; i < count; i++)
        graph_widen(along, line->at + i, &any);
    if (count)
        leave_outliers(along, line->at, count, open);
    add_margins(along, 0, open[0] || !any, open[1] || !any);
    _fmpq_vec_clear(end, 2);
}

// A point of the curves, with the values of the network there.
static void add_point(graph *curves, const fmpq *at, size_t layer)
{
    const crease_domain *domain = curves->domain;
    const size_t inputs = crease_net_inputs(curves->net);
    fmpq *x = _fmpq_vec_init((slong)inputs);
    fmpq *row = _fmpq_vec_init((slong)crease_net_outputs(curves->net) + 1);
    for (size_t i = 0; i < inputs; i++) {
        const fmpq *map = domain->parametrization + 2 * i;
        fmpq_set(x + i, at);
        if (!domain->parametrization)
            continue;
        fmpq_mul(x + i, map, at);
        fmpq_add(x + i, x + i, map + 1);
    }
    fmpq_set(row, at);
    crease_net_evaluate(row + 1, curves->net, x);
    MEMORY_RESERVE(curves->point, curves->capacity, curves->points + 1);
    curves->point[curves->points++] = (graph_point){layer, row};
    _fmpq_vec_clear(x, (slong)inputs);
}

static void graph_add_points(graph *curves, const axis *along)
{
    const crease_line *line = curves->line;
    add_point(curves, along->end, GRAPH_NO_LAYER);
    for (size_t k = 0; k < line->breakpoints; k++) {
        const int low = fmpq_cmp(line->at + k, along->end);
        const int high = fmpq_cmp(line->at + k, along->end + 1);
        const crease_transition *turns;
        crease_line_transitions(&turns, line, k);
        if (low > 0 && high < 0)
            add_point(curves, line->at + k, turns->layer);
        curves->outside += low < 0 || high > 0;
    }
    add_point(curves, along->end + 1, GRAPH_NO_LAYER);
}

static void choose_values(axis *along, const graph *curves)
{
    int any = 0;
    for (size_t i = 0; i < curves->points; i++)
        for (size_t output = 0; output < crease_net_outputs(curves->net); output++)
            graph_widen(along, curves->point[i].row + output + 1, &any);
    const crease_data *data = curves->picture->data;
    for (size_t i = 0; data && i < data->count; i++)
        graph_widen(along, data->x + 2 * i + 1, &any);
    add_margins(along, 1, 1, 1);
}

// ---- curves ----

static void add_place(chart_curve *to, const graph *curves, const fmpq *x, const fmpq *y)
{
    const axis *side = curves->shown.side;
    chart_add_point(to, axis_place(side, x), y ? axis_place(side + 1, y) : 0);
}

static void graph_add_data(graph *curves, const crease_data *data)
{
    for (size_t kind = 0; kind < data->classes; kind++) {
        chart_curve *curve = chart_add_curve(
            &curves->shown,
            (chart_curve){.name = memory_copy_text(data->name[kind]),
                          .mark = kind,
                          .ink = palette_curve(crease_net_outputs(curves->net) + kind)});
        for (size_t i = 0; i < data->count; i++)
            if (data->class_of[i] == kind)
                add_place(curve, curves, data->x + 2 * i, data->x + 2 * i + 1);
    }
}

static void graph_add_output(graph *curves, size_t output)
{
    chart_curve *curve = chart_add_curve(&curves->shown, (chart_curve){.style = CHART_LINE,
                                                                       .ink = palette_curve(output),
                                                                       .mark = output,
                                                                       .width = OUTPUT_WIDTH});
    if (chart_is_named(output, crease_net_outputs(curves->net)))
        curve->name = memory_format("output %zu", output + 1);
    for (size_t i = 0; i < curves->points; i++)
        add_place(curve, curves, curves->point[i].row, curves->point[i].row + output + 1);
}

static void add_layer(graph *curves, size_t layer, size_t layers)
{
    chart_curve *curve = chart_add_curve(
        &curves->shown,
        (chart_curve){.style = CHART_RULES,
                      .ink = palette_crease(layer, layers),
                      .mark = layer,
                      .width = CREASE_WIDTH * fmax(pow(THINNER, (double)layer), THINNEST)});
    if (chart_is_named(layer, layers))
        curve->name = memory_format("layer %zu", layer + 1);
    for (size_t i = 0; i < curves->points; i++)
        if (curves->point[i].layer == layer)
            add_place(curve, curves, curves->point[i].row, NULL);
}

void graph_fit(graph *curves, int *width, int *height)
{
    const crease_picture *picture = curves->picture;
    size_t layers = picture->creases ? crease_net_hidden(curves->net) : 0;
    chart *shown = &curves->shown;
    choose_line(shown->side, curves);
    if (!curves->is_empty)
        graph_add_points(curves, shown->side);
    choose_values(shown->side + 1, curves);
    if (picture->data)
        graph_add_data(curves, picture->data);
    for (size_t output = 0; output < crease_net_outputs(curves->net); output++)
        graph_add_output(curves, output);
    for (size_t layer = 0; layer < layers; layer++)
        add_layer(curves, layer, layers);
    if (!picture->bare) {
        const size_t all = curves->line->breakpoints;
        chart_add_note(shown, memory_format("%zu breakpoint%s", all, plural(all)));
        if (curves->outside)
            chart_add_note(shown, memory_format("%zu outside", curves->outside));
    }
    chart_bare_page(width, height, SHAPE);
}
