// Raghu et al., figures 4 and 5: dichotomies grow with the depth after the layer that turns.
#include "figures.h"

static void check_rows(const made *m)
{
    made_check_intervals(m);
    for (size_t row = 0; row < table_rows(&m->found); row++) {
        double distinct = made_number(m, row, "mean");
        CU_ASSERT_STRING_EQUAL(made_text(m, row, "all"), "32768");
        CU_ASSERT(distinct >= 1 && distinct <= made_number(m, row, "transitions"));
        CU_ASSERT_EQUAL(made_number(m, row, "remaining"),
                        made_number(m, row, "depth") - made_number(m, row, "turning"));
    }
}

static void first_layer(void)
{
    made m = made_by("raghu-4", (crease_reproduce){.seed = 0});
    check_rows(&m);
    CU_ASSERT_EQUAL_FATAL(table_rows(&m.found), 6);
    for (size_t row = 0; row < 6; row++)
        CU_ASSERT_STRING_EQUAL(made_text(&m, row, "turning"), "1");
    CU_ASSERT(made_number(&m, 2, "mean") > made_number(&m, 0, "mean"));
    CU_ASSERT(made_number(&m, 5, "mean") > made_number(&m, 3, "mean"));
    made_clear(&m);
}

static void any_layer(void)
{
    made m = made_by("raghu-5", (crease_reproduce){.seed = 0});
    check_rows(&m);
    CU_ASSERT_EQUAL_FATAL(table_rows(&m.found), 4);
    CU_ASSERT(made_number(&m, 0, "mean") > made_number(&m, 3, "mean"));
    made_clear(&m);
}

UNIT_MAIN("raghu_4", {"first_layer", first_layer}, {"any_layer", any_layer})
