// The colours of regions, and the key that explains them.
#ifndef DRAW_TINT_H
#define DRAW_TINT_H

#include "draw/chart.h"
#include "draw/mosaic.h"

enum { TINT_STEPS = 17 };

typedef struct {
    const mosaic *tiles;
    colour *flat;            // of each region, if it has one
    colour ramp[TINT_STEPS]; // by output and by area: from the least to the greatest
    double least, greatest;  // by output: in view; by area: decimal logarithms, of bounded regions
    int has_scale;           // by area: a region is bounded; by slope: a gradient is not zero
    double typical;          // by slope: half way to the darkest
    size_t classes;          // by class: of the network
    char *seen;              // which of them are in view
} tint;

// Of a mosaic that has been fitted to its view.
void tint_init(tint *t, const mosaic *tiles);
void tint_clear(tint *t);

// Paints a region onto the place of the view. border: as of canvas_tile_fill.
void tint_paint(const canvas *page, const tint *t, size_t index, const chart_place *where,
                double border);
// The boundary between the classes, by class only.
void tint_boundary(const canvas *page, const tint *t, const chart_place *where, double width);
// Adds the edges whose layer this is to the current path. Returns their number.
size_t tint_add_edges(const canvas *page, const polygon_corner *corner, size_t count, size_t layer,
                      const chart_place *where);

// Fills the key of a chart, which borrows from the tint.
void tint_key(chart_key *key, const tint *t);

#endif
