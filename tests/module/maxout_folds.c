// Maxout networks that fold every coordinate.
#include "built.h"
#include "unit.h"

static void shape(void)
{
    built_widths("maxout:grid", "d=3 k=4", "3");
    built_widths("maxout:fold2", "d=2 layers=3", "2 2 2");
    built_widths("maxout:fold4", "layers=2", "2 2");
}

// max(2 y - 1, 1 - 2 y), then max(2 y, 4 y - 1).
static void values(void)
{
    crease_net *net = built_from("maxout:fold2", "d=1 layers=2");
    built_value(net, 1, 2, 0, 1);
    built_value(net, 1, 4, 1, 1);
    built_value(net, 3, 4, 1, 1);
    built_value(net, 0, 1, 3, 1);
    crease_net_free(net);
}

static void claims(void)
{
    built_claims("maxout:grid", "d=2 k=4", "activation_regions = 16; linear_regions = 16");
    built_claims("maxout:fold2", "d=3 layers=2", "activation_regions = 64; linear_regions = 64");
    built_claims("maxout:fold4", "layers=3", "activation_regions = 256; linear_regions = 256");
}

UNIT_MAIN("maxout_folds", {"shape", shape}, {"values", values}, {"claims", claims})
