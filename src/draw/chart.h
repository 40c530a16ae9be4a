// Around the panel of a picture: title, axes and legend.
#ifndef DRAW_CHART_H
#define DRAW_CHART_H

#include "draw/axis.h"
#include "draw/tint.h"

typedef enum { CHART_NOTE, CHART_LINE, CHART_MARK } chart_sample;

// A line of the legend.
typedef struct {
    char *text; // the chart's own
    chart_sample sample;
    colour ink;
    double width; // of a line, in units of the size of the text
    size_t mark;  // its shape
} chart_row;

typedef struct {
    const char *title;    // NULL: none
    const char *label[2]; // of the axes below and on the left
    axis side[2];
    double shape;      // of the panel, width to height
    const tint *tints; // whose key ends the legend
    chart_row *row;
    size_t rows, capacity;
} chart;

// A chart laid out on a page.
typedef struct {
    const canvas *page;
    const chart *shown;
    double width;     // of the page, without the legend
    double text;      // the size of the text
    canvas_place at;  // the panel
    int shows_legend; // if there is room for it
} chart_frame;

void chart_clear(chart *shown);
void chart_add_row(chart *shown, chart_row row);

// Changes zeros to the size of a page on which the panel has its shape; the width is 800 if both
// are 0. A bare page is the panel alone, and its longer side is then 800.
void chart_page(int *width, int *height, const chart *shown, int bare);

chart_frame chart_lay_out(const canvas *page, const chart *shown, int width, int height);
// Draws everything but the inside of the panel.
void chart_draw(const chart_frame *f);
void chart_draw_mark(const canvas *page, size_t mark, colour ink, double x, double y, double text);

#endif
