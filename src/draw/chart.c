// A chart: its layout on the page, axes, panel and curves.
#include "draw/chart.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

// The size of the text is a part of that of the page. Other lengths are in its units.
#define TEXT_SHARE 0.018
#define LEAST_TEXT 6.0
#define GAP 0.8  // around the page, and between things
#define LINE 2.1 // from one line of text to the next
#define TICK 0.4
#define THIN_WIDTH 0.06
#define PAGE 800
// More rules than this are drawn paler, so that they do not hide the curves.
#define SPARSE 60.0
enum { MOST_TICKS = 9, MOST_NAMES = 16, FEWER_NAMES = 9 };

const colour chart_ink = {0.1, 0.1, 0.1};

static double text_size(double width, double height)
{
    return fmax(TEXT_SHARE * sqrt(width * height), LEAST_TEXT);
}

void chart_text(const canvas *page, const char *words, double x, double y, double text,
                double anchor)
{
    canvas_text(page, words, x, y + 0.35 * text, text, anchor, 0, chart_ink);
}

// ---- contents ----

void chart_init(chart *shown)
{
    *shown = (chart){.title = NULL};
    for (int side = 0; side < 2; side++)
        axis_init(shown->side + side);
    axis_init(&shown->key.along);
}

void chart_clear(chart *shown)
{
    for (size_t i = 0; i < shown->curves; i++) {
        free(shown->curve[i].name);
        free(shown->curve[i].point);
    }
    free(shown->curve);
    for (size_t i = 0; i < shown->notes; i++)
        free(shown->note[i]);
    for (int side = 0; side < 2; side++)
        axis_clear(shown->side + side);
    axis_clear(&shown->key.along);
    free(shown->key.scale);
}

chart_curve *chart_add_curve(chart *shown, chart_curve curve)
{
    MEMORY_RESERVE(shown->curve, shown->capacity, shown->curves + 1);
    shown->curve[shown->curves] = curve;
    return shown->curve + shown->curves++;
}

void chart_add_point(chart_curve *to, double x, double y)
{
    MEMORY_RESERVE(to->point, to->capacity, to->points + 1);
    to->point[to->points++] = (chart_point){x, y};
}

void chart_add_note(chart *shown, char *text)
{
    shown->note[shown->notes++] = text;
}

// All of a few; else evenly spaced ones, the first and the last among them.
int chart_is_named(size_t i, size_t count)
{
    if (count <= MOST_NAMES)
        return 1;
    for (size_t k = 0; k < FEWER_NAMES; k++)
        if (i == k * (count - 1) / (FEWER_NAMES - 1))
            return 1;
    return 0;
}

// ---- ticks ----

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

double chart_widest_label(const axis_ticks *ticks, double text)
{
    double widest = 0;
    for (size_t i = 0; i < ticks->count; i++)
        widest = fmax(widest, canvas_text_width(ticks->tick[i].label, text));
    return widest;
}

// ---- layout ----

static double above_panel(const chart *shown, double text)
{
    return ((shown->title ? LINE : 0) + 1.5 * GAP) * text;
}

static double below_panel(const chart *shown, double text)
{
    return ((shown->side[0].label ? LINE : 0) + 1.4 + 1.5 * GAP) * text;
}

// What the axis on the left takes of a panel of this height.
static double left_of_panel(const chart *shown, double height, double text)
{
    axis_ticks ticks;
    chart_ticks(&ticks, shown->side + 1, 1, height, text, MOST_TICKS);
    double labels = chart_widest_label(&ticks, text);
    axis_ticks_clear(&ticks);
    return labels + ((shown->side[1].label ? 1 + GAP : 0) + 2 * GAP) * text;
}

static double legend_of(const chart *shown, double width, double height, double text)
{
    return legend_width(shown, width, height - above_panel(shown, text) - below_panel(shown, text),
                        text);
}

// The panel beside the legend, as far as its shape lets it fill the page.
static chart_place lay_out(const chart *shown, double width, double height, double text)
{
    chart_place at = {.y = above_panel(shown, text)};
    at.height = fmax(height - at.y - below_panel(shown, text), 1);
    at.x = fmin(left_of_panel(shown, at.height, text), width / 2);
    at.width = fmax(width - at.x - 1.5 * GAP * text, 1);
    if (shown->shape > 0) {
        at.width = fmin(at.width, at.height * shown->shape);
        at.height = fmax(at.width / shown->shape, 1);
    }
    return at;
}

// The height of a page that is as wide as this, or the width of one that is as high.
static int other_side(const chart *shown, double known, int is_width)
{
    double other = known;
    // The size of the text depends on both sides.
    for (int i = 0; i < 20; i++) {
        double width = is_width ? known : other, height = is_width ? other : known;
        double text = text_size(width, height);
        double rims = above_panel(shown, text) + below_panel(shown, text);
        double sides = left_of_panel(shown, fmax(height - rims, 1), text) + 1.5 * GAP * text +
                       legend_of(shown, width, height, text);
        other = is_width ? (known - sides) / shown->shape + rims
                         : (known - rims) * shown->shape + sides;
        other = fmax(other, 1);
    }
    return (int)fmin(round(other), 1e9);
}

