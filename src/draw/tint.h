// The colours of regions, and the key that says what they mean.
#ifndef DRAW_TINT_H
#define DRAW_TINT_H

#include "draw/chart.h"
#include "draw/mosaic.h"

enum { TINT_STEPS = 17 };

typedef struct {
    const mosaic *tiles;
    colour *flat;            // of each region, where it has one
    colour ramp[TINT_STEPS]; // by output and by area: from the least to the greatest
    double least, greatest;  // by output: in view; by area: decimal logarithms, of bounded regions
    int has_scale;           // by area: a region is bounded; by slope: a gradient is not zero
    double typical;          // by slope: what is half way to the darkest
    size_t maps, classes;    // different ones: by map; by class, of the network
    char *seen;              // by class: which are in view
    char *scale;             // of the key
} tint;

// Of a mosaic that has been fitted to its view.
void tint_init(tint *t, const mosaic *tiles);
void tint_clear(tint *t);

// Paints the region whose place in the mosaic is index, onto the place of the view. border: of
// canvas_paint. name: of its shape.
void tint_paint(canvas *page, const tint *t, size_t index, const chart_place *where, double border,
                const canvas_name *name);
// The boundary between the classes, by class only.
void tint_boundary(canvas *page, const tint *t, const chart_place *where, double width);

// Fills the key of a chart, which borrows from the tint.
void tint_key(chart_key *key, const tint *t);

#endif
