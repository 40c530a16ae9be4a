// Absolute values made of two relu units.
#include "built.h"
#include "unit.h"

static void shape(void)
{
    built_widths("pascanu:folds", "d=2 layers=3", "4 4 4");
    built_widths("pascanu:folds", "d=1 layers=1", "2");
    built_refused(
        "pascanu:folds", "d=12 layers=2",
        "pascanu:folds: d: expected n hyperplanes with C(n, 12) <= 1000000, found n = 24");
}

// The weights of the second layer by hand: 2 (h_1 + h_2) - 1 and back.
static void weights(void)
{
    static const int rows[4][4] = {{2, 2, 0, 0}, {-2, -2, 0, 0}, {0, 0, 2, 2}, {0, 0, -2, -2}};
    crease_net *net = built_from("pascanu:folds", "d=2 layers=3");
    for (size_t i = 0; i < 16; i++) {
        CU_ASSERT(fmpq_equal_si(net->layer[1].weight + i, rows[i / 4][i % 4]));
        CU_ASSERT(fmpq_equal_si(net->layer[1].bias + i / 4, i / 4 % 2 ? 1 : -1));
    }
    crease_net_free(net);
}

static void claims(void)
{
    built_claims("pascanu:folds", "d=2 layers=2", "activation_regions = 44; linear_regions = 44");
    built_claims("pascanu:folds", "d=2 layers=3 form=literal",
                 "activation_regions = 176; linear_regions = 176 (refuted)");
    built_claims("pascanu:folds", "d=3 layers=1",
                 "activation_regions = 42; linear_regions = 42; affine_maps = 42");
}

UNIT_MAIN("pascanu_folds", {"shape", shape}, {"weights", weights}, {"claims", claims})
