// Writes SVG: what a canvas does where the file is not Cairo's.
#ifndef DRAW_SVG_H
#define DRAW_SVG_H

#include "draw/paint.h"

typedef struct {
    FILE *stream;
    char *text; // the path at hand: its commands
    size_t size;
    FILE *path;           // that they are written to
    long at[2], begin[2]; // in hundredths of a point: where it is, and its present part began
    int letter;           // the command at work, which need not be said again
    size_t ids;           // that have been made up
    const colour *ramp;   // the last one
    size_t ramp_id;
} svg_page;

void svg_open(svg_page *page, FILE *stream, int width, int height, const canvas_about *about);
void svg_close(svg_page *page);

void svg_group(svg_page *page, const canvas_name *name, const char *attributes);
void svg_group_end(svg_page *page);
void svg_clip(svg_page *page, double x, double y, double width, double height);

void svg_move(svg_page *page, double x, double y);
void svg_line(svg_page *page, double x, double y);
void svg_close_path(svg_page *page);
void svg_circle(svg_page *page, double x, double y, double radius);

void svg_fill(svg_page *page, const canvas_paint *paint, const canvas_name *name);
void svg_stroke(svg_page *page, const canvas_pen *pen, const canvas_name *name);
void svg_text(svg_page *page, const char *text, double x, double y, double size, double anchor,
              int upright, colour ink);

#endif
