// What is said of a number of regions.
#include <crease/make.h>

const char *crease_quantity_name(crease_quantity quantity)
{
    static const char *const name[] = {
        [CREASE_ACTIVATION_REGIONS] = "activation_regions",
        [CREASE_BOUNDED_REGIONS] = "bounded_regions",
        [CREASE_LINEAR_REGIONS] = "linear_regions",
        [CREASE_AFFINE_MAPS] = "affine_maps",
    };
    return name[quantity];
}

const char *crease_relation_name(crease_relation relation)
{
    static const char *const name[] = {
        [CREASE_EQUAL] = "=",
        [CREASE_AT_LEAST] = ">=",
        [CREASE_AT_MOST] = "<=",
    };
    return name[relation];
}
