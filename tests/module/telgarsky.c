// Telgarsky 2015: sawtooths in two forms.
#include "built.h"
#include "unit.h"

// Both are 0 at even multiples of 2^-layers and 1 at odd ones.
static void values(void)
{
    crease_net *tooth = built_from("telgarsky:sawtooth", "layers=4");
    crease_net *blocks = built_from("telgarsky:blocks", "layers=4");
    for (slong i = 0; i <= 16; i++) {
        built_value(tooth, i, 16, i % 2, 1);
        built_value(blocks, i, 16, i % 2, 1);
    }
    crease_net_free(blocks);
    crease_net_free(tooth);
}

static void shape(void)
{
    built_widths("telgarsky:sawtooth", "layers=3", "2 2 2 1");
    built_widths("telgarsky:blocks", "layers=3", "2 1 2 1 2 1");
}

static void claims(void)
{
    built_claims(
        "telgarsky:sawtooth", "layers=1",
        "activation_regions = 2 on 0,1; linear_regions = 2 on 0,1; affine_maps = 2 on 0,1; "
        "activation_regions = 3; linear_regions = 3; affine_maps = 3");
    built_claims("telgarsky:sawtooth", "layers=6",
                 "activation_regions = 64 on 0,1; linear_regions = 64 on 0,1; affine_maps = 64 on "
                 "0,1; activation_regions = 66; linear_regions = 66; affine_maps = 65");
    built_claims(
        "telgarsky:blocks", "layers=1",
        "activation_regions = 2 on 0,1; linear_regions = 2 on 0,1; affine_maps = 2 on 0,1; "
        "activation_regions = 4; linear_regions = 4; affine_maps = 3");
}

UNIT_MAIN("telgarsky", {"values", values}, {"shape", shape}, {"claims", claims})
