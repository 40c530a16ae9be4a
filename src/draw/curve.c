// Draws a curve of a chart. Dashes and marks tell curves apart, not colour alone.
#include "draw/chart.h"

#include <math.h>

// Lengths are in units of the size of the text.
#define CURVE_WIDTH 0.15
#define MARK 0.34 // from the middle of a mark to its border
#define TICK 0.7  // of a rule, on the axis

// ---- marks ----

static void add_mark(cairo_t *cairo, size_t mark, double x, double y, double text)
{
    static const struct {
        int sides; // 0: a circle
        double turn, size;
    } shapes[] = {{0, 0, 1},     {4, 0.125, 1.25}, {3, 0, 1.4},   {4, 0, 1.35},
                  {3, 0.5, 1.4}, {5, 0, 1.2},      {6, 0.25, 1.2}};
    mark %= sizeof shapes / sizeof *shapes;
    double size = MARK * text * shapes[mark].size;
    if (!shapes[mark].sides) {
        cairo_new_sub_path(cairo);
        cairo_arc(cairo, x, y, size, 0, 2 * M_PI);
    }
    for (int i = 0; i < shapes[mark].sides; i++) {
        double angle = 2 * M_PI * (shapes[mark].turn + (double)i / shapes[mark].sides);
        cairo_line_to(cairo, x + size * sin(angle), y - size * cos(angle));
    }
    cairo_close_path(cairo);
}

// White around a mark separates it from what lies below.
static void draw_mark(const canvas *page, const chart_curve *curve, double x, double y, double text)
{
    add_mark(page->cairo, curve->mark, x, y, text);
    canvas_stroke(page, &(canvas_pen){.ink = {1, 1, 1}, .width = 0.12 * text});
    add_mark(page->cairo, curve->mark, x, y, text);
    canvas_ink(page, curve->ink, 0);
    cairo_fill(page->cairo);
}

// ---- lines ----

static void stroke_curve(const canvas *page, const chart_curve *curve, double text, size_t mark,
                         double transparency)
{
    enum { DASHES = 4 };
    static const struct {
        double length[DASHES];
        size_t count;
    } dashes[] = {
        {{0}, 0},          {{1.5, 0.5}, 2}, {{0.7, 0.4}, 2},          {{1.5, 0.4, 0.3, 0.4}, 4},
        {{0.35, 0.35}, 2}, {{2.5, 0.6}, 2}, {{0.8, 0.3, 0.3, 0.3}, 4}};
    mark %= sizeof dashes / sizeof *dashes;
    double length[DASHES];
    for (size_t i = 0; i < DASHES; i++)
        length[i] = dashes[mark].length[i] * text;
    canvas_stroke(page, &(canvas_pen){.ink = curve->ink,
                                      .transparency = transparency,
                                      .width = CURVE_WIDTH * text * curve->width,
                                      .dash = length,
                                      .dashes = dashes[mark].count});
}

static void draw_rules(const canvas *page, const chart_curve *curve, const chart_place *panel,
                       double text, double pale)
{
    const double foot = panel->y + panel->height, top[] = {panel->y, foot - TICK * text};
    for (int i = 0; i < 2; i++) {
        for (size_t k = 0; k < curve->points; k++) {
            double x = panel->x + curve->point[k].x * panel->width;
            cairo_move_to(page->cairo, x, foot);
            cairo_line_to(page->cairo, x, top[i]);
        }
        stroke_curve(page, curve, text, i ? 0 : curve->mark,
                     i ? 1 - fmax(pale, 0.2) : 1 - 0.45 * pale);
    }
}

void curve_draw(const canvas *page, const chart_curve *curve, const chart_place *panel, double text,
                double pale)
{
    if (!curve->points)
        return;
    if (curve->style == CHART_RULES) {
        draw_rules(page, curve, panel, text, pale);
        return;
    }
    for (size_t i = 0; i < curve->points; i++) {
        double x = panel->x + curve->point[i].x * panel->width;
        double y = panel->y + (1 - curve->point[i].y) * panel->height;
        if (curve->style == CHART_POINTS)
            draw_mark(page, curve, x, y, text);
        else
            cairo_line_to(page->cairo, x, y);
    }
    if (curve->style == CHART_LINE)
        stroke_curve(page, curve, text, curve->mark, 0);
}

void curve_sample(const canvas *page, const chart_curve *curve, double x, double y, double length,
                  double text)
{
    const double middle = x + length / 2, half = 0.7 * text;
    if (curve->style == CHART_POINTS) {
        draw_mark(page, curve, middle, y, text);
        return;
    }
    const int upright = curve->style == CHART_RULES;
    cairo_move_to(page->cairo, upright ? middle : x, upright ? y + half : y);
    cairo_line_to(page->cairo, upright ? middle : x + length, upright ? y - half : y);
    stroke_curve(page, curve, text, curve->mark, 0);
}
