// Distinct images, each with the number of cells that have it.
#pragma once

#include "base/pack.h"
#include "exact/row_table.h"
#include "images/image.h"

// Cells that have one image. A bounded region of the image comes from a bounded region of each
// faithful cell, and of no other one.
typedef struct {
    image image;
    fmpz_t cells, faithful;
} image_class;

// The cells on entry to a layer. One that is a point is not looked up.
typedef struct {
    row_table keys;
    image_class *class;
    size_t count, capacity;
    fmpz_t points, faithful_points;
} image_set;

void image_set_init(image_set *set);
void image_set_clear(image_set *set);

// The class of an image, which it takes.
image_class *image_set_enter(image_set *set, image *member);

// Writes the set, or reads it into an empty one. Images that are read have `rows` rows, in at most
// `dimension` dimensions, or the pack has failed.
void image_set_pack(image_set *set, pack *p, size_t rows, size_t dimension);
