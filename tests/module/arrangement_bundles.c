// One layer: in the cube, of maxout units, of hard-tanh units.
#include "built.h"
#include "unit.h"

static void shape(void)
{
    built_widths("arrangement:cube", "n=5 d=3", "5");
    built_widths("maxout:arrangement", "n=5 d=3 k=4", "5");
    built_widths("hardtanh:arrangement", "n=5 d=3", "5");
    built_refused("arrangement:cube", "n=1000 d=3",
                  "arrangement:cube: n: expected n hyperplanes with C(n, 3) <= 1000000, found n = "
                  "1000");
}

static void claims(void)
{
    built_claims(
        "arrangement:cube", "n=3 d=2 form=literal",
        "activation_regions = 7; linear_regions = 7; affine_maps = 7; activation_regions = "
        "7 on 0,1; linear_regions = 7 on 0,1; affine_maps = 7 on 0,1");
    built_claims("maxout:arrangement", "n=3 d=2 k=4",
                 "activation_regions = 37; linear_regions = 37; affine_maps = 37");
    built_claims("hardtanh:arrangement", "n=4 d=2",
                 "activation_regions = 33; linear_regions = 33; affine_maps = 33");
}

UNIT_MAIN("arrangement_bundles", {"shape", shape}, {"claims", claims})
