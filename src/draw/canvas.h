// A page that Cairo draws on: SVG, PDF or pixels.
//
// Paths are made with Cairo's own functions. Lengths are points, y points down.
#ifndef DRAW_CANVAS_H
#define DRAW_CANVAS_H

#include "draw/describe.h"
#include "draw/palette.h"

#include <crease/out.h>

typedef struct {
    cairo_t *cairo;
    crease_picture_format format;
    double dpi;
    picture_about about;
    cairo_surface_t *surface;
    FILE *stream; // what Cairo writes
    char *bytes;
    size_t size;
} canvas;

typedef struct {
    colour ink;
    double transparency; // 0 to 1
    double width;
    const double *dash; // lengths of line and gap, in turn; NULL: an unbroken line
    size_t dashes;
    int round; // its ends
} canvas_pen;

// A white page. An image has dpi pixels an inch, and one pixel a point if dpi is 0.
void canvas_open(canvas *page, crease_picture_format format, int width, int height, double dpi,
                 const picture_about *about);
// Writes the file to a stream and frees the page. Returns NULL, or what Cairo reports; the caller
// checks the stream. The same page gives the same bytes at any time.
const char *canvas_close(canvas *page, FILE *stream);

void canvas_ink(const canvas *page, colour ink, double transparency);
// Strokes the current path.
void canvas_stroke(const canvas *page, const canvas_pen *pen);

// Fills shapes that do not overlap, without the gaps that antialiasing leaves between neighbours:
// in an image, pixels add up what each shape covers; elsewhere, fills get a border of their colour.
void canvas_tiles_begin(const canvas *page);
void canvas_tile_fill(const canvas *page, double border);
void canvas_tiles_end(const canvas *page);

// Anchor 0, 1/2 or 1: the text begins at x, has its middle there, or ends there; y is its base
// line. Upright text runs upwards.
void canvas_text(const canvas *page, const char *text, double x, double y, double size,
                 double anchor, int upright, colour ink);
// An estimate, rather too wide, that is the same for every format and machine.
double canvas_text_width(const char *text, double size);

#endif
