// Moments of random weights: formulas, and samples of crease_net_random.
#include "net/net.h"
#include "theory/growth.h"
#include "unit.h"
#include <crease/crease.h>

#include <math.h>

static crease_weight_moments moments_of(const char *init, size_t inputs, size_t rows, int unscaled)
{
    crease_weight_moments m = {0};
    crease_random how = {.init = init, .unscaled = unscaled};
    CU_ASSERT_EQUAL_FATAL(crease_weight_moments_of(&m, &how, inputs, rows, NULL), CREASE_OK);
    return m;
}

static void check(crease_weight_moments m, double variance, double projection)
{
    CU_ASSERT_DOUBLE_EQUAL(m.variance, variance, 1e-14 * variance);
    CU_ASSERT_DOUBLE_EQUAL(m.projection, projection, 1e-14 * projection);
    CU_ASSERT_EQUAL(m.alpha, 1);
}

static void formulas(void)
{
    check(moments_of(NULL, 8, 3, 0), 0.25, 0.5 * sqrt(2 / M_PI));
    check(moments_of("xavier-normal", 8, 24, 0), 1.0 / 16, 0.25 * sqrt(2 / M_PI));
    check(moments_of("xavier-uniform", 8, 16, 0), 1.0 / 12, 0.5 / (2 * M_SQRT2));
    check(moments_of("pytorch-default", 4, 1, 0), 1.0 / 12, 0.5 / (2 * M_SQRT2));
    check(moments_of("gaussian:36,1", 9, 5, 0), 4, 2 * sqrt(2 / M_PI));
    check(moments_of("gaussian:36", 9, 5, 1), 36, 6 * sqrt(2 / M_PI));
    check(moments_of("uniform:3", 9, 5, 0), 1.0 / 3, 1 / (2 * M_SQRT2));
    check(moments_of("uniform:3", 9, 5, 1), 3, 3 / (2 * M_SQRT2));
    check(moments_of("discrete:2", 4, 5, 0), 0.5, 0.6 / M_SQRT2);
    check(moments_of("discrete:2", 4, 5, 1), 2, 1.2 / M_SQRT2);
    check(moments_of("values:-2,2,-1/2,0,1/2", 4, 5, 1), 1.7, 1 / M_SQRT2);
    crease_weight_moments m;
    crease_random how = {.alpha = "1/4"};
    CU_ASSERT_EQUAL(crease_weight_moments_of(&m, &how, 8, 1, NULL), CREASE_OK);
    CU_ASSERT_EQUAL(m.alpha, 0.25);
    CU_ASSERT_EQUAL(crease_weight_moments_of(&m, NULL, 8, 1, NULL), CREASE_OK);
    check(m, 0.25, 0.5 * sqrt(2 / M_PI));
    CU_ASSERT(m.normal && m.bias == 0);
    how = (crease_random){.init = "gaussian:36,9", .alpha = "1/2"};
    CU_ASSERT_EQUAL(crease_weight_moments_of(&m, &how, 8, 1, NULL), CREASE_OK);
    CU_ASSERT(m.normal && m.bias == 9 && m.continuous);
    how.init = "gaussian:36";
    CU_ASSERT_EQUAL(crease_weight_moments_of(&m, &how, 8, 1, NULL), CREASE_OK);
    CU_ASSERT(m.normal && m.bias == 0 && !m.continuous);
    CU_ASSERT(moments_of("uniform:1", 2, 2, 0).continuous);
    CU_ASSERT_FALSE(moments_of("discrete:1", 2, 2, 0).continuous);
    CU_ASSERT_FALSE(moments_of("values:-1,1", 2, 2, 0).continuous);
    how = (crease_random){.init = "uniform:2", .bias_std = "1/2"};
    CU_ASSERT_EQUAL(crease_weight_moments_of(&m, &how, 8, 1, NULL), CREASE_OK);
    CU_ASSERT(!m.normal && m.bias == 0.25);
    how = (crease_random){.init = "pytorch-default"};
    CU_ASSERT_EQUAL(crease_weight_moments_of(&m, &how, 4, 1, NULL), CREASE_OK);
    CU_ASSERT_DOUBLE_EQUAL(m.bias, 1.0 / 12, 1e-15);
}

