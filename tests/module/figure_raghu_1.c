// Raghu et al., figure 1: lengths and growth beside Theorem 1.
#include "figures.h"

#include <math.h>

static void lengths(void)
{
    made m = made_by("raghu-1a", (crease_reproduce){.seed = 0});
    made_check_intervals(&m);
    CU_ASSERT_EQUAL(table_rows(&m.found), 3 * 5); // variances, layers 0 to 4
    for (size_t row = 0; row < 15; row++) {
        CU_ASSERT_EQUAL(made_number(&m, row, "layer"), (double)(row % 5));
        CU_ASSERT(made_number(&m, row, "mean") > 0.7 * made_number(&m, row, "lower"));
        CU_ASSERT(made_number(&m, row, "mean") <= 1.000001 * made_number(&m, row, "upper"));
        // the same paths for every variance, about a quarter of a circle of radius 4
        CU_ASSERT_STRING_EQUAL(made_text(&m, row / 5 * 5, "mean"), made_text(&m, 0, "mean"));
    }
    CU_ASSERT_DOUBLE_EQUAL(made_number(&m, 0, "mean"), 2 * M_PI, 1.5);
    made_clear(&m);
    made_check_seed("raghu-1b");
}

static void growth(void)
{
    static const char *const names[] = {"raghu-1c", "raghu-1d"};
    for (size_t i = 0; i < 2; i++) {
        made m = made_by(names[i], (crease_reproduce){.seed = 0});
        made_check_intervals(&m);
        CU_ASSERT_EQUAL(table_rows(&m.found), 6);
        for (size_t row = 0; row < 6; row++) {
            double variance = made_number(&m, row, "variance");
            CU_ASSERT_DOUBLE_EQUAL(made_number(&m, row, "upper"), sqrt(variance), 1e-8);
            CU_ASSERT(made_number(&m, row, "mean") > made_number(&m, row, "lower"));
            CU_ASSERT(made_number(&m, row, "mean") < made_number(&m, row, "upper"));
        }
        made_clear(&m);
    }
}

UNIT_MAIN("raghu_1", {"lengths", lengths}, {"growth", growth})
