// Results for the latest facets between classes, for the cell on the other side of a facet: it
// follows soon, because both cells are parts of one region.
#pragma once

#include "regions/class_ties.h"

// Volumes are sums over facets up to this dimension.
enum { CLASS_VOLUME_DIMENSIONS = 5, CLASS_SIDES = 1 << CLASS_VOLUME_DIMENSIONS, CLASS_KEPT = 8 };

typedef struct {
    plane_name plane; // of the facet
    mpfr_t weight;    // W, rounded (cell/face_weights.h)
    slong bits;       // of it that are right; 0: it is not known
    // For each side of the box, numbered by the axes along it: the pyramid over the face that it
    // has on the facet (regions/rounded_pyramid.h).
    uint64_t known; // a bit for each
    fmpz units[CLASS_SIDES], error[CLASS_SIDES];
} class_kept_facet;

typedef struct {
    class_kept_facet facet[CLASS_KEPT];
    size_t next; // is forgotten
} class_kept;

void class_kept_init(class_kept *kept, mpfr_prec_t precision);
void class_kept_clear(class_kept *kept);
// The results for a facet of a region, borrowed; the caller adds to them. NULL after a tie, when
// nothing is kept: three classes may then meet on all of a facet, so that the cells on its two
// sides have different facets there.
class_kept_facet *class_kept_find(class_kept *kept, const crease_region *region, size_t facet);
// weight = W of the face of a facet where the facets of `root` meet. Returns the bits that are
// right, 0: none. kept: the results for the facet, if the face is all of it, or NULL.
slong class_kept_weigh(mpfr_t weight, class_kept_facet *kept, class_ties *ties,
                       const crease_region *region, size_t facet, const uint64_t *root);
