// Charts with axes, drawn with Cairo: panels side by side, curves in them, one legend.
#ifndef OUT_CHART_H
#define OUT_CHART_H

#include "out/axis.h"
#include "out/palette.h"

#include <cairo.h>

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
    double low, high; // the ends of an interval; low > high: none
    int apart;        // not joined to the point before
} chart_point;

typedef struct {
    const char *name; // in the legend, where each name stands once; NULL: not in it
    size_t panel;
    chart_style style;
    colour ink;
    size_t mark;        // which shape its points have
    double width;       // of the line; 0 means 1
    chart_point *point; // ascending; none: only its name stands in the legend
    size_t points, capacity;
} chart_curve;

typedef struct {
    const char *title; // NULL: none
    axis side[2];      // below and on the left
} chart_panel;

// The first curve is on top.
typedef struct {
    const char *title; // NULL: none
    chart_panel *panel;
    size_t panels;
    chart_curve *curve;
    size_t curves;
} chart;

// Fills a page of width x height units. Curves need not stay within their panels: what sticks out
// is cut. There is a legend if the page has room for it.
void chart_paint(cairo_t *page, const chart *shown, int width, int height);

void chart_add(chart_curve *to, chart_point point);
// Frees curves and panels, but no texts.
void chart_clear(chart *shown);

#endif
