// Which networks commute with positive scaling.
#include "nets.h"
#include "unit.h"

#include <flint/fmpq_vec.h>

static int is_homogeneous(const char *name, const char *bias)
{
    char *layers = NULL;
    if (asprintf(&layers,
                 "{\"weights\": [[1, 2], [3, 4]], \"bias\": [0, %s], \"activation\": \"%s\"}", bias,
                 name) < 0)
        abort();
    crease_net *net = net_of(layers);
    int is = crease_net_is_homogeneous(net);
    crease_net_free(net);
    free(layers);
    return is;
}

static void activations(void)
{
    static const char *const good[] = {"relu",   "leaky:1/10", "abs",
                                       "linear", "maxout:2",   "pwl:0;-1,3;0"};
    static const char *const bad[] = {"hardtanh", "pwl:0;1,0;1", "pwl:1;0,1;0", "pwl:-1,0;0,1,2;1"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        CU_ASSERT(is_homogeneous(good[i], "0"));
        CU_ASSERT(!is_homogeneous(good[i], "\"1/9\""));
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        CU_ASSERT(!is_homogeneous(bad[i], "0"));
}

// Round the origin it does not matter how many vertices a polygon has.
static void circles(void)
{
    for (uint64_t seed = 1; seed <= 5; seed++) {
        const size_t widths[] = {3, 6, 6, 2};
        const char *names[] = {"relu", "abs", "leaky:-1/2", "maxout:3", "relu"};
        crease_random how = {.activation = names[seed - 1], .seed = seed};
        crease_trajectory coarse, fine;
        crease_path path;
        crease_net *net;
        fmpq *points = _fmpq_vec_init(6);
        CU_ASSERT_FATAL(!crease_net_random(&net, widths, 4, &how, NULL));
        CU_ASSERT(crease_net_is_homogeneous(net));
        crease_points_random(points, 2, 3, seed);
        crease_trajectory_init(&coarse, net);
        crease_trajectory_init(&fine, net);
        CU_ASSERT_FATAL(!crease_path_circle(&path, points, points + 3, 3, 3, NULL));
        CU_ASSERT_FATAL(!crease_trajectory_measure(&coarse, net, &path, 1, NULL, NULL));
        crease_path_clear(&path);
        CU_ASSERT_FATAL(!crease_path_circle(&path, points, points + 3, 3, 50, NULL));
        CU_ASSERT_FATAL(!crease_trajectory_measure(&fine, net, &path, 1, NULL, NULL));
        crease_path_clear(&path);
        for (size_t l = 0; l <= 3; l++) {
            CU_ASSERT_EQUAL(coarse.transitions[l], fine.transitions[l]);
            CU_ASSERT_EQUAL(coarse.patterns[l], fine.patterns[l]);
        }
        CU_ASSERT(fine.transitions[1] >= 6); // every unit, twice; maxout perhaps thrice
        CU_ASSERT(fmpq_cmp(fine.length[0].lo, coarse.length[0].hi) > 0);
        crease_trajectory_clear(&coarse);
        crease_trajectory_clear(&fine);
        crease_net_free(net);
        _fmpq_vec_clear(points, 6);
    }
}

UNIT_MAIN("homogeneous", {"activations and biases", activations}, {"circles", circles})
