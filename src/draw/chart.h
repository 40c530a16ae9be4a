// Charts with axes: panels side by side, curves in them, one legend.
#ifndef DRAW_CHART_H
#define DRAW_CHART_H

#include "draw/axis.h"
#include "draw/canvas.h"

typedef enum {
    CHART_MARKED, // points, joined
    CHART_POINTS, // points alone
    CHART_PLAIN,  // joined, without marks
    CHART_DASHED, // the same, for bounds
    CHART_DOTTED, // the same, of another kind
    CHART_STEPS,  // a histogram, each step centred on its point
    CHART_RULES,  // a line across the panel at each point
} chart_style;

// In a panel whose lower left corner is (0, 0) and whose upper right one is (1, 1).
typedef struct {
    double x, y;
    double low, high; // the ends of an interval; low > high: none. Beyond the panel it goes on
    int apart;        // not joined to the point before
} chart_point;

typedef struct {
    const char *name; // in the legend, where each name stands once; NULL: not in it
    size_t panel;
    chart_style style;
    colour ink;
    size_t mark;        // which shape its points have, or which dashes its line
    double width;       // of the line; 0 means 1
    int elsewhere;      // it has no points, for it is drawn by its panel
    chart_point *point; // ascending; none: it does not stand in the legend
    size_t points, capacity;
} chart_curve;

// On the page, in points; y of the upper side.
typedef struct {
    double x, y, width, height;
} chart_place;

typedef struct {
    const char *title; // NULL: none
    axis side[2];      // below and on the left
    double shape;      // width to height; 0: what room there is
    // Fills the panel behind the curves; NULL: nothing does, and ticks are lines across the panel.
    void (*fill)(canvas *page, const void *filling, const chart_place *where);
    const void *filling;
} chart_panel;

// What the colours of a panel mean: a bar with an axis, or a picture of its own.
typedef struct {
    const char *label; // NULL: there is no key
    const colour *ramp;
    size_t steps;
    axis along; // of the bar
    // The picture, in a square; NULL: the bar.
    void (*paint)(canvas *page, const void *painted, const chart_place *where);
    const void *painted;
    const char *scale; // what is said beside the picture
} chart_key;

// The first curve is on top.
typedef struct {
    const char *title; // NULL: none
    chart_panel *panel;
    size_t panels;
    chart_curve *curve;
    size_t curves;
    chart_key key;
    char *const *note; // lines below the legend
    size_t notes;
} chart;

// Changes zeros to the size of a page on which the first panel has its shape; the longer side is
// 800 if nothing was asked for.
void chart_page(int *width, int *height, const chart *shown);

// Fills a page of width x height points. Curves need not stay within their panels: what sticks out
// is cut. There is a legend if the page has room for it.
void chart_paint(canvas *page, const chart *shown, int width, int height);

void chart_add(chart_curve *to, chart_point point);
// Frees curves and panels, but no texts.
void chart_clear(chart *shown);

// ---- what charts are made of ----

// The ink of letters.
extern const colour chart_ink;

// A text of size `text`, its digits centred on y: canvas_text.
void chart_text(canvas *page, const char *words, double x, double y, double text, double anchor);

// Fewer ticks, at most `most`, until their labels do not touch; along an axis of so many points.
void chart_ticks(axis_ticks *ticks, const axis *along, int upright, double room, double text,
                 size_t most);

// Of many things in an order the legend names a few: how many, which the i-th of these is, and
// whether thing i is one of them.
size_t chart_names(size_t count);
size_t chart_named(size_t i, size_t count);
int chart_is_named(size_t i, size_t count);

// One curve of a panel, with letters of size `text`; rules paler by a factor.
void curve_draw(canvas *page, const chart_curve *curve, const chart_place *panel, double text,
                double pale);
// A sample of it: from x on, centred on y.
void curve_sample(canvas *page, const chart_curve *curve, double x, double y, double length,
                  double text);

// The legend of a page of this size; 0: there is nothing to say, or no room.
double legend_width(const chart *shown, double page_width, double height, double text);
// To the right of x, below y, in so much height.
void legend_draw(canvas *page, const chart *shown, double x, double y, double height, double text);

#endif
