// A page that Cairo draws on: PDF or PNG; or SVG or TikZ, for which Cairo only keeps the paths.
//
// Paths are made with Cairo's own functions. Lengths are points, y points down.
#pragma once

#include "draw/svg.h"

#include <crease/out.h>
#include <stdbool.h>

typedef struct {
    cairo_t *cairo;
    crease_picture_format format;
    double dpi;
    picture_about about;
    cairo_surface_t *surface;
    FILE *stream; // to bytes
    char *bytes;
    size_t size;
    tikz tex;
    // SVG, unless outlines are requested, which Cairo draws: its texts, written after all else.
    FILE *words;
    char *word_bytes;
    size_t word_size;
    const char *font;
    // TikZ: what is drawn while the page is clipped becomes a PDF, which the page includes by name.
    FILE *inset; // to the PDF; NULL: commands as the rest
    const char *inset_name;
    cairo_t *outside; // the page meanwhile
} canvas;

// On the page; y of the upper side.
typedef struct {
    double x, y, width, height;
} canvas_place;

// The ink of letters and lines.
extern const colour canvas_black;

// A white page. An image has dpi pixels an inch, and one pixel a point if dpi is 0.
void canvas_open(canvas *page, const crease_picture *picture, double width, double height,
                 const picture_about *about);
// Writes the file to a stream and frees the page. Returns NULL, or what Cairo reports; the caller
// checks the stream. The same page gives the same bytes at any time.
const char *canvas_close(canvas *page, FILE *stream);

// Fill or stroke the current path, and clear it. A border of the same colour hides the gaps that
// antialiasing leaves between neighbours; 0: none.
void canvas_fill(canvas *page, colour ink, double border);
void canvas_stroke(canvas *page, colour ink, double width);
// Continues the path to a point of the unit square, whose y axis points up, laid over the place.
void canvas_line_to(const canvas *page, const canvas_place *where, double x, double y);

// Only what lies in the place is drawn, until the end. A page has at most one inset.
void canvas_clip_begin(canvas *page, const canvas_place *where);
void canvas_clip_end(canvas *page, const canvas_place *where);

// Anchor 0, 1/2 or 1: the text begins at x, has its middle there, or ends there; its digits are
// centred on y. Upright text runs upwards, and x and y change places.
void canvas_text(canvas *page, const char *text, double x, double y, double size, double anchor,
                 bool upright);
// An estimate, rather too wide, that is the same for every format and machine.
double canvas_text_width(const char *text, double size);
