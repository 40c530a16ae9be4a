// Sparse families: one variance, and the bounds of the corollaries.
#include "tool/figure_sparse.h"
#include "theory/growth.h"
#include "unit.h"
#include <math.h>

static void one_variance(void)
{
    for (size_t C = 1; C <= 5; C++)
        for (size_t family = 0; family < SPARSE_FAMILIES; family++) {
            sparse_case s;
            weight_moments moments;
            sparse_init(&s, family, C, 30, 20, 2, LENGTHS_SEGMENT);
            CU_ASSERT_FATAL(weight_moments_of(&moments, &s.of.how, 20, 20, NULL) ==
                            CREASE_OK);
            CU_ASSERT_DOUBLE_EQUAL(moments.variance * 20, (double)(C * (C + 1)) / 3, 1e-9);
            CU_ASSERT_DOUBLE_EQUAL(sqrt(moments.variance * 20), sparse_deviation(C), 1e-9);
            CU_ASSERT_DOUBLE_EQUAL(moments.alpha, 0.3, 1e-15);
        }
}

// theory: alpha sigma/sqrt(2 pi), alpha C/(4 sqrt 2), alpha C(C+1)/((2C+1) 2 sqrt 2).
static void corollaries(void)
{
    double deviation = sparse_deviation(3);
    const double expected[] = {0.5 * deviation / sqrt(2 * M_PI), 0.5 * sqrt(12.) / (4 * sqrt(2.)),
                               0.5 * 12 / (7 * 2 * sqrt(2.))};
    for (size_t family = 0; family < SPARSE_FAMILIES; family++) {
        sparse_case s;
        double lower, upper;
        sparse_init(&s, family, 3, 50, 30, 2, LENGTHS_ARC);
        CU_ASSERT_FATAL(sparse_bounds(&lower, &upper, &s, NULL) == CREASE_OK);
        CU_ASSERT_DOUBLE_EQUAL(lower, expected[family], 1e-9);
        CU_ASSERT_DOUBLE_EQUAL(upper, deviation / 2, 1e-9);
    }
    CU_ASSERT_STRING_EQUAL(sparse_name(0), "gaussian");
    CU_ASSERT_STRING_EQUAL(sparse_name(2), "discrete");
}

UNIT_MAIN("sparse", {"one_variance", one_variance}, {"corollaries", corollaries})
