// Averages over trajectories: those that are complete, and growth factors where there are any.
#include "measured.h"

#include <math.h>

static void averages(void)
{
    enum { COUNT = 4 };
    crease_trajectory t[COUNT];
    crease_trajectory_averages a;
    for (size_t i = 0; i < COUNT; i++) {
        const char *ends[] = {"0,0,3,4", "0,0,6,8", "0,-1,0,-2", "0,0,1,1"};
        crease_net *net = net_of(RELU("[[0, 1]]", "[0]") "," LINEAR("[[2]]", "[0]"));
        t[i] = measured(net, ends[i], 2, 0, NULL, NULL);
    }
    t[3].complete = 0;
    crease_trajectory_average(&a, t, COUNT, 2);
    CU_ASSERT(a.count == 3 && a.layers == 2);
    CU_ASSERT_DOUBLE_EQUAL(a.length[0].mean, 16.0 / 3, 1e-9);
    CU_ASSERT_DOUBLE_EQUAL(a.length[1].mean, 4, 1e-9); // 4, 8, 0
    CU_ASSERT_DOUBLE_EQUAL(a.length[1].deviation, 4, 1e-9);
    CU_ASSERT(a.growth[0].count == 0 && isnan(a.growth[0].mean));
    CU_ASSERT(a.growth[1].count == 3 && a.growth[2].count == 2);
    CU_ASSERT_DOUBLE_EQUAL(a.growth[2].mean, 2, 1e-9);
    CU_ASSERT(a.patterns[2].mean == 1 && a.transitions[1].mean == 0);
    crease_trajectory_averages_clear(&a);
    for (size_t i = 0; i < COUNT; i++)
        crease_trajectory_clear(t + i);
}

UNIT_MAIN("trajectory_averages", {"averages", averages})
