// A region as the source of an image: its generators, and the map of the outputs on it.
#pragma once

#include "images/image.h"
#include <crease/walk.h>

typedef struct {
    image_source source;
    size_t outputs;
    fmpq *map; // outputs x (dimension + 1); image_init changes it
} image_part;

// Facets are read only if the region is unbounded.
void image_part_init(image_part *part, const crease_region *region, size_t outputs);
void image_part_clear(image_part *part);
