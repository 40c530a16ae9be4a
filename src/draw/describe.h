// What a picture says about itself: title, network, command, resolution.
#ifndef DRAW_DESCRIBE_H
#define DRAW_DESCRIBE_H

#include <cairo.h>
#include <stdio.h>

// Texts may be NULL. Borrowed.
typedef struct {
    const char *title;
    const char *network; // its SHA-256
    const char *command; // that makes the file again
} picture_about;

// Before anything is drawn.
void describe_pdf(cairo_surface_t *surface, const picture_about *about);

// Write the file that Cairo made, with the description in it: the elements title and desc of SVG;
// the chunks pHYs (if dpi > 0) and iTXt of PNG.
void describe_svg(FILE *stream, const char *bytes, size_t size, const picture_about *about);
void describe_png(FILE *stream, const char *bytes, size_t size, double dpi,
                  const picture_about *about);

#endif
