// Raghu et al., figure 10: what is seen never exceeds what the transitions allow.
#include "figures.h"

#include "tool/figure_cube_walk.h"

static void rows(void)
{
    made m = made_by("raghu-10", (crease_reproduce){.seed = 0});
    made_check_intervals(&m);
    double walk[2000], before = 0;
    cube_walk_range(walk, 2000, 15);
    for (size_t row = 0; row < table_rows(&m.found); row++) {
        size_t transitions = (size_t)made_number(&m, row, "transitions");
        double seen = made_number(&m, row, "mean");
        CU_ASSERT_FATAL(transitions < 2000);
        before = transitions == 1 ? 0 : before;
        CU_ASSERT(seen >= before && seen <= (double)transitions + 1);
        CU_ASSERT_DOUBLE_EQUAL(made_number(&m, row, "walk"), walk[transitions], 1e-6);
        before = seen;
    }
    made_clear(&m);
}

UNIT_MAIN("raghu_10", {"rows", rows})
