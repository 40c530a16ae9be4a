// Draws a chart: where things are on the page, axes, panels.
#include "draw/chart.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

// The size of the text is a part of that of the page. Other lengths are in its units.
#define TEXT_SHARE 0.018
#define LEAST_TEXT 6.0
#define GAP 0.8  // round the page, and between things
#define LINE 2.1 // from one line of text to the next
#define TICK 0.4
#define THIN_WIDTH 0.06
#define LEAST_PANEL 4.0 // sides of a panel that leaves room for a legend
#define PAGE 800
// Rules closer than this are drawn paler, so that they do not hide the curves.
#define SPARSE 60.0
enum { MOST_TICKS = 9 };

const colour chart_ink = {0.1, 0.1, 0.1};

static double text_size(double width, double height)
{
    return fmax(TEXT_SHARE * sqrt(width * height), LEAST_TEXT);
}

void chart_text(canvas *page, const char *words, double x, double y, double text, double anchor)
{
    canvas_text(page, words, x, y + 0.35 * text, text, anchor, 0, chart_ink);
}

// ---- ticks ----

// Whether a label along the axis touches the next one.
static int labels_touch(const axis_ticks *ticks, int upright, double room, double text)
{
    for (size_t i = 1; i < ticks->count; i++) {
        const axis_tick *tick = ticks->tick + i;
        double size =
            (canvas_text_width(tick->label, text) + canvas_text_width(tick[-1].label, text)) / 2;
        size = upright ? 1.4 * text : size + text;
        if ((tick->at - tick[-1].at) * room < size)
            return 1;
    }
    return 0;
}

void chart_ticks(axis_ticks *ticks, const axis *along, int upright, double room, double text,
                 size_t most)
{
    for (;; most--) {
        axis_ticks_init(ticks, along, most);
        if (most == 1 || !labels_touch(ticks, upright, room, text))
            return;
        axis_ticks_clear(ticks);
    }
}

static double widest_label(const axis_ticks *ticks, double text)
{
    double widest = 0;
    for (size_t i = 0; i < ticks->count; i++)
        widest = fmax(widest, canvas_text_width(ticks->tick[i].label, text));
    return widest;
}

// ---- layout ----

static double above_panels(const chart *shown, double text)
{
    return ((shown->title ? LINE : 0) + (shown->panel[0].title ? LINE : 0) + 1.5 * GAP) * text;
}

static double below_panels(const chart *shown, double text)
{
    return ((shown->panel[0].side[0].label ? LINE : 0) + 1.4 + 1.5 * GAP) * text;
}

// What the axis on the left takes of a panel of this height.
static double left_of_panel(const chart_panel *panel, double height, double text)
{
    axis_ticks ticks;
    chart_ticks(&ticks, panel->side + 1, 1, height, text, MOST_TICKS);
    double labels = widest_label(&ticks, text);
    axis_ticks_clear(&ticks);
    return labels + ((panel->side[1].label ? 1 + GAP : 0) + 2 * GAP) * text;
}

static double legend_of(const chart *shown, double width, double height, double text)
{
    return legend_width(shown, width,
                        height - above_panels(shown, text) - below_panels(shown, text), text);
}

// The panel that fills a strip of the page, as far as its shape lets it.
static chart_place lay_out(const chart *shown, const chart_panel *panel, double left, double width,
                           double height, double text)
{
    double gap = GAP * text;
    chart_place at = {.y = above_panels(shown, text)};
    at.height = fmax(height - at.y - below_panels(shown, text), 1);
    double before = fmin(left_of_panel(panel, at.height, text), width / 2);
    at.x = left + before;
    at.width = fmax(width - before - 1.5 * gap, 1);
    if (panel->shape > 0) {
        at.width = fmin(at.width, at.height * panel->shape);
        at.height = fmax(at.width / panel->shape, 1);
    }
    return at;
}

// The height of a page that is as wide as this, or the width of one that is as high.
static double other_side(const chart *shown, double known, int is_width)
{
    double other = known;
    // The size of the text depends on both sides.
    for (int i = 0; i < 20; i++) {
        double text = is_width ? text_size(known, other) : text_size(other, known);
        double width = is_width ? known : other, height = is_width ? other : known;
        double rims = above_panels(shown, text) + below_panels(shown, text);
        double sides = left_of_panel(shown->panel, fmax(height - rims, 1), text) +
                       1.5 * GAP * text + legend_of(shown, width, height, text);
        double shape = shown->panel->shape;
        other = is_width ? (known - sides) / shape + rims : (known - rims) * shape + sides;
        other = fmax(other, 1);
    }
    return other;
}

void chart_page(int *width, int *height, const chart *shown)
{
    if (!*width && !*height)
        *width = PAGE;
    if (!*width)
        *width = (int)fmin(round(other_side(shown, *height, 0)), 1e9);
    else if (!*height) {
        double other = other_side(shown, *width, 1);
        *height = (int)fmin(round(other), 1e9);
    }
}

// ---- a panel ----

typedef struct {
    canvas *page;
    const chart_panel *panel;
    chart_place at;
    double text;
} frame;

static void line(const frame *f, double x1, double y1, double x2, double y2, double grey)
{
    canvas_move(f->page, x1, y1);
    canvas_line(f->page, x2, y2);
    canvas_stroke(f->page, &(canvas_pen){.ink = {grey, grey, grey}, .width = THIN_WIDTH * f->text},
                  NULL);
}

