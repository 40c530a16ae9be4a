// Draws a curve of a chart: told from others by dashes and marks, not by colour alone.
#include "draw/chart.h"

#include <math.h>

// Lengths are in units of the size of the text.
#define CURVE_WIDTH 0.15
#define INTERVAL_WIDTH 0.09
#define MARK 0.34 // from the middle of a mark to its border
#define CAP 0.25  // half the width of the end of an interval
#define TICK 0.7  // of a rule, on the axis

typedef struct {
    canvas *page;
    const chart_place *panel;
    double text;
} sheet;

static double at_x(const sheet *s, double x)
{
    return s->panel->x + x * s->panel->width;
}

static double at_y(const sheet *s, double y)
{
    return s->panel->y + (1 - y) * s->panel->height;
}

static void add_line(canvas *page, double x1, double y1, double x2, double y2)
{
    canvas_move(page, x1, y1);
    canvas_line(page, x2, y2);
}

// ---- marks ----

// A regular polygon, its first vertex so many turns from the top.
static void add_polygon(canvas *page, double x, double y, int sides, double turn, double size)
{
    for (int i = 0; i < sides; i++) {
        double angle = 2 * M_PI * (turn + (double)i / sides);
        double px = x + size * sin(angle), py = y - size * cos(angle);
        if (i)
            canvas_line(page, px, py);
        else
            canvas_move(page, px, py);
    }
    canvas_close_path(page);
}

static void add_mark(canvas *page, size_t mark, double x, double y, double text)
{
    static const struct {
        int sides; // 0: a circle
        double turn, size;
    } shapes[] = {{0, 0, 1},     {4, 0.125, 1.25}, {3, 0, 1.4},   {4, 0, 1.35},
                  {3, 0.5, 1.4}, {5, 0, 1.2},      {6, 0.25, 1.2}};
    mark %= sizeof shapes / sizeof *shapes;
    double size = MARK * text * shapes[mark].size;
    if (shapes[mark].sides)
        add_polygon(page, x, y, shapes[mark].sides, shapes[mark].turn, size);
    else
        canvas_circle(page, x, y, size);
}

static int has_marks(const chart_curve *curve)
{
    return curve->style == CHART_MARKED || curve->style == CHART_POINTS;
}

// White round a mark tells it from what lies below.
static void draw_mark(canvas *page, const chart_curve *curve, double x, double y, double text)
{
    add_mark(page, curve->mark, x, y, text);
    canvas_stroke(page, &(canvas_pen){.ink = {1, 1, 1}, .width = 0.12 * text}, NULL);
    add_mark(page, curve->mark, x, y, text);
    canvas_fill(page, &(canvas_paint){.ink = curve->ink}, NULL);
}

// ---- lines ----

enum { DASHES = 4 };

// Lines and gaps; a line of no length is a dot.
typedef struct {
    double length[DASHES];
    size_t count;
} dashes;

static dashes dashes_of(const chart_curve *curve)
{
    static const dashes plain[] = {
        {{0}, 0},          {{1.5, 0.5}, 2}, {{0.7, 0.4}, 2},          {{1.5, 0.4, 0.3, 0.4}, 4},
        {{0.35, 0.35}, 2}, {{2.5, 0.6}, 2}, {{0.8, 0.3, 0.3, 0.3}, 4}};
    static const dashes bounds[] = {
        {{0.55, 0.35}, 2}, {{1.1, 0.35}, 2}, {{0.3, 0.3}, 2}, {{1.1, 0.3, 0.3, 0.3}, 4}};
    static const dashes dots[] = {{{0, 0.4}, 2}, {{0, 0.7}, 2}, {{0, 0.3, 0, 0.7}, 4}};
    if (curve->style == CHART_DASHED)
        return bounds[curve->mark % (sizeof bounds / sizeof *bounds)];
    if (curve->style == CHART_DOTTED)
        return dots[curve->mark % (sizeof dots / sizeof *dots)];
    if (has_marks(curve))
        return plain[0];
    return plain[curve->mark % (sizeof plain / sizeof *plain)];
}

static void stroke(canvas *page, const chart_curve *curve, double text, double transparency)
{
    dashes d = dashes_of(curve);
    for (size_t i = 0; i < d.count; i++)
        d.length[i] *= text;
    canvas_pen pen = {.ink = curve->ink,
                      .transparency = transparency,
                      .width = CURVE_WIDTH * text * (curve->width > 0 ? curve->width : 1),
                      .dash = d.length,
                      .dashes = d.count,
                      .round = curve->style == CHART_DOTTED};
    canvas_stroke(page, &pen, NULL);
}

