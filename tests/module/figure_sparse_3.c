// Price and Tanner, figures 3 and 5: growth above the corollaries, alike in all families.
#include "figures.h"

#include <math.h>

// Rows come by three: gaussian, uniform, discrete.
static void check(const char *name, size_t rows)
{
    made m = made_by(name, (crease_reproduce){.seed = 0});
    made_check_intervals(&m);
    CU_ASSERT_EQUAL_FATAL(table_rows(&m.found), rows);
    for (size_t row = 0; row < rows; row++) {
        double deviation = made_number(&m, row, "deviation"), alpha = made_number(&m, row, "alpha");
        double gaussian = made_number(&m, row / 3 * 3, "mean"), mean = made_number(&m, row, "mean");
        CU_ASSERT_DOUBLE_EQUAL(made_number(&m, row, "upper"), deviation * sqrt(alpha / 2), 1e-8);
        CU_ASSERT(mean > made_number(&m, row, "lower"));
        CU_ASSERT(mean < 1.2 * made_number(&m, row, "upper"));
        CU_ASSERT_DOUBLE_EQUAL(mean / gaussian, 1, 0.15);
        CU_ASSERT_STRING_EQUAL(made_text(&m, row, "vanished"), "0");
    }
    CU_ASSERT_DOUBLE_EQUAL(
        made_number(&m, 0, "lower"),
        made_number(&m, 0, "alpha") * made_number(&m, 0, "deviation") / sqrt(2 * M_PI), 1e-8);
    made_clear(&m);
}

static void by_deviation(void)
{
    check("sparse-3a", 6);
}

static void by_share(void)
{
    check("sparse-3b", 6);
}

static void by_path(void)
{
    check("sparse-5", 6);
}

UNIT_MAIN("sparse_3", {"by_deviation", by_deviation}, {"by_share", by_share}, {"by_path", by_path})