// A line across the panel, or where something lies below it a short one outside.
static void draw_tick(const frame *f, const axis_tick *tick, int side)
{
    const chart_place *at = &f->at;
    double x = at->x + (side ? 0 : tick->at) * at->width;
    double y = at->y + (side ? 1 - tick->at : 1) * at->height;
    double grey = tick->label[0] == '0' && !tick->label[1] ? 0.7 : 0.9;
    double reach = f->panel->fill ? -TICK * f->text : side ? at->width : at->height;
    if (f->panel->fill)
        grey = 0.3;
    if (side)
        line(f, x, y, x + reach, y, grey);
    else
        line(f, x, y, x, y - reach, grey);
    if (side)
        chart_text(f->page, tick->label, x - GAP * f->text, y, f->text, 1);
    else
        chart_text(f->page, tick->label, x, y + (0.5 + GAP) * f->text, f->text, 0.5);
}

static void draw_axis(const frame *f, int side)
{
    axis_ticks ticks;
    const axis *along = f->panel->side + side;
    double room = side ? f->at.height : f->at.width;
    chart_ticks(&ticks, along, side, room, f->text, MOST_TICKS);
    for (size_t i = 0; i < ticks.count; i++)
        draw_tick(f, ticks.tick + i, side);
    double middle = side ? f->at.y + f->at.height / 2 : f->at.x + f->at.width / 2;
    double away =
        (side ? widest_label(&ticks, f->text) + 2 * GAP * f->text : (0.5 + GAP + LINE) * f->text);
    if (along->label && side)
        canvas_text(f->page, along->label, f->at.x - away, middle, f->text, 0.5, 1, chart_ink);
    else if (along->label)
        chart_text(f->page, along->label, middle, f->at.y + f->at.height + away, f->text, 0.5);
    axis_ticks_clear(&ticks);
}

static void draw_frame(const frame *f)
{
    double grey = f->panel->fill ? 0.2 : 0.45;
    canvas_rectangle(f->page, f->at.x, f->at.y, f->at.width, f->at.height);
    canvas_stroke(f->page, &(canvas_pen){.ink = {grey, grey, grey}, .width = THIN_WIDTH * f->text},
                  NULL);
}

static void draw_curves(const frame *f, const chart *shown, size_t panel)
{
    size_t rules = 0;
    for (size_t i = 0; i < shown->curves; i++)
        if (shown->curve[i].style == CHART_RULES)
            rules += shown->curve[i].points;
    double rim = 0.5 * f->text; // marks on the frame are whole
    canvas_clip(f->page, f->at.x - rim, f->at.y - rim, f->at.width + 2 * rim,
                f->at.height + 2 * rim);
    for (size_t i = shown->curves; i-- > 0;)
        if (shown->curve[i].panel == panel)
            curve_draw(f->page, shown->curve + i, &f->at, f->text,
                       fmin(1, SPARSE / (double)(rules + 1)));
    canvas_group_end(f->page);
}

static void draw_panel(const frame *f, const chart *shown, size_t panel)
{
    if (f->panel->fill)
        f->panel->fill(f->page, f->panel->filling, &f->at);
    canvas_group(f->page, &(canvas_name){.class = "axes"});
    for (int side = 0; side < 2; side++)
        draw_axis(f, side);
    draw_frame(f);
    if (f->panel->title)
        chart_text(f->page, f->panel->title, f->at.x + f->at.width / 2,
                   f->at.y - (0.5 + GAP) * f->text, f->text, 0.5);
    canvas_group_end(f->page);
    draw_curves(f, shown, panel);
}

// ---- all of it ----

void chart_paint(canvas *page, const chart *shown, int width, int height)
{
    double text = text_size(width, height);
    canvas_rectangle(page, 0, 0, width, height);
    canvas_fill(page, &(canvas_paint){.ink = {1, 1, 1}}, &(canvas_name){.class = "page"});
    double legend = legend_of(shown, width, height, text);
    double strip = (width - legend) / (double)shown->panels;
    chart_place last = {.x = 0};
    for (size_t i = 0; i < shown->panels; i++) {
        const chart_panel *panel = shown->panel + i;
        last = lay_out(shown, panel, (double)i * strip, strip, height, text);
        frame f = {page, panel, last, text};
        draw_panel(&f, shown, i);
    }
    if (shown->title)
        chart_text(page, shown->title, (width - legend) / 2, (GAP + 0.5) * text, text, 0.5);
    if (legend > 0)
        legend_draw(page, shown, last.x + last.width + 1.5 * GAP * text, last.y,
                    height - above_panels(shown, text) - below_panels(shown, text), text);
}

void chart_add(chart_curve *to, chart_point point)
{
    MEMORY_RESERVE(to->point, to->capacity, to->points + 1);
    to->point[to->points++] = point;
}

void chart_clear(chart *shown)
{
    for (size_t i = 0; i < shown->curves; i++)
        free(shown->curve[i].point);
    for (size_t i = 0; i < shown->panels; i++)
        for (int side = 0; side < 2; side++)
            axis_clear(shown->panel[i].side + side);
    if (shown->key.label && !shown->key.paint)
        axis_clear(&shown->key.along);
    free(shown->curve);
    free(shown->panel);
}
