// Linear regions on a line, from the slopes at both ends of each image.
//
// A cell on a line is an interval; its image, if not a point, is one too, with one coordinate u.
// The outputs depend on u alone, so how many linear regions an image contains, and the slopes of
// the outputs at both its ends, are what they are at its parts: two regions that meet are one
// linear region if and only if their slopes are equal, since outputs are continuous.
#pragma once

#include "images/image.h"
#include <stdbool.h>

#define SLOPES_OUTPUTS SIZE_MAX // in place of an image

// A part of an image of a layer.
typedef struct {
    size_t parent; // the number of the image
    fmpq_t begin;  // the least u; the first part of an image may have none
    bool is_endless;
    size_t child; // the image of the part, at the next layer, or SLOPES_OUTPUTS
    fmpq *slope;  // of the coordinate of that, or of the outputs; NULL: these are constant
} slope_part;

typedef struct {
    slope_part *part;
    size_t count, capacity;
} slope_layer;

typedef struct {
    size_t layers, outputs;
    slope_layer *layer;
} slopes;

void slopes_init(slopes *s, size_t layers, size_t outputs);
void slopes_clear(slopes *s);

// Adds a part of an image of a layer, in any order; the slope is copied.
void slopes_add(slopes *s, size_t layer, size_t parent, const image_source *part, size_t child,
                const fmpq *slope);

// The linear regions of the only image of layer 0, once all parts of all images are added.
void slopes_count(fmpz_t linear_regions, slopes *s);