void chart_bare_page(int *width, int *height, double shape)
{
    if (!*width && !*height)
        *(shape >= 1 ? width : height) = PAGE;
    if (!*width)
        *width = (int)fmin(fmax(round(*height * shape), 1), 1e9);
    if (!*height)
        *height = (int)fmin(fmax(round(*width / shape), 1), 1e9);
}

void chart_page(int *width, int *height, const chart *shown)
{
    if (!*width && !*height)
        *width = PAGE;
    if (!*width)
        *width = other_side(shown, *height, 0);
    else if (!*height)
        *height = other_side(shown, *width, 1);
}

// ---- axes ----

typedef struct {
    const canvas *page;
    const chart *shown;
    chart_place at;
    double text;
} chart_frame;

static void stroke_grey(const chart_frame *f, double grey)
{
    canvas_stroke(f->page, &(canvas_pen){.ink = {grey, grey, grey}, .width = THIN_WIDTH * f->text});
}

// A line across the panel, or where something lies below it a short one outside.
static void draw_tick(const chart_frame *f, const axis_tick *tick, int side)
{
    const chart_place *at = &f->at;
    const int is_filled = f->shown->fill != NULL;
    double x = at->x + (side ? 0 : tick->at) * at->width;
    double y = at->y + (side ? 1 - tick->at : 1) * at->height;
    double reach = is_filled ? -TICK * f->text : side ? at->width : at->height;
    double grey = tick->label[0] == '0' && !tick->label[1] ? 0.7 : 0.9;
    cairo_move_to(f->page->cairo, x, y);
    cairo_rel_line_to(f->page->cairo, side ? reach : 0, side ? 0 : -reach);
    stroke_grey(f, is_filled ? 0.3 : grey);
    if (side)
        chart_text(f->page, tick->label, x - GAP * f->text, y, f->text, 1);
    else
        chart_text(f->page, tick->label, x, y + (0.5 + GAP) * f->text, f->text, 0.5);
}

static void draw_axis(const chart_frame *f, int side)
{
    axis_ticks ticks;
    const axis *along = f->shown->side + side;
    double room = side ? f->at.height : f->at.width;
    chart_ticks(&ticks, along, side, room, f->text, MOST_TICKS);
    for (size_t i = 0; i < ticks.count; i++)
        draw_tick(f, ticks.tick + i, side);
    double middle = side ? f->at.y + f->at.height / 2 : f->at.x + f->at.width / 2;
    double away = side ? chart_widest_label(&ticks, f->text) + 2 * GAP * f->text
                       : (0.5 + GAP + LINE) * f->text;
    if (along->label && side)
        canvas_text(f->page, along->label, f->at.x - away, middle, f->text, 0.5, 1, chart_ink);
    else if (along->label)
        chart_text(f->page, along->label, middle, f->at.y + f->at.height + away, f->text, 0.5);
    axis_ticks_clear(&ticks);
}

static void draw_curves(const chart_frame *f)
{
    const chart *shown = f->shown;
    size_t rules = 0;
    for (size_t i = 0; i < shown->curves; i++)
        if (shown->curve[i].style == CHART_RULES)
            rules += shown->curve[i].points;
    double rim = 0.5 * f->text; // marks on the frame are whole
    cairo_save(f->page->cairo);
    cairo_rectangle(f->page->cairo, f->at.x - rim, f->at.y - rim, f->at.width + 2 * rim,
                    f->at.height + 2 * rim);
    cairo_clip(f->page->cairo);
    for (size_t i = shown->curves; i-- > 0;)
        curve_draw(f->page, shown->curve + i, &f->at, f->text,
                   fmin(1, SPARSE / (double)(rules + 1)));
    cairo_restore(f->page->cairo);
}

void chart_paint(const canvas *page, const chart *shown, int width, int height)
{
    double text = text_size(width, height);
    double legend = legend_of(shown, width, height, text);
    chart_frame f = {page, shown, lay_out(shown, width - legend, height, text), text};
    if (shown->fill)
        shown->fill(page, shown->filling, &f.at);
    for (int side = 0; side < 2; side++)
        draw_axis(&f, side);
    cairo_rectangle(page->cairo, f.at.x, f.at.y, f.at.width, f.at.height);
    stroke_grey(&f, shown->fill ? 0.2 : 0.45);
    draw_curves(&f);
    if (shown->title)
        chart_text(page, shown->title, (width - legend) / 2, (GAP + 0.5) * text, text, 0.5);
    if (legend > 0)
        legend_draw(page, shown, f.at.x + f.at.width + 1.5 * GAP * text, f.at.y, text);
}
