// The colours of regions, and the key that explains them.
#pragma once

#include "draw/axis.h"
#include "draw/mosaic.h"
#include <stdbool.h>

typedef struct {
    const mosaic *tiles;
    bool has_scale;         // the colours have a scale, which the key shows
    bool is_log;            // by area: of decimal logarithms
    double least, greatest; // of the values along the ramp
    double typical;         // by slope: half way to the darkest
} tint;

// The mosaic has been fitted to its view.
void tint_init(tint *t, const mosaic *tiles);

// Paints all tiles onto the place of the view. border: as of canvas_fill.
void tint_paint(canvas *page, const tint *t, const canvas_place *where, double border);

// Width and height of the key; zeros if there is none.
void tint_key_size(double size[2], const tint *t, double text);
// Draws the key; the middle of its first line of text is at y.
void tint_key_draw(canvas *page, const tint *t, double x, double y, double text);
