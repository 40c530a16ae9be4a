// Draws a chart.
#include "out/chart.h"

#include "base/memory.h"
#include "out/letters.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Lengths are in units of the size of the text, a part of the page's shorter side.
#define TEXT_SHARE 0.026
#define LEAST_TEXT 6.0
#define TEXT_GREY 0.1
#define GAP 0.8        // round the page, and between things
#define LINE 2.1       // from one line of text to the next, at most in the legend
#define LEAST_LINE 1.4 // there
#define SWATCH 2.6     // in the legend
#define CURVE_WIDTH 0.15
#define MARK 0.34 // from the middle of a mark to its border
#define CAP 0.25  // half the width of the end of an interval
#define TICK 0.7  // of a rule, on the axis
#define THIN_WIDTH 0.06
#define LEGEND_SHARE 0.45 // of the page's width, at most
// Rules closer than this are drawn paler, so that they do not hide the curves.
#define SPARSE 60.0
enum { MOST_TICKS = 9 };

typedef struct {
    cairo_t *cairo;
    const chart *shown;
    double width, height, text; // of the page, and of letters
    double legend, step;        // its width and the height of its lines; 0: there is none
    // Of the panel at hand: where its lower left corner is, and how large it is.
    double x, y, across, up;
    axis_ticks ticks[2];
} sheet;

// ---- on the page ----

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
    set_grey(page, TEXT_GREY);
    letters_draw(page->cairo, text, left, y + 0.35 * page->text, page->text);
}

