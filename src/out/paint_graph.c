// Draws a graph with Cairo.
#include "out/paint_graph.h"

#include "out/axis.h"
#include "out/letters.h"
#include "out/palette.h"

#include <math.h>
#include <stdio.h>

// Lengths are in units of the size of the text, a part of the page's shorter side.
#define TEXT_SHARE 0.026
#define LEAST_TEXT 6.0
#define TEXT_GREY 0.1
#define GAP 0.8          // round the page, and between things
#define LINE 2.1         // from one line of the legend to the next
#define SWATCH 2.0       // in the legend
#define CURVE_WIDTH 0.19 // of an output
#define CREASE_WIDTH 0.12
#define TICK 0.7 // at a breakpoint, on the axis
#define THIN_WIDTH 0.06
// As in paint.c: from one layer to the next, and from the first to the last at most.
#define THINNER 0.72
#define THINNEST 0.25
// Breakpoints closer than this are drawn paler, so that they do not hide the graph.
#define SPARSE 60.0
enum { MOST_TICKS = 9, MOST_OUTPUTS = 12, MOST_LAYERS = 8 };

typedef struct {
    cairo_t *cairo;
    const graph *curves;
    double width, height, text; // of the page, and of letters
    int creases;
    double x, y, across, up; // where the view's lower left corner is, and how large it is
    axis_ticks ticks[2];
} sheet;

static void set_colour(const sheet *page, colour c, double alpha)
{
    cairo_set_source_rgba(page->cairo, c.red, c.green, c.blue, alpha);
}

static void set_grey(const sheet *page, double lightness)
{
    cairo_set_source_rgb(page->cairo, lightness, lightness, lightness);
}

static double text_width(const sheet *page, const char *text)
{
    return letters_width(text, page->text);
}

// Anchor 0, 1/2 or 1: the text begins at x, has its middle there, or ends there, if the page is
// wide enough. Its digits are centred on y.
static void put_text(const sheet *page, const char *text, double x, double y, double anchor)
{
    double width = text_width(page, text);
    double left = fmax(fmin(x - anchor * width, page->width - width), 0);
    letters_draw(page->cairo, text, left, y + 0.35 * page->text, page->text);
}

static double at_x(const sheet *page, double x)
{
    return page->x + x * page->across;
}

static double at_y(const sheet *page, double y)
{
    return page->y - y * page->up;
}

static void line(const sheet *page, double x1, double y1, double x2, double y2)
{
    cairo_move_to(page->cairo, x1, y1);
    cairo_line_to(page->cairo, x2, y2);
    cairo_stroke(page->cairo);
}

// ---- the legend ----

typedef struct {
    size_t outputs, layers, lines; // that are named, and of text
    double width;                  // 0: there is none
} legend;

static size_t lesser(size_t a, size_t b)
{
    return a < b ? a : b;
}

static void name_output(const sheet *page, char *name, size_t size, size_t index, size_t named)
{
    size_t all = page->curves->outputs;
    if (index < named)
        snprintf(name, size, "output %zu", index);
    else
        snprintf(name, size, "%zu more", all - named);
}

static legend plan_legend(const sheet *page)
{
    size_t outputs = page->curves->outputs, layers = crease_net_hidden(page->curves->net);
    legend plan = {.outputs = lesser(outputs, MOST_OUTPUTS),
                   .layers = page->creases ? lesser(layers, MOST_LAYERS) : 0};
    plan.lines = plan.outputs + (plan.outputs < outputs) + plan.layers;
    plan.width = (3 * GAP + SWATCH) * page->text + text_width(page, "output 000");
    double height = (LINE * (double)plan.lines + 3 * GAP) * page->text;
    if (plan.width > page->width / 3 || height > page->height)
        plan = (legend){0};
    return plan;
}

static double crease_width(const sheet *page, size_t layer)
{
    return CREASE_WIDTH * page->text * fmax(pow(THINNER, (double)layer), THINNEST);
}

static void draw_legend(const sheet *page, const legend *plan)
{
    double x = page->x + page->across + 2 * GAP * page->text, y = page->y - page->up;
    double end = x + SWATCH * page->text, step = LINE * page->text;
    char name[40];
    y += GAP * page->text;
    for (size_t i = 0; i < lesser(plan->outputs + 1, page->curves->outputs) && plan->lines; i++) {
        name_output(page, name, sizeof name, i, plan->outputs);
        cairo_set_line_width(page->cairo, CURVE_WIDTH * page->text);
        set_colour(page, palette_curve(i), 1);
        if (i < plan->outputs)
            line(page, x, y, end, y);
        set_grey(page, TEXT_GREY);
        put_text(page, name, end + GAP * page->text, y, 0);
        y += step;
    }
    for (size_t layer = 0; layer < plan->layers; layer++, y += step) {
        snprintf(name, sizeof name, "layer %zu", layer);
        cairo_set_line_width(page->cairo, crease_width(page, layer));
        set_colour(page, palette_crease(layer), 1);
        line(page, (x + end) / 2, y - 0.35 * step, (x + end) / 2, y + 0.35 * step);
        set_grey(page, TEXT_GREY);
        put_text(page, name, end + GAP * page->text, y, 0);
    }
}

// ---- axes ----

static double widest_label(const sheet *page, int axis)
{
    double widest = 0;
    for (size_t i = 0; i < page->ticks[axis].count; i++)
        widest = fmax(widest, text_width(page, page->ticks[axis].tick[i].label));
    return widest;
}

