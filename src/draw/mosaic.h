// The regions of a plane domain, as polygons in the window of a picture.
#pragma once

#include "draw/canvas.h"
#include "draw/polygon.h"
#include "exact/row_table.h"
#include "net/layer.h"

#include <crease/out.h>
#include <stdbool.h>

// a x + b y + c >= 0 in the region, in coordinates of the frame.
typedef struct {
    double form[3];
    size_t layer; // whose crease the picture draws along it, or POLYGON_NO_LAYER
} mosaic_side;

typedef struct {
    size_t first, sides;
    double value[2]; // by slope: the gradient of the first output; by area: the decimal
                     // logarithm, INFINITY if the region is unbounded
    colour ink;      // by pattern, by map, by image
} mosaic_region;

// The visible part of a region or, by class, of its part with one class.
typedef struct {
    size_t region;
    size_t first, corners;
    size_t kind; // its class
} mosaic_tile;

// By class: the layer of edges between two classes.
#define MOSAIC_BOUNDARY (POLYGON_NO_LAYER - 1)

// Coordinates are relative to a rational frame, x = origin + scale * coordinate, so that small
// domains far from zero lose nothing. In the frame of a box the box is the unit square; the frame
// of any other domain has its origin in a vertex.
//
// Memory: about 300 bytes a region, and 24 for each output that colours depend on.
typedef struct {
    const crease_net *net;
    crease_colours colours;
    bool is_box, is_unbounded;
    fmpq *origin, *scale; // of each coordinate
    fmpz *frame;          // origin, scale and 1, times a common denominator
    mosaic_region *region;
    size_t regions, region_capacity;
    mosaic_side *side;
    size_t sides, side_capacity;
    // After the view is chosen.
    mosaic_tile *tile;
    size_t tiles, tile_capacity;
    polygon_corner *corner;
    size_t corners, corner_capacity;
    view window;
    // Unless the domain is a box: the distinct vertices, and the number of those out of view.
    plane_point *point;
    size_t points, point_capacity, outside;
    // If colours change within a region: `forms` outputs of each, in coordinates of the view.
    double *form;
    size_t forms, form_capacity;
    uint64_t *turn;           // by pattern: palette_turn of all units, layer after layer
    row_table maps;           // by map; of images, by image
    const net_layer *entered; // by image: the layer whose inputs are the outputs
    fmpq *row;                // scratch
    fmpz *integers;           // scratch, by map
} mosaic;

void mosaic_init(mosaic *tiles, const crease_net *net, const crease_domain *domain,
                 crease_colours colours);
void mosaic_clear(mosaic *tiles);

// The number of classes of the network, by class; else 1.
size_t mosaic_classes(const mosaic *tiles);
// A visitor's callback: adds a region to the mosaic that data points to.
crease_visit mosaic_add(void *data, const crease_region *region);

// Chooses the view, once all regions are added, and cuts the regions to tiles: corners and forms
// are in coordinates in which the view is the unit square.
void mosaic_fit(mosaic *tiles);

// The end of the view along an axis, as a number of the domain.
double mosaic_end(const mosaic *tiles, int side, int upper);
