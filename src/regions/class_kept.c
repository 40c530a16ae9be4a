// Results for the latest facets between classes.
#include <mpfr.h> // before FLINT 3, which declares what has to do with it only then

#include "regions/class_kept.h"

#include "base/fatal.h"
#include <flint/fmpz_vec.h>

void class_kept_init(class_kept *kept, mpfr_prec_t precision)
{
    *kept = (class_kept){0};
    for (size_t i = 0; i < CLASS_KEPT; i++)
        mpfr_init2(kept->facet[i].weight, precision);
}

void class_kept_clear(class_kept *kept)
{
    for (size_t i = 0; i < CLASS_KEPT; i++) {
        mpfr_clear(kept->facet[i].weight);
        _fmpz_vec_zero(kept->facet[i].units, CLASS_SIDES); // frees them
        _fmpz_vec_zero(kept->facet[i].error, CLASS_SIDES);
    }
}

class_kept_facet *class_kept_find(class_kept *kept, const crease_region *region, size_t facet)
{
    geom_space *space = region_space(region);
    const geom_cell *cell = region_corners(region);
    ASSERT(facet < cell->facets);
    if (space->judge->has_ties)
        return NULL;
    const plane_name plane = space_plane_name(space, cell->facet[facet].plane);
    for (size_t i = 0; i < CLASS_KEPT; i++)
        if (kept->facet[i].plane.space == plane.space &&
            kept->facet[i].plane.number == plane.number)
            return kept->facet + i;
    class_kept_facet *next = kept->facet + kept->next;
    kept->next = (kept->next + 1) % CLASS_KEPT;
    next->plane = plane;
    next->bits = 0;
    next->known = 0;
    return next;
}

slong class_kept_weigh(mpfr_t weight, class_kept_facet *kept, class_ties *ties,
                       const crease_region *region, size_t facet, const uint64_t *root)
{
    if (kept && kept->bits) {
        mpfr_set(weight, kept->weight, MPFR_RNDN);
        return kept->bits;
    }
    const face_weights *weights = class_ties_weigh(ties, region, facet);
    const slong bits = weights ? face_weights_get(weight, weights, root) : 0;
    if (kept && bits) {
        mpfr_set(kept->weight, weight, MPFR_RNDN);
        kept->bits = bits;
    }
    return bits;
}