// 40000 weights of each family: the mean square within five deviations, and E |u . w| no less
// than M |u| for some u, (1, 0, ..) and (1, 1) among them.
static void samples(void)
{
    static const char *const inits[] = {"he",         "xavier-normal",   "xavier-uniform",
                                        "uniform:2",  "gaussian:3",      "pytorch-default",
                                        "discrete:3", "values:-5,1,-1,5"};
    enum { INPUTS = 20, ROWS = 2000 };
    static const size_t widths[] = {INPUTS, ROWS};
    for (size_t f = 0; f < sizeof inits / sizeof *inits; f++) {
        crease_net *net;
        crease_random how = {.init = inits[f], .seed = 7};
        CU_ASSERT_EQUAL_FATAL(crease_net_random(&net, widths, 2, &how, NULL), CREASE_OK);
        crease_weight_moments m = moments_of(inits[f], INPUTS, ROWS, 0);
        const fmpq *weight = net->layer[0].weight;
        double square = 0, fourth = 0;
        for (size_t i = 0; i < INPUTS * ROWS; i++) {
            double w = fmpq_get_d(weight + i);
            square += w * w / (INPUTS * ROWS);
            fourth += w * w * w * w / (INPUTS * ROWS);
        }
        double deviation = sqrt((fourth - square * square) / (INPUTS * ROWS));
        CU_ASSERT(fabs(square - m.variance) < 5 * deviation);
        for (size_t ones = 1; ones <= INPUTS; ones++) {
            double size = 0;
            for (size_t r = 0; r < ROWS; r++) {
                double dot = 0;
                for (size_t j = 0; j < ones; j++)
                    dot += fmpq_get_d(weight + r * INPUTS + j);
                size += fabs(dot) / ROWS;
            }
            double error = 5 * sqrt(m.variance * (double)ones / ROWS);
            CU_ASSERT(size > m.projection * sqrt((double)ones) - error);
            // normal: it is exact
            if (f < 2 || f == 4)
                CU_ASSERT(size < m.projection * sqrt((double)ones) + error);
        }
        crease_net_free(net);
    }
}

static void check_refused(crease_random how, const char *where, const char *message)
{
    crease_weight_moments m;
    crease_error error;
    CU_ASSERT_EQUAL(crease_weight_moments_of(&m, &how, 4, 4, &error), CREASE_ERROR);
    CU_ASSERT_STRING_EQUAL(error.where, where);
    CU_ASSERT_STRING_EQUAL(error.message, message);
}

static void refuses(void)
{
    check_refused((crease_random){.init = "values:-1,1,2"}, "init",
                  "expected values that are symmetric about 0, found 1 of one and 0 of its "
                  "opposite");
    check_refused((crease_random){.init = "values:-1,-1,1"}, "init",
                  "expected values that are symmetric about 0, found 2 of one and 1 of its "
                  "opposite");
    check_refused((crease_random){.alpha = "2"}, "alpha",
                  "expected a number from 0 to 1, found \"2\"");
    check_refused((crease_random){.alpha = "x"}, "alpha",
                  "expected a number such as 3, -0.5, 1e-3, 2/7 or 0x1.8p-3, found \"x\"");
    check_refused((crease_random){.bias_std = "-1"}, "bias_std",
                  "expected a number >= 0, found \"-1\"");
    check_refused((crease_random){.init = "gaussian:1,1", .bias_std = "1"}, "bias_std",
                  "expected none with an init that says how biases are drawn, found \"1\"");
    check_refused((crease_random){.init = "uniform:-1"}, "init",
                  "C of uniform:C: expected a number >= 0, found \"-1\"");
}

UNIT_MAIN("moments", {"formulas", formulas}, {"samples", samples}, {"refuses", refuses})
