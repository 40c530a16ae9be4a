// Networks of which a printed claim is false.
#include "built.h"
#include "unit.h"

// max(1 - 3 y, 3 y - 1, 6 y - 3).
static void convex(void)
{
    crease_net *net = built_from("counterexample:maxout-line", "k=3 layers=1");
    built_value(net, 0, 1, 1, 1);
    built_value(net, 1, 3, 0, 1);
    built_value(net, 2, 3, 1, 1);
    built_value(net, 1, 1, 3, 1);
    crease_net_free(net);
}

static void shape(void)
{
    built_widths("counterexample:mirrors", "widths=3,4,2", "3 4 2");
    built_widths("counterexample:two-units", "n=5", "2 5");
    built_refused("counterexample:mirrors", "widths=2,2",
                  "counterexample:mirrors: widths: expected a width >= 3 below the last one, found "
                  "2");
}

static void claims(void)
{
    built_claims("counterexample:maxout-line", "k=3 layers=2",
                 "activation_regions = 7; linear_regions = 7; linear_regions >= 9 (refuted)");
    built_claims("counterexample:maxout-line", "k=2 layers=5",
                 "activation_regions = 32; linear_regions = 32");
    built_claims("counterexample:maxout-line", "k=5 layers=1",
                 "activation_regions = 5; linear_regions = 5");
    built_claims("counterexample:mirrors", "widths=3,1",
                 "activation_regions = 8; linear_regions = 8 (refuted); linear_regions = 7");
    built_claims("counterexample:mirrors", "widths=2",
                 "activation_regions = 3; linear_regions = 3");
    built_claims(
        "counterexample:two-units", "n=3",
        "activation_regions = 9; linear_regions = 9; affine_maps = 8; activation_regions = "
        "12 (refuted)");
}

UNIT_MAIN("counterexamples", {"convex", convex}, {"shape", shape}, {"claims", claims})
