// A page that is drawn on: PDF, PNG and SVG with outlines by Cairo, SVG and TikZ by a pen.
//
// Lengths are points, y points down.
#pragma once

#include "draw/cairo.h"
#include "draw/svg.h"

#include <crease/out.h>
#include <stdbool.h>

typedef struct {
    cairo_t *cairo; // NULL: the pen draws
    pen pen;
    crease_picture_format format;
    double dpi;
    picture_about about;
    cairo_surface_t *surface;
    FILE *file;
    FILE *stream; // to the file, or to bytes if these are changed before
    char *bytes;
    size_t size;
    tikz tex;
    // SVG by the pen: its texts, written after all else.
    FILE *words;
    char *word_bytes;
    size_t word_size;
    const char *font;
    // TikZ: what is drawn while the page is clipped becomes a PDF, which the page includes by name.
    FILE *inset; // to the PDF; NULL: commands as the rest
    const char *inset_name;
} canvas;

// On the page; y of the upper side.
typedef struct {
    double x, y, width, height;
} canvas_place;

// The ink of letters and lines.
extern const colour canvas_black;

// Whether Cairo must be loaded before it is drawn; an inset needs it too.
bool canvas_needs_cairo(const crease_picture *picture);
// A white page. An image has dpi pixels an inch, and one pixel a point if dpi is 0.
void canvas_open(canvas *page, FILE *file, const crease_picture *picture, double width,
                 double height, const picture_about *about);
// Writes the rest of the file and frees the page. Returns NULL, or what Cairo reports; the caller
// checks the file. The same page gives the same bytes at any time.
const char *canvas_close(canvas *page);

// Lines, to fill or to stroke: a point continues the line or, after canvas_lift and when all was
// cleared, begins one; canvas_close_line goes back to where it began. Points are those of the unit
// square, whose y axis points up, laid over the place.
void canvas_line_within(canvas *page, const canvas_place *where, double x, double y);
void canvas_lift(canvas *page);
void canvas_close_line(canvas *page);
void canvas_segment(canvas *page, double x, double y, double to_x, double to_y);
void canvas_rectangle(canvas *page, const canvas_place *where);

// Fill or stroke the lines, and clear them. A border of the same colour hides the gaps that
// antialiasing leaves between neighbours; 0: none.
void canvas_fill(canvas *page, colour ink, double border);
void canvas_stroke(canvas *page, colour ink, double width);

// Only what lies in the place is drawn, until the end. A page has at most one inset.
void canvas_clip_begin(canvas *page, const canvas_place *where);
void canvas_clip_end(canvas *page, const canvas_place *where);

void canvas_text(canvas *page, const picture_text *text);
// An estimate, rather too wide, that is the same for every format and machine.
double canvas_text_width(const char *text, double size);