// Fewer ticks until their labels do not touch.
static void make_ticks(sheet *page, int axis, double room)
{
    const graph *curves = page->curves;
    for (size_t most = MOST_TICKS;; most--) {
        axis_init(page->ticks + axis, curves->lo + axis, curves->hi + axis, most);
        double size = axis ? LINE * page->text : widest_label(page, 0) + 2 * page->text;
        if (most == 1 || size * (double)page->ticks[axis].count <= room)
            return;
        axis_clear(page->ticks + axis);
    }
}

// Where the view is on the page; makes the ticks of both axes.
static void lay_out(sheet *page, const legend *plan)
{
    double gap = GAP * page->text, below = (1 + GAP) * page->text;
    page->y = fmax(page->height - gap - below, 1);
    page->up = fmax(page->y - 2 * gap, 1);
    make_ticks(page, 1, page->up);
    page->x = fmin(2 * gap + widest_label(page, 1), page->width / 2);
    page->across = fmax(page->width - page->x - 2 * gap - plan->width, 1);
    make_ticks(page, 0, page->across);
}

static void draw_axis(const sheet *page, int axis)
{
    for (size_t i = 0; i < page->ticks[axis].count; i++) {
        const axis_tick *tick = page->ticks[axis].tick + i;
        double x = at_x(page, axis ? 0 : tick->at), y = at_y(page, axis ? tick->at : 0);
        set_grey(page, tick->label[0] == '0' && !tick->label[1] ? 0.7 : 0.9);
        if (axis)
            line(page, x, y, x + page->across, y);
        else
            line(page, x, y, x, y - page->up);
        set_grey(page, TEXT_GREY);
        if (axis)
            put_text(page, tick->label, x - GAP * page->text, y, 1);
        else
            put_text(page, tick->label, x, y + (0.5 + GAP) * page->text, 0.5);
    }
}

static void draw_axes(const sheet *page)
{
    cairo_set_line_width(page->cairo, THIN_WIDTH * page->text);
    for (int axis = 0; axis < 2; axis++)
        draw_axis(page, axis);
    set_grey(page, 0.45);
    cairo_rectangle(page->cairo, page->x, page->y - page->up, page->across, page->up);
    cairo_stroke(page->cairo);
}

// ---- breakpoints ----

static void draw_crease(const sheet *page, double at, size_t layer)
{
    double x = at_x(page, at), tick = TICK * page->text;
    double pale = fmin(1, SPARSE / (double)page->curves->pieces);
    cairo_set_line_width(page->cairo, crease_width(page, layer));
    set_colour(page, palette_crease(layer), 0.45 * pale);
    line(page, x, page->y, x, page->y - page->up);
    set_colour(page, palette_crease(layer), fmax(pale, 0.2));
    line(page, x, page->y, x, page->y - tick);
}

// The first layer on top.
static void draw_creases(const sheet *page)
{
    for (size_t layer = crease_net_hidden(page->curves->net); layer-- > 0;)
        for (size_t i = 0; i < page->curves->pieces; i++)
            for (int e = 0; e < 2; e++)
                if (page->curves->piece[i].layer[e] == layer)
                    draw_crease(page, page->curves->piece[i].x[e], layer);
}

// ---- outputs ----

// One line, but for the gaps that a walk which was stopped has left.
static void draw_output(const sheet *page, size_t output)
{
    const graph *curves = page->curves;
    set_colour(page, palette_curve(output), 1);
    for (size_t i = 0; i < curves->pieces; i++) {
        const graph_piece *piece = curves->piece + i;
        const double *y = piece->y + 2 * output;
        if (i == 0 || !fmpq_equal(piece->end, piece[-1].end + 1))
            cairo_move_to(page->cairo, at_x(page, piece->x[0]), at_y(page, y[0]));
        cairo_line_to(page->cairo, at_x(page, piece->x[1]), at_y(page, y[1]));
    }
    cairo_stroke(page->cairo);
}

static void draw_outputs(const sheet *page)
{
    cairo_save(page->cairo);
    cairo_rectangle(page->cairo, page->x, page->y - page->up, page->across, page->up);
    cairo_clip(page->cairo);
    cairo_set_line_width(page->cairo, CURVE_WIDTH * page->text);
    cairo_set_line_join(page->cairo, CAIRO_LINE_JOIN_ROUND);
    // The first output on top, as in the legend.
    for (size_t output = page->curves->outputs; output-- > 0;)
        draw_output(page, output);
    cairo_restore(page->cairo);
}

void paint_graph(cairo_t *cairo, const graph *curves, int width, int height, int creases)
{
    sheet page = {.cairo = cairo,
                  .curves = curves,
                  .width = width,
                  .height = height,
                  .text = fmax(TEXT_SHARE * fmin(width, height), LEAST_TEXT),
                  .creases = creases};
    cairo_save(cairo);
    cairo_set_source_rgb(cairo, 1, 1, 1);
    cairo_paint(cairo);
    legend plan = plan_legend(&page);
    lay_out(&page, &plan);
    draw_axes(&page);
    if (creases)
        draw_creases(&page);
    draw_outputs(&page);
    draw_legend(&page, &plan);
    for (int axis = 0; axis < 2; axis++)
        axis_clear(page.ticks + axis);
    cairo_restore(cairo);
}
