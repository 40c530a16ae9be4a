// A cell mapped onto its image, and a flat part of the cell that is mapped onto all of it.
#pragma once

#include "images/cone.h"
#include "images/image.h"

typedef struct {
    size_t dimension, image; // of the cell; of its image
    fmpq *coordinate;        // the image's coordinates u on the cell: image x (dimension + 1)
    fmpz *rest;              // forms that are 0 on the part: (dimension - image) x (dimension + 1)
} image_lift;

// map: as image_init has left it, which made the image of the shape. If such a part does not exist,
// or is not found, the image becomes the cell itself, with the map as its hull.
void lift_init(image_lift *lift, image *target, const fmpq *map, const cone *shape);
void lift_clear(image_lift *lift);

// row = coordinate k, times a positive number.
void lift_coordinate(fmpz *row, const image_lift *lift, size_t k);
// row = a form of the image, image + 1 numbers, as one of the cell's, times a positive number.
void lift_form(fmpz *row, const fmpq *form, const image_lift *lift);

// The source of a cell: its lines twice, its rays, its constraints, which are borrowed.
image_source shape_source(const cone *shape, fmpz *facet, size_t facets);