static void draw_rules(const sheet *s, const chart_curve *curve, double pale)
{
    chart_curve foot = *curve;
    foot.mark = 0;
    for (size_t i = 0; i < curve->points; i++) {
        double x = at_x(s, curve->point[i].x);
        add_line(s->page, x, at_y(s, 0), x, at_y(s, 1));
    }
    stroke(s->page, curve, s->text, 1 - 0.45 * pale);
    for (size_t i = 0; i < curve->points; i++) {
        double x = at_x(s, curve->point[i].x);
        add_line(s->page, x, at_y(s, 0), x, at_y(s, 0) - TICK * s->text);
    }
    stroke(s->page, &foot, s->text, 1 - fmax(pale, 0.2));
}

// A histogram's step goes half way to its neighbours, or as far as on the other side.
static void add_steps(const sheet *s, const chart_curve *curve)
{
    for (size_t i = 0; i < curve->points; i++) {
        const chart_point *p = curve->point + i;
        double before = i ? p->x - p[-1].x : 0, after = i + 1 < curve->points ? p[1].x - p->x : 0;
        before = before > 0 ? before : after;
        after = after > 0 ? after : before;
        double left = at_x(s, p->x - before / 2);
        if (i)
            canvas_line(s->page, left, at_y(s, p->y));
        else
            canvas_move(s->page, left, at_y(s, p->y));
        canvas_line(s->page, at_x(s, p->x + after / 2), at_y(s, p->y));
    }
}

static void add_joined(const sheet *s, const chart_curve *curve)
{
    for (size_t i = 0; i < curve->points; i++) {
        const chart_point *p = curve->point + i;
        if (p->apart || !i)
            canvas_move(s->page, at_x(s, p->x), at_y(s, p->y));
        else
            canvas_line(s->page, at_x(s, p->x), at_y(s, p->y));
    }
}

// ---- intervals ----

// A bar across; where the interval goes on beyond the panel, it ends there in an arrow head.
static void add_end(const sheet *s, double x, double place, double inwards)
{
    double cap = CAP * s->text, y = at_y(s, fmin(fmax(place, 0), 1));
    if (place >= 0 && place <= 1) {
        add_line(s->page, x - cap, y, x + cap, y);
        return;
    }
    canvas_move(s->page, x - cap, y + 1.6 * inwards * cap);
    canvas_line(s->page, x, y);
    canvas_line(s->page, x + cap, y + 1.6 * inwards * cap);
}

static void add_interval(const sheet *s, const chart_point *p)
{
    double x = at_x(s, p->x);
    add_line(s->page, x, at_y(s, fmax(p->low, 0)), x, at_y(s, fmin(p->high, 1)));
    add_end(s, x, p->low, -1);
    add_end(s, x, p->high, 1);
}

static void draw_intervals(const sheet *s, const chart_curve *curve)
{
    size_t count = 0;
    for (size_t i = 0; i < curve->points; i++) {
        const chart_point *p = curve->point + i;
        if (p->low <= p->high && p->high >= 0 && p->low <= 1) {
            add_interval(s, p);
            count++;
        }
    }
    if (count)
        canvas_stroke(s->page, &(canvas_pen){.ink = curve->ink, .width = INTERVAL_WIDTH * s->text},
                      NULL);
}

// ---- all of it ----

void curve_draw(canvas *page, const chart_curve *curve, const chart_place *panel, double text,
                double pale)
{
    sheet s = {page, panel, text};
    if (!curve->points)
        return;
    if (curve->style == CHART_RULES) {
        draw_rules(&s, curve, pale);
        return;
    }
    if (curve->style == CHART_STEPS)
        add_steps(&s, curve);
    else if (curve->style != CHART_POINTS)
        add_joined(&s, curve);
    if (curve->style != CHART_POINTS)
        stroke(page, curve, text, 0);
    draw_intervals(&s, curve);
    for (size_t i = 0; i < curve->points && has_marks(curve); i++)
        draw_mark(page, curve, at_x(&s, curve->point[i].x), at_y(&s, curve->point[i].y), text);
}

void curve_sample(canvas *page, const chart_curve *curve, double x, double y, double length,
                  double text)
{
    double middle = x + length / 2;
    if (curve->style == CHART_RULES)
        add_line(page, middle, y + 0.7 * text, middle, y - 0.7 * text);
    else if (curve->style != CHART_POINTS)
        add_line(page, x, y, x + length, y);
    if (curve->style != CHART_POINTS)
        stroke(page, curve, text, 0);
    if (has_marks(curve))
        draw_mark(page, curve, middle, y, text);
}
