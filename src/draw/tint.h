// The colours of regions, and the key that explains them.
#ifndef DRAW_TINT_H
#define DRAW_TINT_H

#include "draw/chart.h"
#include "draw/mosaic.h"

enum { TINT_STEPS = 17 };

typedef struct {
    mosaic *tiles;
    colour ramp[TINT_STEPS]; // by output and by area: from the least to the greatest
    double least, greatest;  // by output: in view; by area: decimal logarithms, of bounded regions
    int has_scale;           // by area: a region is bounded; by slope: a gradient is not zero
    double typical;          // by slope: half way to the darkest
} tint;

// Of a mosaic that has been fitted to its view; sets colours that depend on all regions.
void tint_init(tint *t, mosaic *tiles);

// Paints a tile onto the place of the view. border: as of canvas_tile_fill.
void tint_paint(const canvas *page, const tint *t, const mosaic_tile *tile,
                const chart_place *where, double border);

// Fills the key of a chart, which borrows from the tint.
void tint_key(chart_key *key, const tint *t);

#endif
