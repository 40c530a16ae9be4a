// Facets of polytopes in three and more dimensions: which two overlap?
#ifndef REGIONS_SEAM_SHAPE_H
#define REGIONS_SEAM_SHAPE_H

#include "walk/region.h"

// A copy of one facet of a region, in integers.
typedef struct seam_shape seam_shape;

// The facet that lies on a plane of the region's cell.
seam_shape *seam_shape_new(const crease_region *region, uint32_t plane);
void seam_shape_free(seam_shape *shape); // NULL is nothing

// Whether two facets that lie on one plane have a part of full dimension d - 1 in common.
// Facet a is clipped by all inequalities of b, exactly.
int seam_shapes_overlap(const seam_shape *a, const seam_shape *b);

// What a bounded facet measures, as cell_face_measure has it, and what the part does that two of
// one plane have in common.
void seam_shape_measure(fmpq_t measure, const seam_shape *of);
void seam_shapes_common(fmpq_t measure, const seam_shape *a, const seam_shape *b);
// The square of the norm that such measures are to be multiplied by.
void seam_shape_norm(fmpz_t norm, const seam_shape *of);

#endif
