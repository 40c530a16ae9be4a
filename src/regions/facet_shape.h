// Facets of polytopes in three and more dimensions: which two overlap?
#pragma once

#include "base/pack.h"
#include "tree/region.h"
#include <stdbool.h>

// A copy of one facet of a region, in integers.
typedef struct facet_shape facet_shape;

// The facet that lies on a plane of the region's cell.
facet_shape *facet_shape_new(const crease_region *region, uint32_t plane);
void facet_shape_free(facet_shape *shape); // NULL is nothing
// Writes a shape and returns it; or reads one.
facet_shape *facet_shape_pack(facet_shape *shape, pack *p);

// Whether two facets that lie on one plane have a part of full dimension d - 1 in common.
// Facet a is clipped by all inequalities of b, exactly.
bool facet_shapes_overlap(const facet_shape *a, const facet_shape *b);

// The measure of the intersection of two bounded facets on one plane, or of facet a if b is NULL:
// the volume of dimension d - 1, divided by the norm of the primitive normal, a rational number.
void facet_shapes_common(fmpq_t measure, const facet_shape *a, const facet_shape *b);
// Turns such a measure into the square of the volume.
void facet_measure_square(fmpq_t measure, const facet_shape *shape);
