// The outputs over a line, as a chart. All is rational until the view is known, so that tiny,
// distant and huge intervals are drawn as well as any other.
#include "draw/graph.h"

#include "base/memory.h"
#include "base/text.h"
#include "draw/polygon.h"
#include "exact/rational.h"
#include "geom/domain.h"

#include <flint/fmpq_vec.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

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
    *curves = (graph){.picture = picture, .net = net, .outputs = crease_net_outputs(net)};
    const char *usual[] = {domain->parametrization ? "u" : "x1", "output"};
    chart_init(&curves->shown);
    curves->shown.title = picture->title;
    for (int e = 0; e < 2; e++) {
        curves->map[e] = _fmpq_vec_init(2 * (slong)curves->outputs);
        if (!picture->bare)
            curves->shown.side[e].label = picture->label[e] ? picture->label[e] : usual[e];
    }
}

static void clear_point(const graph *curves, graph_point *point)
{
    _fmpq_vec_clear(point->row, (slong)curves->outputs + 1);
}

void graph_clear(graph *curves)
{
    for (size_t i = 0; i < curves->points; i++)
        clear_point(curves, curves->point + i);
    free(curves->point);
    for (int e = 0; e < 2; e++)
        _fmpq_vec_clear(curves->map[e], 2 * (slong)curves->outputs);
    chart_clear(&curves->shown);
}

// ---- regions ----

static void set_values(graph_point *point, const graph *curves, const fmpq *map)
{
    for (size_t i = 0; i < curves->outputs; i++) {
        fmpq_set(point->row + i + 1, map + 2 * i + 1);
        fmpq_addmul(point->row + i + 1, map + 2 * i, point->row);
    }
}

// The end of a region: that of the inequality a x + c >= 0 with a > 0 (e = 0) or a < 0.
static void add_end(graph *curves, const crease_region *region, int e)
{
    MEMORY_RESERVE(curves->point, curves->capacity, curves->points + 1);
    graph_point *point = curves->point + curves->points++;
    *point = (graph_point){GRAPH_NO_LAYER, _fmpq_vec_init((slong)curves->outputs + 1)};
    curves->open[e] = 1;
    fmpq *row = _fmpq_vec_init(2);
    for (size_t i = 0; i < crease_region_facets(region); i++) {
        crease_facet facet;
        crease_region_facet(row, &facet, region, i);
        if ((fmpq_sgn(row) < 0) != e)
            continue;
        fmpq_div(point->row, row + 1, row);
        fmpq_neg(point->row, point->row);
        set_values(point, curves, curves->map[1]);
        point->layer = facet.on_border ? GRAPH_NO_LAYER : facet.layer;
        curves->open[e] = 0;
    }
    _fmpq_vec_clear(row, 2);
}

crease_visit graph_add(void *data, const crease_region *region)
{
    graph *curves = data;
    for (size_t output = 0; output < curves->outputs; output++)
        crease_region_map(curves->map[1] + 2 * output, region, output);
    if (!curves->regions++) {
        for (size_t i = 0; i < 2 * curves->outputs; i++)
            fmpq_set(curves->map[0] + i, curves->map[1] + i);
        add_end(curves, region, 0);
    }
    add_end(curves, region, 1);
    return CREASE_GO;
}

// ---- the view ----

static void widen(axis *along, const fmpq *x, int *any)
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
static void leave_outliers(axis *along, const graph_point *breakpoint, size_t count,
                           const int open[2])
{
    double *x = memory_new(count, sizeof *x), fence[2]; // from the first one on
    fmpq_t from_first;
    fmpq_init(from_first);
    for (size_t i = 0; i < count; i++) {
        fmpq_sub(from_first, breakpoint[i].row, breakpoint->row);
        x[i] = rational_double(from_first);
    }
    view_fences(fence, x, count);
    size_t first = 0, last = count - 1;
    while (x[first] < fence[0])
        first++;
    while (x[last] > fence[1])
        last--;
    if (open[0])
        fmpq_set(along->end, breakpoint[first].row);
    if (open[1])
        fmpq_set(along->end + 1, breakpoint[last].row);
    fmpq_clear(from_first);
    free(x);
}

static void choose_line(axis *along, graph *curves)
{
    const int *open = curves->open;
    int any = 0;
    curves->breakpoints = curves->regions ? curves->regions - 1 : 0;
    for (size_t i = 0; i < curves->points; i++)
        if (!(i == 0 && open[0]) && !(i + 1 == curves->points && open[1]))
            widen(along, curves->point[i].row, &any);
    if (curves->breakpoints)
        leave_outliers(along, curves->point + 1, curves->breakpoints, open);
    add_margins(along, 0, open[0] || !any, open[1] || !any);
    for (size_t i = 1; i <= curves->breakpoints; i++)
        curves->outside += fmpq_cmp(curves->point[i].row, along->end) < 0 ||
                           fmpq_cmp(curves->point[i].row, along->end + 1) > 0;
}

