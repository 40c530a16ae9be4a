// Hanin and Rolnick, figure 7: a histogram of as many points as there were.
#include "figures.h"

static void counts(void)
{
    made m = made_by("hanin-7", (crease_reproduce){.seed = 0});
    CU_ASSERT_EQUAL_FATAL(table_rows(&m.found), 3 * 39);
    for (size_t kind = 0; kind < 3; kind++) {
        double points = 0;
        for (size_t b = 0; b < 39; b++) {
            size_t row = 39 * kind + b;
            double count = made_number(&m, row, "count");
            CU_ASSERT_EQUAL(made_number(&m, row, "scaled"), ((double)b + 0.5) / 8);
            CU_ASSERT_EQUAL(made_number(&m, row, "density"), count * 8 / 40);
            points += count;
        }
        CU_ASSERT(points > 20 && points <= 40); // the rest is farther
    }
    made_clear(&m);
    made_check_seed("hanin-7");
}

UNIT_MAIN("hanin_7", {"counts", counts})
