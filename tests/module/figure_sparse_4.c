// Price and Tanner, figure 4: between its bounds, and sums over all subsets.
#include "figures.h"

#include <math.h>

// E sqrt(|J|/k), over all J.
static double flat(int k, double alpha)
{
    double sum = 0;
    for (int subset = 0; subset < 1 << k; subset++) {
        int size = __builtin_popcount((unsigned)subset);
        sum += pow(alpha, size) * pow(1 - alpha, k - size) * sqrt((double)size / k);
    }
    return sum;
}

static void rows(void)
{
    made m = made_by("sparse-4", (crease_reproduce){.seed = 0});
    made_check_intervals(&m);
    CU_ASSERT_EQUAL_FATAL(table_rows(&m.found), 22);
    for (size_t row = 0; row < 22; row++) {
        double alpha = made_number(&m, row, "alpha");
        CU_ASSERT_DOUBLE_EQUAL(alpha, (double)(row % 11) / 10, 1e-9);
        CU_ASSERT_DOUBLE_EQUAL(made_number(&m, row, "upper"), sqrt(alpha), 1e-8);
        CU_ASSERT(made_number(&m, row, "mean") >= alpha - 1e-8);
        CU_ASSERT(made_number(&m, row, "mean") <= sqrt(alpha) + 1e-8);
        CU_ASSERT(made_number(&m, row, "low") - 1e-8 <= made_number(&m, row, "sphere"));
        if (row < 11)
            CU_ASSERT_DOUBLE_EQUAL(made_number(&m, row, "flat"), flat(10, alpha), 1e-8);
    }
    made_clear(&m);
}

UNIT_MAIN("sparse_4", {"rows", rows})
