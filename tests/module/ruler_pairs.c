// Lengths from double-doubles: known ones, and numbers that pairs do not hold.
#include "ruled.h"

static void by_hand(void)
{
    test_ruler r;
    CU_ASSERT(
        test_ruler_init(&r, net_of(RELU("[[1, 0], [0, 1]]", "[0, 0]")), "-1,-1", "3,3", 1, 128));
    mpfr_sqr(r.ruler.length[1].lo, r.ruler.length[1].lo, MPFR_RNDD);
    mpfr_sqr(r.ruler.length[1].hi, r.ruler.length[1].hi, MPFR_RNDU);
    CU_ASSERT(is_length(&r, 1, "18", 85)); // squared
    test_ruler_clear(&r);
}

// A slope, a breakpoint and a weight of which a pair is not the whole: 1/3 of the distance from
// 1/7.
static void rationals(void)
{
    test_ruler r;
    crease_net *net = net_with_inputs(1, LAYER("pwl:1/7;0,1/3;0", "[[\"1/11\"]]", "[0]"));
    CU_ASSERT(test_ruler_init(&r, net, "0", "11", 1, 128)); // from 11/7: 1 - 1/7
    CU_ASSERT(is_length(&r, 1, "2/7", 90));
    test_ruler_clear(&r);
}

static void maxout(void)
{
    test_ruler r;
    crease_net *net = net_with_inputs(1, LAYER("maxout:2", "[[\"-1/3\"], [2]]", "[0, -1]"));
    CU_ASSERT(test_ruler_init(&r, net, "0", "1", 1, 128)); // down to -1/7 at 3/7, up to 1
    CU_ASSERT(is_length(&r, 1, "9/7", 90));
    test_ruler_clear(&r);
}

static void saturated(void)
{
    test_ruler r;
    crease_net *net = net_with_inputs(
        1, LAYER("hardtanh", "[[\"1/3\"]]", "[5]") "," LAYER("linear", "[[7]]", "[1]"));
    CU_ASSERT(test_ruler_init(&r, net, "0", "1", 1, 128));
    CU_ASSERT(mpfr_cmp_d(r.ruler.length[1].hi, 0x1p-900) < 0);
    CU_ASSERT(mpfr_cmp_d(r.ruler.length[2].hi, 0x1p-60) < 0);
    test_ruler_clear(&r);
}

// A network that overflows says so.
static void overflow(void)
{
    test_ruler r;
    crease_net *net = net_with_inputs(1, LAYER("abs", "[[\"1e200\"]]", "[0]"));
    CU_ASSERT(!test_ruler_init(&r, net, "-1", "1", 1, 128));
    test_ruler_clear(&r);
}

UNIT_MAIN("ruler_pairs", {"by hand", by_hand}, {"rationals", rationals}, {"maxout", maxout},
          {"saturated", saturated}, {"overflow", overflow})
