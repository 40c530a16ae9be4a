// The regions of a plane domain, kept as doubles and drawn with Cairo.
#ifndef OUT_MOSAIC_H
#define OUT_MOSAIC_H

#include "out/palette.h"
#include "out/view.h"

#include <cairo.h>
#include <crease/out.h>

// What a region's colour is chosen by.
typedef union {
    uint64_t hue;    // CREASE_BY_PATTERN: the sum of palette_turn over the pattern
    uint64_t map[2]; // CREASE_BY_MAP: a fingerprint of 128 bits
    double slope[2]; // CREASE_BY_SLOPE: the gradient of the first output
} mosaic_key;

typedef struct {
    size_t first, vertices; // its vertices are vertex[first], ..., counterclockwise
    mosaic_key key;
} mosaic_region;

// Coordinates are relative to a rational frame, x = origin + scale * coordinate, so
// that small domains far from zero lose nothing. In the frame of a box the box is the
// unit square; the frame of any other domain is moved to the first vertex met.
//
// Memory: about 300 bytes a region.
typedef struct {
    const crease_net *net;
    crease_colours colours;
    int is_box, has_origin;
    int is_unbounded; // a region is
    fmpq origin[2], scale[2];
    double lo[2], hi[2]; // the bounding box of the vertices, if not is_box
    mosaic_region *region;
    view_vertex *vertex;
    size_t regions, region_capacity;
    size_t vertices, vertex_capacity;
    fmpq *row;  // scratch
    fmpz *maps; // scratch for CREASE_BY_MAP
} mosaic;

void mosaic_init(mosaic *tiles, const crease_net *net, const crease_domain *domain,
                 crease_colours colours);
void mosaic_clear(mosaic *tiles);

// A visitor's callback: adds a region to the mosaic that data points to. The
// visitor must ask for maps unless colours are by pattern.
crease_visit mosaic_add(void *data, const crease_region *region);

// Chooses the view, once all regions are in, and cuts the regions to it: their
// vertices become finite points of the unit square. A region that is out of view
// keeps no vertices.
void mosaic_fit(mosaic *tiles, view *window);

// One colour for each region; the caller frees them.
colour *mosaic_colours(const mosaic *tiles);

// How the gaps between neighbouring regions are closed: along a common edge,
// antialiasing lets a little of the background through.
typedef enum {
    MOSAIC_ADD,    // pixels: what neighbours cover of a pixel is added up
    MOSAIC_OVERLAP // vector graphics: each region gets a thin border of its colour
} mosaic_gaps;

// Fills the page of width x height units with the fitted mosaic, and draws the
// creases on top of it if wanted. A page of vector graphics is kept by Cairo until it
// is finished: 2 to 3 KiB a region.
void mosaic_paint(cairo_t *page, const mosaic *tiles, int width, int height, int creases,
                  mosaic_gaps gaps);

#endif
