// Units of a layer that do not split a set.
#pragma once

#include "net/layer.h"
#include <flint/fmpq.h>
#include <stddef.h>

// conv(points) + cone(rays) in R^dimension, of full dimension: rows (x, w) of dimension + 1
// integers, w > 0 for a point and 0 for a ray. A line is two rays.
typedef struct {
    size_t dimension, count, rays;
    fmpz *generator;
    // If there are rays: inequalities that describe the set, of which the constant is not read.
    size_t facets;
    fmpz *facet;
} image_source;

// map takes the source to the inputs of the layer. If a unit is on one piece on all of the source,
// its row of the map, or its rows, are replaced by others with which the unit has the same output
// and is settled too. Equal outputs get equal rows in many cases, though not in all.
void settle_units(fmpq *map, const net_layer *layer, const image_source *source);