// Moves a point to the end of the view, by the map, or on the line from there to `next`.
static void move_to_end(graph *curves, graph_point *point, const graph_point *next, const fmpq *end,
                        const fmpq *map)
{
    fmpq_t share, step;
    point->layer = GRAPH_NO_LAYER;
    if (map) {
        fmpq_set(point->row, end);
        set_values(point, curves, map);
        return;
    }
    fmpq_init(share);
    fmpq_init(step);
    fmpq_sub(share, end, point->row);
    fmpq_sub(step, next->row, point->row);
    fmpq_div(share, share, step);
    for (size_t i = 0; i <= curves->outputs; i++) {
        fmpq_sub(step, next->row + i, point->row + i);
        fmpq_addmul(point->row + i, share, step);
    }
    fmpq_clear(share);
    fmpq_clear(step);
}

// Lets the points begin and end with the view.
static void cut_points(graph *curves)
{
    const fmpq *lo = curves->shown.side[0].end, *hi = curves->shown.side[0].end + 1;
    graph_point *point = curves->point;
    size_t first = 1, last = curves->points - 1;
    if (!curves->points)
        return;
    while (curves->open[0] && first < last && fmpq_cmp(point[first].row, lo) <= 0)
        first++;
    while (curves->open[1] && last > first && fmpq_cmp(point[last - 1].row, hi) >= 0)
        last--;
    if (curves->open[0])
        move_to_end(curves, point + first - 1, point + first, lo,
                    first == 1 ? curves->map[0] : NULL);
    if (curves->open[1])
        move_to_end(curves, point + last, point + last - 1, hi,
                    last + 1 == curves->points ? curves->map[1] : NULL);
    for (size_t i = 0; i < curves->points; i++)
        if (i + 1 < first || i > last)
            clear_point(curves, point + i);
    curves->points = last + 2 - first;
    memmove(point, point + first - 1, curves->points * sizeof *point);
}

static void choose_values(axis *along, const graph *curves)
{
    int any = 0;
    for (size_t i = 0; i < curves->points; i++)
        for (size_t output = 0; output < curves->outputs; output++)
            widen(along, curves->point[i].row + output + 1, &any);
    const crease_data *data = curves->picture->data;
    for (size_t i = 0; data && i < data->count; i++)
        widen(along, data->x + 2 * i + 1, &any);
    add_margins(along, 1, 1, 1);
}

// ---- curves ----

static void add_place(chart_curve *to, const graph *curves, const fmpq *x, const fmpq *y)
{
    const axis *side = curves->shown.side;
    chart_add_point(to, axis_place(side, x), y ? axis_place(side + 1, y) : 0);
}

static void add_data(graph *curves, const crease_data *data)
{
    for (size_t kind = 0; kind < data->classes; kind++) {
        chart_curve *curve = chart_add_curve(
            &curves->shown, (chart_curve){.name = memory_copy_text(data->name[kind]),
                                          .mark = kind,
                                          .ink = palette_curve(curves->outputs + kind)});
        for (size_t i = 0; i < data->count; i++)
            if (data->class_of[i] == kind)
                add_place(curve, curves, data->x + 2 * i, data->x + 2 * i + 1);
    }
}

static void add_output(graph *curves, size_t output)
{
    chart_curve *curve = chart_add_curve(&curves->shown, (chart_curve){.style = CHART_LINE,
                                                                       .ink = palette_curve(output),
                                                                       .mark = output,
                                                                       .width = OUTPUT_WIDTH});
    if (chart_is_named(output, curves->outputs))
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
    cut_points(curves);
    choose_values(shown->side + 1, curves);
    if (picture->data)
        add_data(curves, picture->data);
    for (size_t output = 0; output < curves->outputs; output++)
        add_output(curves, output);
    for (size_t layer = 0; layer < layers; layer++)
        add_layer(curves, layer, layers);
    if (!picture->bare) {
        const size_t all = curves->breakpoints;
        chart_add_note(shown, memory_format("%zu breakpoint%s", all, plural(all)));
        if (curves->outside)
            chart_add_note(shown, memory_format("%zu outside", curves->outside));
    }
    chart_bare_page(width, height, SHAPE);
}
