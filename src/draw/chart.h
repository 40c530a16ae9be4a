// A panel with axes, something drawn in it, and a legend.
#ifndef DRAW_CHART_H
#define DRAW_CHART_H

#include "draw/axis.h"
#include "draw/canvas.h"

// On the page, in points; y of the upper side.
typedef struct {
    double x, y, width, height;
} chart_place;

typedef enum {
    CHART_POINTS, // marks
    CHART_LINE,   // joined
    CHART_RULES,  // a line across the panel at each point
} chart_style;

// In a panel whose lower left corner is (0, 0) and whose upper right one is (1, 1).
typedef struct {
    double x, y;
} chart_point;

typedef struct {
    char *name; // in the legend, the chart's own; NULL: not there
    chart_style style;
    colour ink;
    size_t mark;   // which shape its points have, or which dashes its line
    double width;  // of the line, as a part of the usual one
    int elsewhere; // without points: the panel's filling draws it; else it needs some to be named
    chart_point *point;
    size_t points, capacity;
} chart_curve;

// What the colours of a filling mean: a bar with an axis, or a picture of its own.
typedef struct {
    const char *label; // NULL: there is no key
    const colour *ramp;
    size_t steps;
    axis along; // of the bar
    // The picture, in a square; NULL: the bar.
    void (*paint)(const canvas *page, const void *painted, const chart_place *where);
    const void *painted;
    char *scale; // the text below the picture, the chart's own
} chart_key;

enum { CHART_NOTES = 6 };

typedef struct {
    const char *title; // NULL: none
    axis side[2];      // below and on the left
    double shape;      // width to height; 0: what room there is
    // Fills the panel behind the curves; NULL: nothing does, and ticks are lines across the panel.
    void (*fill)(const canvas *page, const void *filling, const chart_place *where);
    const void *filling;
    chart_curve *curve; // the first one is on top
    size_t curves, capacity;
    chart_key key;
    char *note[CHART_NOTES]; // lines below the legend, the chart's own
    size_t notes;
} chart;

void chart_init(chart *shown);
void chart_clear(chart *shown);
// Adds a curve without points. The pointer holds until the next one is added.
chart_curve *chart_add_curve(chart *shown, chart_curve curve);
void chart_add_point(chart_curve *to, double x, double y);
void chart_add_note(chart *shown, char *text);
// Of many things in an order a legend names a few: whether thing i of so many is one of them.
int chart_is_named(size_t i, size_t count);

// Changes zeros to the size of a page on which the panel has its shape, which is not 0; the width
// is 800 if nothing was asked for.
void chart_page(int *width, int *height, const chart *shown);

// Changes zeros to the size of a page of this shape; the longer side is 800 if nothing was asked
// for.
void chart_bare_page(int *width, int *height, double shape);

// Fills a page of width x height points. What sticks out of the panel is cut. There is a legend if
// the page has room for it.
void chart_paint(const canvas *page, const chart *shown, int width, int height);

// ---- parts of it ----

// The ink of letters.
extern const colour chart_ink;

// Text whose digits are centred on y.
void chart_text(const canvas *page, const char *words, double x, double y, double text,
                double anchor);
// The most ticks, at most `most`, whose labels do not touch, on an axis of so many points.
void chart_ticks(axis_ticks *ticks, const axis *along, int upright, double room, double text,
                 size_t most);
double chart_widest_label(const axis_ticks *ticks, double text);

// Draws a curve with letters of size `text`; rules paler by a factor.
void curve_draw(const canvas *page, const chart_curve *curve, const chart_place *panel, double text,
                double pale);
// A sample of it: from x on, centred on y.
void curve_sample(const canvas *page, const chart_curve *curve, double x, double y, double length,
                  double text);

// The legend of a page of this size; 0: it is empty, or there is no room.
double legend_width(const chart *shown, double page_width, double height, double text);
// To the right of x, below y.
void legend_draw(const canvas *page, const chart *shown, double x, double y, double text);

#endif
