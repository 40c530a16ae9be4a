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
    parse(&along.lo, lo);
    parse(&along.hi, hi);
    return along;
}

// The labels of the ticks, separated by spaces; clears the axis.
static void check_axis(axis along, size_t most, const char *expected)
{
    axis_ticks ticks;
    char labels[1000] = "";
    axis_ticks_init(&ticks, &along, most);
    for (size_t i = 0; i < ticks.count; i++) {
        strcat(labels, i ? " " : "");
        strcat(labels, ticks.tick[i].label);
    }
    if (strcmp(labels, expected) != 0)
        printf("\n%s", labels);
    CU_ASSERT_STRING_EQUAL(labels, expected);
    axis_ticks_clear(&ticks);
    axis_clear(&along);
}

static void check(const char *lo, const char *hi, size_t most, const char *expected)
{
    check_axis(axis_of(lo, hi), most, expected);
}

static void labels(void)
{
    check("0", "1", 6, "0 0.2 0.4 0.6 0.8 1.0");
    check("0", "1", 5, "0 0.5 1.0");
    check("-1/3", "2.1", 9, "0 0.5 1.0 1.5 2.0");
    check("-1/2", "1/2", 3, "-0.5 0 0.5");
}

static void sizes(void)
{
    check("-3e5", "1e6", 3, "0 500000 1000000");
    check("-3e9", "1e10", 3, "0 5e9 1e10");
    check("0", "3e-4", 4, "0 0.0001 0.0002 0.0003");
    check("0", "3e-5", 4, "0 1e-5 2e-5 3e-5");
    check("0", "2.5e-5", 6, "0 5e-6 1e-5 1.5e-5 2e-5 2.5e-5");
    check("-1e500", "1e500", 3, "-1e500 0 1e500");
    check("1", "1.0000000002", 3, "1.0000000000 1.0000000001 1.0000000002");
}

// One tick at most; where that step's multiples avoid the interval, none.
static void few(void)
{
    check("0.9", "1.2", 1, "1.0");
    check("-3", "8", 1, "0");
    check("0.3", "0.4", 1, "0.4");
    check("1.9", "4.1", 1, "");
}

static void whole(void)
{
    static const struct {
        const char *lo, *hi, *expected;
        size_t most;
    } cases[] = {{"0.92", "3.08", "1 2 3", 9}, {"0", "1", "0 1", 9}, {"-1", "12", "0 5 10", 5}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        axis along = axis_of(cases[i].lo, cases[i].hi);
        along.whole = 1;
        check_axis(along, cases[i].most, cases[i].expected);
    }
}

static void logarithmic(void)
{
    static const struct {
        const char *lo, *hi, *expected;
        size_t most;
    } cases[] = {
        {"0.9", "110", "1 2 5 10 20 50 100", 9},
        {"0.9", "110", "1 10 100", 5},
        {"1e-5", "2e5", "0.0001 0.01 1 100 10000", 6},
        {"3", "4.5", "3.0 3.5 4.0 4.5", 5}, // not two powers of ten
        {"1.9", "5.1", "2 3 4 5", 5},
        {"1e-300", "1e300", "1e-300 1e-200 1e-100 1 1e100 1e200 1e300", 9},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        axis along = axis_of(cases[i].lo, cases[i].hi);
        along.logarithmic = 1;
        check_axis(along, cases[i].most, cases[i].expected);
    }
}

// Ticks at the values that are shown, unless these are too many.
static void values(void)
{
    static const double value[] = {8, 16, 32, 640};
    for (size_t most = 4; most-- > 2;) {
        axis along = axis_of("7", "700");
        along.logarithmic = 1;
        along.value = value;
        along.values = 4;
        check_axis(along, most + 1, most == 3 ? "8 16 32 640" : "10 100");
    }
}

static void places(void)
{
    axis along = axis_of("1", "100");
    fmpq_t x;
    fmpq_init(x);
    parse(x, "10");
    CU_ASSERT_DOUBLE_EQUAL(axis_place(&along, x), 1 / 11., 1e-15);
    along.logarithmic = 1;
    CU_ASSERT_DOUBLE_EQUAL(axis_place(&along, x), 0.5, 1e-15);
    fmpq_clear(x);
    axis_clear(&along);
}

// Ticks stand where their labels say, are equally far apart, and no shorter step would do.
static void random_axes(void)
{
    const uint64_t seed = 20260708;
    printf("seed %" PRIu64 " ", seed);
    random_state random;
    random_seed(&random, seed);
    axis along;
    fmpq *lo = &along.lo, *hi = &along.hi;
    fmpq_t value, extent, place;
    axis_init(&along);
    fmpq_init(value);
    fmpq_init(extent);
    fmpq_init(place);
    for (int round = 0; round < 2000; round++) {
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

UNIT_MAIN("axis", {"labels", labels}, {"sizes", sizes}, {"few", few}, {"whole", whole},
          {"logarithmic", logarithmic}, {"values", values}, {"places", places},
          {"random axes", random_axes})
