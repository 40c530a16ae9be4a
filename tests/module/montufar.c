// Montufar et al. 2014: folds of every coordinate.
#include "built.h"
#include "unit.h"

static void shape(void)
{
    built_widths("montufar:folds", "d=2 widths=5,4,3", "5 4 3");
}

// The unit that two coordinates leave over is off everywhere.
static void spare(void)
{
    crease_net *net = built_from("montufar:folds", "d=2 widths=5,4");
    for (size_t j = 0; j < 2; j++)
        CU_ASSERT(fmpq_is_zero(net->layer->weight + 4 * 2 + j));
    CU_ASSERT(fmpq_equal_si(net->layer->bias + 4, -1));
    for (size_t i = 0; i < 4; i++)
        CU_ASSERT(fmpq_is_zero(net->layer[1].weight + i * 5 + 4));
    crease_net_free(net);
}

// Literal layers lose regions only where a fold has a second and a third piece.
static void claims(void)
{
    built_claims("montufar:folds", "d=2 widths=4,4,4",
                 "activation_regions = 176 on 0,1; linear_regions = 176 on 0,1");
    built_claims("montufar:folds", "d=2 widths=5,4 form=literal", "activation_regions = 44 on 0,1");
    built_claims("montufar:folds", "d=2 widths=6,4 form=literal",
                 "activation_regions = 99 on 0,1; linear_regions = 99 on 0,1 (refuted)");
    built_claims(
        "montufar:folds", "d=2 widths=2,3",
        "activation_regions = 7 on 0,1; linear_regions = 7 on 0,1; affine_maps = 7 on 0,1");
}

UNIT_MAIN("montufar", {"shape", shape}, {"spare", spare}, {"claims", claims})
