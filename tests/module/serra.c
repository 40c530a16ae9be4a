// Serra et al. 2018: zig-zags without a constant piece.
#include "built.h"
#include "unit.h"

// s = y, kinks at 1/2, 3/2, ..: 0 or 1 there, 0 at 0, and 1 - slope beyond.
static void values(void)
{
    for (slong p = 3; p <= 7; p++) {
        char arguments[32];
        snprintf(arguments, sizeof arguments, "widths=%ld", (long)p);
        crease_net *net = built_from("serra:line", arguments);
        built_value(net, 0, 1, 0, 1);
        built_value(net, -5, 1, -10, 1);
        for (slong i = 0; i < p; i++)
            built_value(net, 2 * i + 1, 2, (i + 1) % 2, 1);
        built_value(net, 2 * p + 1, 2, (p + 1) % 2, 1);
        crease_net_free(net);
    }
}

static void shape(void)
{
    built_widths("serra:line", "widths=3,5", "3 5 1");
    built_widths("serra:space", "d=2 widths=7,1", "7 1");
    built_widths("serra:zonotope", "d=2 m=3 widths=3,4", "6 3 4 1");
    built_refused("serra:space", "d=2 widths=5,4",
                  "serra:space: widths: expected a width >= 6 below the last one, found 5");
    built_refused("serra:line", "widths=3,2",
                  "serra:line: widths: expected integers from 3 to 10000, with commas between "
                  "them, found \"3,2\"");
}

static void claims(void)
{
    built_claims("serra:line", "widths=4,3,5",
                 "activation_regions = 120; linear_regions = 120; affine_maps = 120");
    built_claims("serra:space", "d=2 widths=6,6,6,6",
                 "activation_regions = 90112; linear_regions = 90112");
    built_claims("serra:zonotope", "d=2 m=3 widths=3,3",
                 "activation_regions = 96; linear_regions = 96");
}

UNIT_MAIN("serra", {"values", values}, {"shape", shape}, {"claims", claims})
