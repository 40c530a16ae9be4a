// A page that is drawn on: pixels or PDF by Cairo, or SVG, which is written by svg.c, so that text
// stays text and shapes have names.
//
// A path is made of moves, lines and circles; filling or stroking it ends it. Lengths are points, y
// points down. Numbers beyond 10^7 and NAN are cut to what a page can show.
#ifndef DRAW_CANVAS_H
#define DRAW_CANVAS_H

#include "draw/paint.h"

#include <cairo.h>
#include <crease/out.h>

typedef struct canvas canvas;

// An image has dpi pixels an inch, and one pixel a point if dpi is 0. The page is white.
canvas *canvas_open(crease_picture_format format, FILE *stream, int width, int height, double dpi,
                    const canvas_about *about);
// Writes what is left to be written, and frees the canvas. Returns NULL, or what went wrong; errors
// of the stream are the caller's to find.
const char *canvas_close(canvas *page);

// A part of a page of Cairo's: for tests. To be closed too; the caller keeps his page.
canvas *canvas_over(cairo_t *cairo);

void canvas_group(canvas *page, const canvas_name *name);
void canvas_group_end(canvas *page);
// Nothing outside the rectangle is seen until the end of this group.
void canvas_clip(canvas *page, double x, double y, double width, double height);
// Shapes that do not overlap, until the end of this group. The gaps that antialiasing would leave
// between neighbours are closed: pixels add up what each shape covers.
void canvas_tiles(canvas *page);

void canvas_move(canvas *page, double x, double y);
void canvas_line(canvas *page, double x, double y);
void canvas_close_path(canvas *page);
void canvas_circle(canvas *page, double x, double y, double radius);
void canvas_rectangle(canvas *page, double x, double y, double width, double height);

void canvas_fill(canvas *page, const canvas_paint *paint, const canvas_name *name);
void canvas_stroke(canvas *page, const canvas_pen *pen, const canvas_name *name);

// Anchor 0, 1/2 or 1: the text begins at x, has its middle there, or ends there. y is that of its
// base line. An upright text runs upwards. It is set in Helvetica or what the machine has instead;
// in SVG it is the reader's machine that decides.
void canvas_text(canvas *page, const char *text, double x, double y, double size, double anchor,
                 int upright, colour ink);
// An estimate, rather too wide, that is the same for every format and machine.
double canvas_text_width(const char *text, double size);

#endif
