// Hanin and Rolnick, figure 8: the plane through the first three digits, counted elsewhere too.
#include "figures.h"

// data/counts.tsv has the same counts, from another program.
static void first_plane(void)
{
    static const char *const known[] = {"325", "285", "153", "140", "119", "103", "153"};
    made m = made_by("hanin-8", (crease_reproduce){.seed = 0});
    made_check_intervals(&m);
    CU_ASSERT_EQUAL_FATAL(table_rows(&m.found), 7);
    for (size_t row = 0; row < 7; row++) {
        CU_ASSERT_STRING_EQUAL(made_text(&m, row, "first"), known[row]);
        CU_ASSERT_STRING_EQUAL(made_text(&m, row, "half_square"), "4608"); // 96^2/2
        CU_ASSERT(made_number(&m, row, "mean") < 4608);
    }
    made_clear(&m);
    made_check_seed("hanin-8");
}

UNIT_MAIN("hanin_8", {"first_plane", first_plane})
