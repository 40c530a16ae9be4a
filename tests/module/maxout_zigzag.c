// Maxout zig-zags.
#include "built.h"
#include "unit.h"

// The last unit of two rows has one kink; the zig-zag is read from the second layer's weights.
static void shape(void)
{
    built_widths("maxout:zigzag", "d=2 k=3 widths=4,8,3", "4 8 3");
    crease_net *net = built_from("maxout:zigzag", "d=2 k=3 widths=4,8,3");
    for (size_t l = 0; l < 3; l++)
        CU_ASSERT_STRING_EQUAL(crease_net_activation(net, l), "maxout:3");
    crease_net_free(net);
}

// e = 1, k = 3, s = 5 y: -s, s - 2, 3 s - 8 and 0, 2 s - 4, 4 s - 12.
static void rows(void)
{
    static const int weights[] = {-5, 5, 15, 0, 10, 20}, biases[] = {0, -2, -8, 0, -4, -12};
    crease_net *net = built_from("maxout:zigzag", "d=1 k=3 widths=2,1");
    for (size_t i = 0; i < 6; i++) {
        CU_ASSERT(fmpq_equal_si(net->layer->weight + i, weights[i]));
        CU_ASSERT(fmpq_equal_si(net->layer->bias + i, biases[i]));
    }
    crease_net_free(net);
}

static void claims(void)
{
    built_claims("maxout:zigzag", "d=2 k=3 widths=4,3",
                 "activation_regions = 475; linear_regions = 475");
    built_claims("maxout:zigzag", "d=1 k=2 widths=2,4,5",
                 "activation_regions = 90; linear_regions = 90");
}

UNIT_MAIN("maxout_zigzag", {"shape", shape}, {"rows", rows}, {"claims", claims})
