// The image of a cell at the entry of a layer, in a form that equal images have in common.
//
// A unit that does not split the image is replaced by an input of the same output (settle.h), since
// only its output matters from there on. If two cells then have equal images, all counts within
// them are equal (docs/algorithms.md, Counting by images).
#pragma once

#include "images/settle.h"
#include <stdbool.h>

// Coordinates u of the affine hull of the image are inputs of the layer, z[pivot[k]] = u[k]; they
// are the first that tell the hull's points apart.
typedef struct {
    size_t rows, dimension; // of the inputs; of the image
    size_t *pivot;
    fmpq *hull; // z = hull (u, 1): rows x (dimension + 1)
    // The image in these coordinates, as in image_source, but for that a line is one row. Lines
    // are in reduced echelon form, other rows are 0 where a line has its pivot, none can be left
    // out, all are primitive and sorted.
    size_t lines, count, rays;
    fmpz *generator;
} image;

// The image of the source under z = map (x, 1), rows x (dimension + 1) entries, on entry to the
// layer. map is changed. Returns whether no direction of the source becomes zero: then what is
// bounded in the image comes from something bounded.
bool image_init(image *result, fmpq *map, const net_layer *layer, const image_source *source);
void image_clear(image *i);

// A row of integers that only equal images have; the caller clears its *entries entries.
fmpz *image_key(const image *i, size_t *entries);

// The facets in the coordinates u: inequalities row . (u, 1) >= 0, *count of them, which the caller
// frees with _fmpq_vec_clear(row, *count * (dimension + 1)).
fmpq *image_facets(const image *i, size_t *count);
