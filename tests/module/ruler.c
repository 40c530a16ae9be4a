// Rulers: the path's own length, and both ways of measuring against each other.
#include "path/ruler.h"
#include "ruled.h"

static void edges(void)
{
    test_ruler r;
    CU_ASSERT(test_ruler_init(&r, net_of(LINEAR("[[1, 1]]", "[0]")), "0,0", "1,1", 1, 200));
    fmpq *maps = _fmpq_vec_init(8); // x = 0 + 3 t, y = 0 - 4 t; x = 3, y = -4 + 9/2 t
    CU_ASSERT_FATAL(!crease_point_parse(maps, "3,0,-4,0,0,3,9/2,-4", 8, NULL));
    ruler_edge(&r.ruler, maps, 2);
    CU_ASSERT(is_length(&r, 0, "5", 190));
    ruler_edge(&r.ruler, maps + 4, 2);
    CU_ASSERT(is_length(&r, 0, "19/2", 190));
    CU_ASSERT(is_length(&r, 1, "2", 90));
    _fmpq_vec_clear(maps, 8);
    test_ruler_clear(&r);
}

// The enclosure by pairs contains that by integers of many more bits.
static void both_ways(void)
{
    static const char *const names[] = {"relu", "hardtanh",  "maxout:3",
                                        "abs",  "leaky:1/3", "pwl:-1/3,1/7;1/3,2,-1/5;1"};
    for (uint64_t seed = 1; seed <= 18; seed++) {
        const char *name = names[seed % (sizeof names / sizeof *names)];
        test_ruler pairs, integers;
        CU_ASSERT(
            test_ruler_init(&pairs, random_net_with(name, seed), "-2,1/3,1", "1,2,-1", 1, 128));
        CU_ASSERT(
            test_ruler_init(&integers, random_net_with(name, seed), "-2,1/3,1", "1,2,-1", 0, 300));
        for (size_t l = 1; l <= 4; l++) {
            const interval *wide = pairs.ruler.length + l, *narrow = integers.ruler.length + l;
            CU_ASSERT(mpfr_lessequal_p(wide->lo, narrow->lo));
            CU_ASSERT(mpfr_greaterequal_p(wide->hi, narrow->hi));
            CU_ASSERT(mpfr_cmp_d(narrow->lo, 0) > 0);
        }
        test_ruler_clear(&pairs);
        test_ruler_clear(&integers);
    }
}

// ---- Lengths from double-doubles ----

// A slope, a breakpoint and a weight that are not pairs: 1/3 of the distance from 1/7.
static void rationals(void)
{
    test_ruler r;
    crease_net *net = net_with_inputs(1, LAYER("pwl:1/7;0,1/3;0", "[[\"1/11\"]]", "[0]"));
    CU_ASSERT(test_ruler_init(&r, net, "0", "11", 1, 128)); // from 11/7: 1 - 1/7
    CU_ASSERT(is_length(&r, 1, "2/7", 90));
    test_ruler_clear(&r);
}

// A network that overflows is reported.
static void overflow(void)
{
    test_ruler r;
    crease_net *net = net_with_inputs(1, LAYER("abs", "[[\"1e200\"]]", "[0]"));
    CU_ASSERT(!test_ruler_init(&r, net, "-1", "1", 1, 128));
    test_ruler_clear(&r);
}

// ---- Lengths from integers ----

static void integers_by_hand(void)
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

// Lengths that are infinite or zero as doubles.
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

UNIT_MAIN("ruler", {"edges", edges}, {"both ways", both_ways}, {"rationals", rationals},
          {"overflow", overflow}, {"by hand", integers_by_hand}, {"any size", any_size})
