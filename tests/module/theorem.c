// What the theorems check and claim alike.
#include "built.h"
#include "unit.h"

static void refuses(void)
{
    built_refused("montufar:folds", "d=2 widths=4,1,3",
                  "montufar:folds: widths: expected a width >= 2 below the last one, found 1");
    built_refused("montufar:folds", "d=3 widths=4,2",
                  "montufar:folds: widths: expected a width >= 3 for the last one, found 2");
    built_refused("maxout:zigzag", "d=1 k=2 widths=4,3,3",
                  "maxout:zigzag: widths: expected a multiple of 2 below the last one, found 3");
    built_refused("montufar:folds", "d=1 widths=10000,10000,1",
                  "montufar:folds: widths: expected at most 100000000 weights and biases, found "
                  "more");
    built_refused("montufar:folds", "d=4 widths=4,1000",
                  "montufar:folds: widths: expected n hyperplanes with C(n, 4) <= 1000000, found n "
                  "= 1000");
    built_refused("montufar:folds", "d=2 widths=4,4 form=odd",
                  "montufar:folds: form: expected one of oriented,literal, found \"odd\"");
}

// One copy is an arrangement; more have linear regions if the last layer is wide enough.
static void claims(void)
{
    built_claims("serra:space", "d=2 widths=3",
                 "activation_regions = 7; linear_regions = 7; affine_maps = 7");
    built_claims("serra:space", "d=2 widths=6,3", "activation_regions = 112; linear_regions = 112");
    built_claims("serra:space", "d=2 widths=6,2", "activation_regions = 64");
    built_claims("serra:space", "d=2 widths=6,3 form=literal",
                 "activation_regions = 112; linear_regions = 112 (refuted)");
}

UNIT_MAIN("theorem", {"refuses", refuses}, {"claims", claims})
