// Ticks of axes, and where they stand.
#include "draw/axis.h"
#include "base/random.h"
#include "unit.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The labels of the ticks, separated by spaces.
static void check(double lo, double hi, size_t most, const char *expected)
{
    const axis_ticks ticks = axis_ticks_of((axis){{lo, hi}}, most);
    char labels[1000] = "";
    for (size_t i = 0; i < ticks.count; i++) {
        strcat(labels, i ? " " : "");
        strcat(labels, ticks.tick[i].label);
    }
    CU_ASSERT_STRING_EQUAL(labels, expected);
}

static void labels(void)
{
    check(0, 1, 6, "0 0.2 0.4 0.6 0.8 1");
    check(0, 1, 5, "0 0.5 1");
    check(-1. / 3, 2.1, 9, "0 0.5 1 1.5 2");
    check(-0.5, 0.5, 3, "-0.5 0 0.5");
}

static void sizes(void)
{
    check(-3e5, 1e6, 3, "0 500000 1000000");
    check(-3e9, 1e10, 3, "0 5e+09 1e+10");
    check(0, 3e-4, 4, "0 0.0001 0.0002 0.0003");
    check(0, 3e-5, 4, "0 1e-05 2e-05 3e-05");
    check(0, 2.5e-5, 6, "0 5e-06 1e-05 1.5e-05 2e-05 2.5e-05");
    check(-1e300, 1e300, 3, "-1e+300 0 1e+300");
    check(1, 1.000002, 3, "1 1.000001 1.000002");
    check(12345678, 12345680, 3, "12345678 12345679 12345680");
    check(1, 1 + 1e-12, 3, ""); // not resolved
    check(-INFINITY, INFINITY, 3, "");
    check(1, 1, 3, "");
}

// One tick at most; where that step's multiples avoid the interval, none.
static void few(void)
{
    check(0.9, 1.2, 1, "1");
    check(-3, 8, 1, "0");
    check(0.3, 0.4, 1, "0.4");
    check(1.9, 4.1, 1, "");
}

// Ticks stand where their labels say, are equally far apart, and no shorter step would do.
static void random_axes(void)
{
    const uint64_t seed = 20260708;
    random_state random = unit_random(seed);
    CASES(round, 2000) {
        double lo = (double)random_between(&random, -1000, 1000);
        lo /= 1 + (double)random_below(&random, 50);
        double extent = (double)random_between(&random, 1, 1000);
        extent /= 1 + (double)random_below(&random, 5000);
        const axis along = {{lo, lo + extent}};
        size_t most = 1 + random_below(&random, AXIS_MOST_TICKS);
        const axis_ticks ticks = axis_ticks_of(along, most);
        CU_ASSERT(ticks.count <= most);
        // The next step is at most 2.5 times as large, so there are at least this many.
        CU_ASSERT((double)ticks.count >= floor((double)most / 2.5) - 1);
        for (size_t i = 0; i < ticks.count; i++) {
            const double at = ticks.tick[i].position;
            CU_ASSERT(at >= 0 && at <= 1);
            CU_ASSERT_DOUBLE_EQUAL(at, (atof(ticks.tick[i].label) - lo) / extent, 1e-3);
            if (i >= 2) {
                double before = ticks.tick[i - 1].position - ticks.tick[i - 2].position;
                CU_ASSERT_DOUBLE_EQUAL(at - ticks.tick[i - 1].position, before, 1e-9);
            }
        }
    }
}

UNIT_MAIN("axis", {"labels", labels}, {"sizes", sizes}, {"few", few}, {"random axes", random_axes})
