// The regions of a plane domain, kept as doubles and cut to a view.
#ifndef DRAW_MOSAIC_H
#define DRAW_MOSAIC_H

#include "draw/view.h"

#include <crease/out.h>

// What a region's colour is chosen by, where it is one colour.
typedef union {
    uint64_t hue;    // CREASE_BY_PATTERN: the sum of palette_turn over the pattern
    uint64_t map[2]; // CREASE_BY_MAP: a fingerprint of 128 bits
    double slope[2]; // CREASE_BY_SLOPE: the gradient of the first output
} mosaic_key;

typedef struct {
    size_t first, vertices; // its vertices are vertex[first], ..., counterclockwise
    mosaic_key key;
    double area;     // of all of it, in the units of the domain, if a double has it
    double log_area; // its decimal logarithm; INFINITY if the region is unbounded, -INFINITY if it
                     // is too thin for doubles
    size_t newest;   // the layer of its newest crease, or VIEW_NO_LAYER
} mosaic_region;

// Coordinates are relative to a rational frame, x = origin + scale * coordinate, so
// that small domains far from zero lose nothing. In the frame of a box the box is the
// unit square; the frame of any other domain is moved to its origin (draw/origin.h).
//
// Memory: about 400 bytes a region, and 24 for each output that colours are chosen by.
typedef struct {
    const crease_net *net;
    crease_colours colours;
    int is_box;
    int is_unbounded; // a region is
    fmpq origin[2], scale[2];
    mosaic_region *region;
    view_vertex *vertex;
    size_t regions, region_capacity;
    size_t vertices, vertex_capacity;
    // Unless the domain is a box: the different vertices, and how many of them are out of view.
    view_point *point;
    size_t points, point_capacity, outside;
    // Colours that change within a region: `forms` outputs of each, as coefficients and a constant
    // in the coordinates of the view, three numbers each.
    double *form;
    size_t forms, form_capacity;
    // What titles say: a pattern of pattern_size characters for each region, or NULL.
    char *pattern;
    size_t pattern_size, pattern_capacity;
    view window; // once it is chosen
    fmpq *row;   // scratch
    fmpz *maps;  // scratch for CREASE_BY_MAP
} mosaic;

// titles: patterns are kept, unless they would take more than 4 MB. options: of a walk to the first
// region; may be NULL.
void mosaic_init(mosaic *tiles, const crease_net *net, const crease_domain *domain,
                 crease_colours colours, int titles, const crease_options *options);
// Of the same frame, with no regions: for a stretch of the walk.
void mosaic_init_like(mosaic *tiles, const mosaic *of);
void mosaic_clear(mosaic *tiles);

// Whether these colours need the maps of regions.
int mosaic_wants_maps(crease_colours colours);
// A visitor's callback: adds a region to the mosaic that data points to.
crease_visit mosaic_add(void *data, const crease_region *region);
// Adds the regions of another mosaic of the same frame after its own, and leaves none there.
void mosaic_append(mosaic *tiles, mosaic *more);
// What its regions take, about.
size_t mosaic_bytes(const mosaic *tiles);

// Chooses the view, once all regions are in, and cuts the regions to it: their
// vertices become finite points of the unit square. A region that is out of view
// keeps no vertices.
void mosaic_fit(mosaic *tiles, view *window);

// Where a point of the domain is in the view.
view_point mosaic_place(const mosaic *tiles, const fmpq *x);
// The end of the view at hand, as a number of the domain.
void mosaic_end(fmpq_t end, const mosaic *tiles, int side, int upper);

#endif
