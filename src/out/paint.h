// Draws a mosaic with Cairo.
#ifndef OUT_PAINT_H
#define OUT_PAINT_H

#include "out/mosaic.h"

#include <cairo.h>

// How the seams between neighbouring regions are closed: along a common edge,
// antialiasing lets a little of the background through.
typedef enum {
    PAINT_ADD,    // pixels: what neighbours cover of a pixel is added up
    PAINT_OVERLAP // vector graphics: each region gets a thin border of its colour
} paint_seams;

// Fills the page of width x height units with the fitted mosaic, and draws the
// creases on top of it if wanted. A page of vector graphics is kept by Cairo until it
// is finished: 2 to 3 KiB a region.
void paint_mosaic(cairo_t *page, const mosaic *tiles, int width, int height, int creases,
                  paint_seams seams);

#endif
