// Ticks of axes, and where they stand.
#include "draw/axis.h"
#include "base/random.h"
#include "exact/rational.h"
#include "unit.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static void parse(fmpq_t x, const char *text)
{
    CU_ASSERT_EQUAL_FATAL(rational_parse(x, text, strlen(text), NULL), CREASE_OK);
}

static axis axis_of(const char *lo, const char *hi)
{
    axis along;
    axis_init(&along);
    parse(along.end, lo);
    parse(along.end + 1, hi);
    return along;
}

// The labels of the ticks, separated by spaces.
static void check(const char *lo, const char *hi, size_t most, const char *expected)
{
    axis along = axis_of(lo, hi);
    axis_ticks ticks;
    char labels[1000] = "";
    axis_ticks_init(&ticks, &along, most);
    for (size_t i = 0; i < ticks.count; i++) {
        strcat(labels, i ? " " : "");
        strcat(labels, ticks.tick[i].label);
    }
    CU_ASSERT_STRING_EQUAL(labels, expected);
    axis_ticks_clear(&ticks);
    axis_clear(&along);
}

static void labels(void)
{
    check("0", "1", 6, "0 0.2 0.4 0.6 0.8 1");
    check("0", "1", 5, "0 0.5 1");
    check("-1/3", "2.1", 9, "0 0.5 1 1.5 2");
    check("-1/2", "1/2", 3, "-0.5 0 0.5");
}

static void sizes(void)
{
    check("-3e5", "1e6", 3, "0 500000 1000000");
    check("-3e9", "1e10", 3, "0 5e+09 1e+10");
    check("0", "3e-4", 4, "0 0.0001 0.0002 0.0003");
    check("0", "3e-5", 4, "0 1e-05 2e-05 3e-05");
    check("0", "2.5e-5", 6, "0 5e-06 1e-05 1.5e-05 2e-05 2.5e-05");
    check("-1e500", "1e500", 3, "-1e+500 0 1e+500");
    check("1", "1.0000000002", 3, "1 1.0000000001 1.0000000002");
}

// One tick at most; where that step's multiples avoid the interval, none.
static void few(void)
{
    check("0.9", "1.2", 1, "1");
    check("-3", "8", 1, "0");
    check("0.3", "0.4", 1, "0.4");
    check("1.9", "4.1", 1, "");
}

// Ticks stand where their labels say, are equally far apart, and no shorter step would do.
static void random_axes(void)
{
    const uint64_t seed = 20260708;
    printf("seed %" PRIu64 " ", seed);
    random_state random;
    random_seed(&random, seed);
    axis along;
    fmpq *lo = along.end, *hi = along.end + 1;
    fmpq_t value, extent, place;
    axis_init(&along);
    fmpq_init(value);
    fmpq_init(extent);
    fmpq_init(place);
    CASES(round, 2000) {
        slong numerator = (slong)random_between(&random, -1000, 1000);
        fmpq_set_si(lo, numerator, 1 + random_below(&random, 50));
        numerator = (slong)random_between(&random, 1, 1000);
        fmpq_set_si(extent, numerator, 1 + random_below(&random, 5000));
        if (round % 3 == 0)
            fmpq_mul_2exp(extent, extent, random_below(&random, 60));
        fmpq_add(hi, lo, extent);
        size_t most = 1 + random_below(&random, 12);
        axis_ticks ticks;
        axis_ticks_init(&ticks, &along, most);
        CU_ASSERT(ticks.count <= most);
        // A step of 2.5 times that of the next one down has at least so many.
        CU_ASSERT((double)ticks.count >= floor((double)most / 2.5) - 1);
        for (size_t i = 0; i < ticks.count; i++) {
            parse(value, ticks.tick[i].label);
            fmpq_sub(place, value, lo);
            fmpq_div(place, place, extent);
            CU_ASSERT(fmpq_sgn(place) >= 0 && fmpq_cmp_ui(place, 1) <= 0);
            CU_ASSERT_EQUAL(ticks.tick[i].at, rational_double(place));
            if (i >= 2) {
                double before = ticks.tick[i - 1].at - ticks.tick[i - 2].at;
                CU_ASSERT_DOUBLE_EQUAL(ticks.tick[i].at - ticks.tick[i - 1].at, before, 1e-14);
            }
        }
        axis_ticks_clear(&ticks);
    }
    axis_clear(&along);
    fmpq_clear(value);
    fmpq_clear(extent);
    fmpq_clear(place);
}

UNIT_MAIN("axis", {"labels", labels}, {"sizes", sizes}, {"few", few}, {"random axes", random_axes})
