// Sweeps of random networks: the same points in all cases, and the same labels at the start.
#include "tool/figure_great_circle.h"
#include "figures.h"
#include "tool/figure_nets.h"
#include <crease/path.h>
#include <flint/fmpq_vec.h>

// Where the sweep begins the weights are those of the first network: its labels are the first row,
// or the last one, which goes on from there.
static void start(void)
{
    enum { WIDTH = 5, DEPTH = 2 };
    experiment e = {.how = {.seed = 4}, .limits = no_limits()};
    static const great_circle of = {WIDTH, DEPTH, 1, 8};
    for (size_t repeat = 0; repeat < 3; repeat++) {
        crease_dichotomies found;
        CU_ASSERT_FATAL(great_circle_sweep(&found, &e, &of, repeat, NULL) == CREASE_OK);
        uint64_t seed = parallel_seed(4, repeat);
        crease_random how = {.init = "gaussian:8", .activation = "hardtanh", .seed = seed};
        crease_net *net;
        CU_ASSERT_FATAL(nets_random(&net, WIDTH, WIDTH, DEPTH, &how, NULL) == CREASE_OK);
        fmpq *points = _fmpq_vec_init(GREAT_CIRCLE_POINTS * WIDTH);
        fmpq_t y;
        fmpq_init(y);
        crease_points_random(points, GREAT_CIRCLE_POINTS, WIDTH, parallel_seed(seed, 2));
        const char *last =
            found.labels + (found.transitions ? found.transitions - 1 : 0) * GREAT_CIRCLE_POINTS;
        for (size_t i = 0; i < GREAT_CIRCLE_POINTS; i++) {
            crease_net_evaluate(y, net, points + i * WIDTH);
            CU_ASSERT_EQUAL(last[i], fmpq_sgn(y) > 0 ? '1' : '0');
        }
        CU_ASSERT(found.distinct <= found.transitions && found.distinct >= 2);
        fmpq_clear(y);
        _fmpq_vec_clear(points, GREAT_CIRCLE_POINTS * WIDTH);
        crease_net_free(net);
        crease_dichotomies_clear(&found);
    }
}

UNIT_MAIN("great_circle", {"start", start})
