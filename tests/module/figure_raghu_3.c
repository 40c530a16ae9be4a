// Raghu et al., figure 3: counts of small networks and the bounds beside them.
#include "figures.h"

static void rows(void)
{
    static const struct {
        const char *serra, *shallow;
    } bounds[3] = {{"11", "11"}, {"121", "37"}, {"1331", "79"}};
    made m = made_by("raghu-3", (crease_reproduce){.seed = 0});
    made_check_intervals(&m);
    CU_ASSERT_EQUAL_FATAL(table_rows(&m.found), 3);
    for (size_t l = 0; l < 3; l++) {
        CU_ASSERT_STRING_EQUAL(made_text(&m, l, "serra"), bounds[l].serra);
        CU_ASSERT_STRING_EQUAL(made_text(&m, l, "shallow"), bounds[l].shallow);
        CU_ASSERT(made_number(&m, l, "mean") <= made_number(&m, l, "most"));
        CU_ASSERT(made_number(&m, l, "shown") <= made_number(&m, l, "most"));
        CU_ASSERT(made_number(&m, l, "most") <= made_number(&m, l, "serra"));
    }
    // four lines in general position
    CU_ASSERT_STRING_EQUAL(made_text(&m, 0, "mean"), "11");
    made_clear(&m);
    made_check_seed("raghu-3");
}

UNIT_MAIN("raghu_3", {"rows", rows})
