// Lengths from integers: any precision is reached.
#include "ruled.h"

static void by_hand(void)
{
    static const mpfr_prec_t precisions[] = {60, 200, 2000};
    for (int i = 0; i < 3; i++) {
        test_ruler r;
        crease_net *net = net_of(RELU("[[\"1/3\", 0], [0, \"1/4\"]]", "[0, 0]") "," LAYER(
            "maxout:2", "[[1, 1], [-1, 2]]", "[0, \"1/7\"]"));
        CU_ASSERT(test_ruler_init(&r, net, "-9,-16", "9,16", 0, precisions[i]));
        CU_ASSERT(is_length(&r, 1, "5", (int)precisions[i] - 10));    // from (0,0) to (3,4)
        CU_ASSERT(is_length(&r, 2, "48/7", (int)precisions[i] - 10)); // from 1/7 to 7
        test_ruler_clear(&r);
    }
}

// What doubles would call infinite, or nothing.
static void any_size(void)
{
    test_ruler r;
    crease_net *net = net_with_inputs(
        1, LAYER("abs", "[[\"1e400\"]]", "[0]") "," LAYER("abs", "[[\"1e-800\"]]", "[0]"));
    CU_ASSERT(test_ruler_init(&r, net, "-1", "2", 0, 100));
    CU_ASSERT(is_length(&r, 1, "3e400", 90));
    CU_ASSERT(is_length(&r, 2, "3e-400", 90));
    test_ruler_clear(&r);
}

static void nothing(void)
{
    test_ruler r;
    crease_net *net = net_with_inputs(1, LAYER("hardtanh", "[[\"1/3\"]]", "[5]"));
    CU_ASSERT(test_ruler_init(&r, net, "0", "1", 0, 100));
    CU_ASSERT(mpfr_zero_p(r.ruler.length[1].hi));
    test_ruler_clear(&r);
}

UNIT_MAIN("ruler_integers", {"by hand", by_hand}, {"any size", any_size}, {"nothing", nothing})
