// What has been computed of the latest facets between classes, for the cell on the other side of a
// facet, which follows soon: both are parts of one region.
#pragma once

#include "tree/region.h"
#include <mpfr.h>

// Volumes that are sums over facets have at most so many dimensions.
enum { CLASS_VOLUME_DIMENSIONS = 5, CLASS_SIDES = 1 << CLASS_VOLUME_DIMENSIONS, CLASS_KEPT = 8 };

typedef struct {
    plane_name plane; // of the facet
    mpfr_t weight;    // W, rounded (cell/face_weights.h), and the bits that are right, 0: not known
    slong bits;
    uint64_t known; // a bit for each side of the box: those along these axes
    fmpz units[CLASS_SIDES], error[CLASS_SIDES]; // the pyramid over what the side has of the facet
} class_kept_facet;

typedef struct {
    class_kept_facet facet[CLASS_KEPT];
    size_t next; // is forgotten
} class_kept;

void class_kept_init(class_kept *kept, mpfr_prec_t precision);
void class_kept_clear(class_kept *kept);
// What is known of a facet of a region, borrowed, to be completed. NULL: nothing is kept, since
// after a tie three classes may meet on all of a facet, and then the cells on both sides have other
// facets there.
class_kept_facet *class_kept_find(class_kept *kept, const crease_region *region, size_t facet);