// Upwards, its middle at (x, y).
static void put_upright(const sheet *page, const char *text, double x, double y)
{
    cairo_save(page->cairo);
    cairo_translate(page->cairo, x + 0.35 * page->text, y + text_width(page, text) / 2);
    cairo_rotate(page->cairo, -M_PI / 2);
    set_grey(page, TEXT_GREY);
    letters_draw(page->cairo, text, 0, 0, page->text);
    cairo_restore(page->cairo);
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

// ---- marks: told apart by their shapes, not by colour alone ----

// A regular polygon, its first vertex so many turns from the top.
static void add_polygon(const sheet *page, double x, double y, int sides, double turn, double size)
{
    for (int i = 0; i < sides; i++) {
        double angle = 2 * M_PI * (turn + (double)i / sides);
        cairo_line_to(page->cairo, x + size * sin(angle), y - size * cos(angle));
    }
    cairo_close_path(page->cairo);
}

static void draw_mark(const sheet *page, size_t mark, double x, double y)
{
    static const struct {
        int sides; // 0: a circle
        double turn, size;
    } shapes[] = {{0, 0, 1},     {4, 0.125, 1.25}, {3, 0, 1.4},   {4, 0, 1.35},
                  {3, 0.5, 1.4}, {5, 0, 1.2},      {6, 0.25, 1.2}};
    mark %= sizeof shapes / sizeof *shapes;
    double size = MARK * page->text * shapes[mark].size;
    cairo_new_path(page->cairo);
    if (shapes[mark].sides)
        add_polygon(page, x, y, shapes[mark].sides, shapes[mark].turn, size);
    else
        cairo_arc(page->cairo, x, y, size, 0, 2 * M_PI);
    cairo_fill(page->cairo);
}

static int has_marks(const chart_curve *curve)
{
    return curve->style == CHART_MARKED || curve->style == CHART_POINTS;
}

static void set_pen(const sheet *page, const chart_curve *curve)
{
    double unit = page->text * (curve->width > 0 ? curve->width : 1);
    const double dashes[] = {0.55 * page->text, 0.35 * page->text}, dots[] = {0, 0.4 * page->text};
    cairo_set_line_width(page->cairo, CURVE_WIDTH * unit);
    cairo_set_line_join(page->cairo, CAIRO_LINE_JOIN_ROUND);
    cairo_set_line_cap(page->cairo,
                       curve->style == CHART_DOTTED ? CAIRO_LINE_CAP_ROUND : CAIRO_LINE_CAP_BUTT);
    if (curve->style == CHART_DASHED)
        cairo_set_dash(page->cairo, dashes, 2, 0);
    else
        cairo_set_dash(page->cairo, dots, curve->style == CHART_DOTTED ? 2 : 0, 0);
}

// ---- the legend ----

static int is_first_of_its_name(const chart *shown, size_t index)
{
    const char *name = shown->curve[index].name;
    for (size_t i = 0; name && i < index; i++)
        if (shown->curve[i].name && !strcmp(shown->curve[i].name, name))
            return 0;
    return name && *name;
}

static double top_of_panels(const sheet *page)
{
    return (2 * GAP + (page->shown->title ? LINE : 0) + (page->shown->panel[0].title ? LINE : 0)) *
           page->text;
}

static void plan_legend(sheet *page)
{
    double widest = 0, lines = 0, room = page->height - top_of_panels(page) - GAP * page->text;
    for (size_t i = 0; i < page->shown->curves; i++)
        if (is_first_of_its_name(page->shown, i)) {
            widest = fmax(widest, text_width(page, page->shown->curve[i].name));
            lines++;
        }
    page->legend = (3 * GAP + SWATCH) * page->text + widest;
    page->step = fmin(LINE * page->text, room / lines);
    if (!lines || page->legend > LEGEND_SHARE * page->width || page->step < LEAST_LINE * page->text)
        page->legend = page->step = 0;
}

static void draw_sample(const sheet *page, const chart_curve *curve, double x, double y)
{
    double end = x + SWATCH * page->text, middle = (x + end) / 2;
    set_pen(page, curve);
    set_colour(page, curve->ink, 1);
    if (curve->style == CHART_RULES)
        line(page, middle, y - 0.35 * page->step, middle, y + 0.35 * page->step);
    else if (curve->style != CHART_POINTS)
        line(page, x, y, end, y);
    if (has_marks(curve))
        draw_mark(page, curve->mark, middle, y);
}

// To the right of the last panel.
static void draw_legend(const sheet *page)
{
    double x = page->width - page->legend + GAP * page->text, y = top_of_panels(page);
    y += GAP * page->text;
    for (size_t i = 0; i < page->shown->curves && page->legend > 0; i++) {
        const chart_curve *curve = page->shown->curve + i;
        if (!is_first_of_its_name(page->shown, i))
            continue;
        if (curve->points)
            draw_sample(page, curve, x, y);
        put_text(page, curve->name, x + (SWATCH + GAP) * page->text, y, 0);
        y += page->step;
    }
}

// ---- axes ----

static double widest_label(const axis_ticks *ticks, const sheet *page)
{
    double widest = 0;
    for (size_t i = 0; i < ticks->count; i++)
        widest = fmax(widest, text_width(page, ticks->tick[i].label));
    return widest;
}

// Whether a label along the axis touches the next one.
static int labels_touch(const sheet *page, const axis_ticks *ticks, int upright, double room)
{
    for (size_t i = 1; i < ticks->count; i++) {
        const axis_tick *tick = ticks->tick + i;
        double size = (text_width(page, tick->label) + text_width(page, tick[-1].label)) / 2;
        size = upright ? LINE * page->text : size + page->text;
        if ((tick->at - tick[-1].at) * room < size)
            return 1;
    }
    return 0;
}

// Fewer ticks until their labels do not touch.
static void make_ticks(sheet *page, const chart_panel *panel, int side, double room)
{
    axis_ticks *ticks = page->ticks + side;
    for (size_t most = MOST_TICKS;; most--) {
        axis_ticks_init(ticks, panel->side + side, most);
        if (most == 1 || !labels_touch(page, ticks, side, room))
            return;
        axis_ticks_clear(ticks);
    }
}

// Where the panel is on the page, in a strip that begins at `left`; makes its ticks.
static void lay_out(sheet *page, const chart_panel *panel, double left, double width)
{
    double gap = GAP * page->text, label = page->text + gap;
    page->y = fmax(page->height - gap - label - (panel->side[0].label ? label : 0), 1);
    page->up = fmax(page->y - top_of_panels(page), 1);
    make_ticks(page, panel, 1, page->up);
    double before =
        2 * gap + widest_label(page->ticks + 1, page) + (panel->side[1].label ? label : 0);
    page->x = left + fmin(before, width / 2);
    page->across = fmax(left + width - page->x - gap, 1);
    make_ticks(page, panel, 0, page->across);
}

static void draw_ticks(const sheet *page, int side)
{
    cairo_set_line_width(page->cairo, THIN_WIDTH * page->text);
    for (size_t i = 0; i < page->ticks[side].count; i++) {
        const axis_tick *tick = page->ticks[side].tick + i;
        double x = at_x(page, side ? 0 : tick->at), y = at_y(page, side ? tick->at : 0);
        set_grey(page, tick->label[0] == '0' && !tick->label[1] ? 0.7 : 0.9);
        if (side)
            line(page, x, y, x + page->across, y);
        else
            line(page, x, y, x, y - page->up);
        if (side)
            put_text(page, tick->label, x - GAP * page->text, y, 1);
        else
            put_text(page, tick->label, x, y + (0.5 + GAP) * page->text, 0.5);
    }
}

static void draw_frame(const sheet *page, const chart_panel *panel, double left)
{
    double label = (1 + GAP) * page->text;
    for (int side = 0; side < 2; side++)
        draw_ticks(page, side);
    set_grey(page, 0.45);
    cairo_rectangle(page->cairo, page->x, page->y - page->up, page->across, page->up);
    cairo_stroke(page->cairo);
    if (panel->title)
        put_text(page, panel->title, at_x(page, 0.5), at_y(page, 1) - label, 0.5);
    if (panel->side[0].label)
        put_text(page, panel->side[0].label, at_x(page, 0.5),
                 page->y + label + (0.5 + GAP) * page->text, 0.5);
    if (panel->side[1].label)
        put_upright(page, panel->side[1].label, left + (0.5 + GAP) * page->text, at_y(page, 0.5));
}

// ---- curves ----

static void draw_rules(const sheet *page, const chart_curve *curve, double pale)
{
    for (size_t i = 0; i < curve->points; i++) {
        double x = at_x(page, curve->point[i].x);
        set_colour(page, curve->ink, 0.45 * pale);
        line(page, x, page->y, x, page->y - page->up);
        set_colour(page, curve->ink, fmax(pale, 0.2));
        line(page, x, page->y, x, page->y - TICK * page->text);
    }
}

// A histogram's step goes half way to its neighbours, or as far as on the other side.
static void add_steps(const sheet *page, const chart_curve *curve)
{
    for (size_t i = 0; i < curve->points; i++) {
        const chart_point *p = curve->point + i;
        double before = i ? p->x - p[-1].x : 0, after = i + 1 < curve->points ? p[1].x - p->x : 0;
        before = before > 0 ? before : after;
        after = after > 0 ? after : before;
        cairo_line_to(page->cairo, at_x(page, p->x - before / 2), at_y(page, p->y));
        cairo_line_to(page->cairo, at_x(page, p->x + after / 2), at_y(page, p->y));
    }
}

static void add_joined(const sheet *page, const chart_curve *curve)
{
    for (size_t i = 0; i < curve->points; i++) {
        const chart_point *p = curve->point + i;
        if (p->apart)
            cairo_move_to(page->cairo, at_x(page, p->x), at_y(page, p->y));
        else
            cairo_line_to(page->cairo, at_x(page, p->x), at_y(page, p->y));
    }
}

static void draw_interval(const sheet *page, const chart_point *p)
{
    double x = at_x(page, p->x), cap = CAP * page->text;
    line(page, x, at_y(page, p->low), x, at_y(page, p->high));
    line(page, x - cap, at_y(page, p->low), x + cap, at_y(page, p->low));
    line(page, x - cap, at_y(page, p->high), x + cap, at_y(page, p->high));
}

static void draw_curve(const sheet *page, const chart_curve *curve, double pale)
{
    set_pen(page, curve);
    if (curve->style == CHART_RULES) {
        draw_rules(page, curve, pale);
        return;
    }
    set_colour(page, curve->ink, 1);
    if (curve->style == CHART_STEPS)
        add_steps(page, curve);
    else if (curve->style != CHART_POINTS)
        add_joined(page, curve);
    cairo_stroke(page->cairo);
    cairo_set_line_width(page->cairo, 0.6 * CURVE_WIDTH * page->text);
    for (size_t i = 0; i < curve->points; i++) {
        if (curve->point[i].low <= curve->point[i].high)
            draw_interval(page, curve->point + i);
        if (has_marks(curve))
            draw_mark(page, curve->mark, at_x(page, curve->point[i].x),
                      at_y(page, curve->point[i].y));
    }
}

static void draw_curves(const sheet *page, size_t panel)
{
    const chart *shown = page->shown;
    size_t rules = 0;
    for (size_t i = 0; i < shown->curves; i++)
        if (shown->curve[i].style == CHART_RULES)
            rules += shown->curve[i].points;
    // Marks on the frame are whole.
    double rim = MARK * page->text;
    cairo_save(page->cairo);
    cairo_rectangle(page->cairo, page->x - rim, page->y - page->up - rim, page->across + 2 * rim,
                    page->up + 2 * rim);
    cairo_clip(page->cairo);
    for (size_t i = shown->curves; i-- > 0;)
        if (shown->curve[i].panel == panel)
            draw_curve(page, shown->curve + i, fmin(1, SPARSE / (double)(rules + 1)));
    cairo_restore(page->cairo);
}

// ---- all of it ----

void chart_paint(cairo_t *cairo, const chart *shown, int width, int height)
{
    sheet page = {.cairo = cairo,
                  .shown = shown,
                  .width = width,
                  .height = height,
                  .text = fmax(TEXT_SHARE * fmin(width, height), LEAST_TEXT)};
    cairo_save(cairo);
    cairo_set_source_rgb(cairo, 1, 1, 1);
    cairo_paint(cairo);
    plan_legend(&page);
    double strip = (page.width - page.legend) / (double)shown->panels;
    for (size_t i = 0; i < shown->panels; i++) {
        double left = (double)i * strip;
        lay_out(&page, shown->panel + i, left, strip);
        draw_frame(&page, shown->panel + i, left);
        draw_curves(&page, i);
        for (int side = 0; side < 2; side++)
            axis_ticks_clear(page.ticks + side);
    }
    if (shown->title)
        put_text(&page, shown->title, (page.width - page.legend) / 2, (GAP + 0.5) * page.text, 0.5);
    draw_legend(&page);
    cairo_restore(cairo);
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
    free(shown->curve);
    free(shown->panel);
}
