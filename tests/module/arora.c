// Arora et al. 2018: sawtooths on a line and of a norm.
#include "built.h"
#include "unit.h"

static void shape(void)
{
    built_widths("arora:line", "widths=3,4", "3 4 1");
    built_widths("arora:zonotope", "d=2 m=3 widths=3,4", "6 3 4 1");
}

static void claims(void)
{
    built_claims(
        "arora:line", "widths=3,3",
        "activation_regions = 9 on 0,1; linear_regions = 9 on 0,1; affine_maps = 9 on 0,1; "
        "activation_regions = 10; linear_regions = 10; affine_maps = 10");
    built_claims(
        "arora:line", "widths=2,3",
        "activation_regions = 6 on 0,1; linear_regions = 6 on 0,1; affine_maps = 6 on 0,1; "
        "activation_regions = 8; linear_regions = 8; affine_maps = 7");
    built_claims("arora:zonotope", "d=2 m=3 widths=3",
                 "activation_regions = 18; linear_regions = 18");
    built_claims("arora:zonotope", "d=2 m=3 widths=2,2",
                 "activation_regions >= 24; activation_regions = 30; linear_regions = 25");
    built_claims("arora:zonotope", "d=1 m=1 widths=2,2",
                 "activation_regions >= 8; activation_regions = 10; linear_regions = 10");
}

UNIT_MAIN("arora", {"shape", shape}, {"claims", claims})
