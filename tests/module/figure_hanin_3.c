// Hanin and Rolnick, figure 3: small noise keeps the pieces, large noise destroys them.
#include "figures.h"

static void rows(void)
{
    made m = made_by("hanin-3", (crease_reproduce){.seed = 0});
    made_check_intervals(&m);
    CU_ASSERT_EQUAL_FATAL(table_rows(&m.found), 39);
    for (size_t row = 0; row < 39; row++) {
        static const int clean[] = {64, 512, 4096};
        CU_ASSERT_EQUAL(made_number(&m, row, "clean"), clean[row / 13]);
        CU_ASSERT_EQUAL(made_number(&m, row, "noise"), 1.0 / (1 << row % 13));
    }
    for (size_t depth = 0; depth < 3; depth++) {
        CU_ASSERT(made_number(&m, 13 * depth + 12, "mean") >=
                  made_number(&m, 13 * depth + 12, "clean"));
        CU_ASSERT(made_number(&m, 13 * depth, "mean") < made_number(&m, 13 * depth, "clean") / 4);
    }
    made_clear(&m);
    made_check_seed("hanin-3");
}

UNIT_MAIN("hanin_3", {"rows", rows})
