// Rulers: the path's own length, and both ways of measuring against each other.
#include "path/ruler.h"
#include "ruled.h"

static void edges(void)
{
    test_ruler r;
    CU_ASSERT(test_ruler_init(&r, net_of(LINEAR("[[1, 1]]", "[0]")), "0,0", "1,1", 1, 200));
    fmpq *points = _fmpq_vec_init(6);
    CU_ASSERT_FATAL(!crease_point_parse(points, "0,0,3,-4,3,1/2", 6, NULL));
    ruler_edge(&r.ruler, points, points + 2, 2);
    CU_ASSERT(is_length(&r, 0, "5", 190));
    ruler_edge(&r.ruler, points + 2, points + 4, 2);
    CU_ASSERT(is_length(&r, 0, "19/2", 190));
    CU_ASSERT(is_length(&r, 1, "2", 90));
    _fmpq_vec_clear(points, 6);
    test_ruler_clear(&r);
}

// What is measured with pairs holds what is measured with integers, to many more bits.
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

UNIT_MAIN("ruler", {"edges", edges}, {"both ways", both_ways})
