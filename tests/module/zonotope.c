// The layer of a norm.
#include "built.h"
#include "unit.h"

// gamma(x) = |x| + |x| on a line, and one edge reads it out.
static void norm(void)
{
    crease_net *net = built_from("arora:zonotope", "d=1 m=2 widths=1");
    built_value(net, -3, 7, 6, 7);
    built_value(net, 3, 7, 6, 7);
    crease_net_free(net);
}

// b_t = (1, t, t^2), once with either sign.
static void normals(void)
{
    crease_net *net = built_from("arora:zonotope", "d=3 m=4 widths=1");
    CU_ASSERT_EQUAL_FATAL(crease_net_width(net, 0), 8);
    for (slong t = 1; t <= 4; t++)
        for (slong j = 0, power = 1; j < 3; j++, power *= t) {
            CU_ASSERT(fmpq_equal_si(net->layer->weight + 6 * (t - 1) + j, power));
            CU_ASSERT(fmpq_equal_si(net->layer->weight + 6 * (t - 1) + 3 + j, -power));
        }
    crease_net_free(net);
}

static void cones(void)
{
    built_claims("arora:zonotope", "d=3 m=2 widths=1",
                 "activation_regions = 4; linear_regions = 4");
    built_claims("arora:zonotope", "d=3 m=5 widths=1",
                 "activation_regions = 22; linear_regions = 22");
}

UNIT_MAIN("zonotope", {"norm", norm}, {"normals", normals}, {"cones", cones})
