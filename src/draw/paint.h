// What shapes on a page look like, and what they and the file are called.
#ifndef DRAW_PAINT_H
#define DRAW_PAINT_H

#include "draw/palette.h"

#include <stdio.h>

// What a file says of itself; texts may be NULL. Borrowed.
typedef struct {
    const char *title;
    const char *network; // its SHA-256
    const char *command; // that makes the file again
} canvas_about;

// Names of a shape or group in SVG; texts may be NULL. A title is what a pointer that rests
// on the shape is told.
typedef struct {
    const char *id, *class, *title;
} canvas_name;

// One colour; or, if steps > 0, colours that change evenly from one point to another and are
// constant beyond them.
typedef struct {
    colour ink;
    double transparency; // 0 to 1
    double border;       // width of a line of the same colour round the shape; not for images
    const colour *ramp;
    size_t steps;
    double from[2], to[2];
} canvas_paint;

typedef struct {
    colour ink;
    double transparency;
    double width;
    const double *dash; // lengths of line and gap, by turns; NULL: an unbroken line
    size_t dashes;
    int round; // its ends
} canvas_pen;

#endif
