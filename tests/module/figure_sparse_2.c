// Price and Tanner, figure 2: lengths above Corollary 1, near the root of the second moment.
#include "figures.h"

#include <math.h>

static void rows(void)
{
    made m = made_by("sparse-2", (crease_reproduce){.seed = 0});
    made_check_intervals(&m);
    CU_ASSERT_EQUAL_FATAL(table_rows(&m.found), 25); // five shares, layers 0 to 4
    for (size_t row = 0; row < 25; row++) {
        double alpha = made_number(&m, row, "alpha"), layer = (double)(row % 5);
        double start = made_number(&m, row - row % 5, "mean");
        CU_ASSERT_DOUBLE_EQUAL(alpha, 0.1 + 0.2 * (double)(row / 5), 1e-9);
        CU_ASSERT_DOUBLE_EQUAL(made_number(&m, row, "lower") / start,
                               pow(alpha * 6 / sqrt(2 * M_PI), layer), 1e-6);
        CU_ASSERT_DOUBLE_EQUAL(made_number(&m, row, "upper") / start,
                               pow(alpha * 36 / 2, layer / 2), 1e-5);
        CU_ASSERT(made_number(&m, row, "mean") >= made_number(&m, row, "lower"));
        CU_ASSERT(made_number(&m, row, "mean") <= 1.5 * made_number(&m, row, "upper"));
    }
    made_clear(&m);
    made_check_seed("sparse-2");
}

UNIT_MAIN("sparse_2", {"rows", rows})
