// Around the panel of a picture: title, axes and legend.
#pragma once

#include "draw/axis.h"
#include "draw/tint.h"

// A line of the legend: a text alone, or beside a line of this width, in units of the size of the
// text.
typedef struct {
    char *text; // the chart's own
    colour ink;
    double width; // 0: no line
} chart_row;

typedef struct {
    const char *title;    // NULL: none
    const char *label[2]; // of the axes below and on the left
    axis side[2];
    double shape;      // of the panel, width to height
    double text;       // the size of the text, in points
    const tint *tints; // whose key ends the legend
    chart_row *row;
    size_t rows, capacity;
} chart;

// A chart laid out on a page: the panel, and the legend beside or below it.
typedef struct {
    const chart *figure;
    double width; // of the page, without a legend beside the panel
    canvas_place panel, legend;
    size_t columns; // of the legend; 0: none, for lack of room
} chart_frame;

void chart_clear(chart *figure);
void chart_add_row(chart *figure, char *text, colour ink, double width);

// Changes zeros to the size of a page on which the panel has its shape; the width is 6.75 inches if
// both are 0. A bare page is the panel alone, and that is then its longer side.
void chart_page(double size[2], const chart *figure, int bare);

chart_frame chart_lay_out(const chart *figure, double width, double height);
// Draws everything but the inside of the panel.
void chart_draw(canvas *page, const chart_frame *f);
