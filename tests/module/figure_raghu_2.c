// Raghu et al., figure 2: transitions in proportion to length.
#include "figures.h"

static void proportional(void)
{
    made m = made_by("raghu-2", (crease_reproduce){.seed = 0});
    made_check_intervals(&m);
    size_t wide = 0;
    for (size_t row = 0; row < table_rows(&m.found); row++) {
        double ratio = made_number(&m, row, "mean") / made_number(&m, row, "length");
        CU_ASSERT_DOUBLE_EQUAL(ratio / made_number(&m, row, "ratio"), 1, 0.3);
        if (!strcmp(made_text(&m, row, "network"), "width 64; variance 8")) {
            CU_ASSERT_DOUBLE_EQUAL(made_number(&m, row, "ratio"), 5, 1);
            wide++;
        }
    }
    CU_ASSERT_EQUAL(wide, 2);
    made_clear(&m);
}

UNIT_MAIN("raghu_2", {"proportional", proportional})
