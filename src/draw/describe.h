// What a picture says about itself: title, network, command, resolution.
#ifndef DRAW_DESCRIBE_H
#define DRAW_DESCRIBE_H

#include <cairo.h>
#include <stdio.h>

// Texts may be NULL. Borrowed.
typedef struct {
    char *title;
    char *text; // the command that made it, and the network's SHA-256
} picture_about;

// Before anything is drawn.
void describe_pdf(cairo_surface_t *surface, const picture_about *about);

// Write the file that Cairo made, with the description in it: the elements title and desc of SVG;
// the chunks pHYs (if dpi > 0) and iTXt of PNG. SVG gets two digits after the point.
void describe_svg(FILE *stream, const char *bytes, size_t size, const picture_about *about);
void describe_png(FILE *stream, const char *bytes, size_t size, double dpi,
                  const picture_about *about);

#endif
