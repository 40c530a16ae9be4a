// What a point sees of a turning layer, by hand; tests/cross/dichotomies.c has more.
#include "path/turning.h"
#include "unit.h"

#include <crease/crease.h>
#include <flint/fmpq_vec.h>
#include <stdio.h>
#include <string.h>

static crease_net *parse(const char *text)
{
    crease_net *net;
    CU_ASSERT_EQUAL_FATAL(crease_net_parse(&net, text, strlen(text), "net", NULL), CREASE_OK);
    return net;
}

static void homogeneous(void)
{
    static const struct {
        const char *activation, *bias, *last;
        int first, second;
    } cases[] = {{"relu", "0", "0", 1, 1},      {"hardtanh", "0", "0", 0, 1},
                 {"leaky:1/3", "1", "0", 0, 1}, {"abs", "0", "1", 0, 0},
                 {"abs", "0", "0", 1, 1},       {"pwl:0;1,2;1", "0", "0", 0, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[300];
        snprintf(text, sizeof text,
                 "{\"inputs\": 1, \"layers\": [{\"weights\": [[1]], \"bias\": [%s], "
                 "\"activation\": \"%s\"}, {\"weights\": [[1]], \"bias\": [%s], "
                 "\"activation\": \"linear\"}]}",
                 cases[i].bias, cases[i].activation, cases[i].last);
        crease_net *net = parse(text);
        CU_ASSERT_EQUAL(turning_is_homogeneous(&(turning){.net = net}), cases[i].first);
        CU_ASSERT_EQUAL(turning_is_homogeneous(&(turning){.net = net, .layer = 1}),
                        cases[i].second);
        crease_net_free(net);
    }
}

// ---- Flips of functions of (x, y) along the square, by hand; by doubles and by integers ----

// The pre-activations of the turning layer are x and y. On the four edges (x, y) is
// (1 - t, t), (1 - t, 2 - t), (t - 3, 2 - t) and (t - 3, t - 4).
static const char first_layer[] =
    "{\"inputs\": 1, \"layers\": [{\"weights\": [[1], [0]], \"bias\": [0, 0], \"activation\": "
    "\"%s\"}, {\"weights\": [[%s]], \"bias\": [%s], \"activation\": \"linear\"}]}";

// expected: the places, in order.
static void check(const char *name, const char *weights, const char *bias, int last,
                  const char *const *expected, size_t count, uint64_t pieces)
{
    char text[300];
    snprintf(text, sizeof text, first_layer, name, weights, bias);
    crease_net *net = parse(text);
    crease_net *other = parse("{\"inputs\": 1, \"layers\": [{\"weights\": [[0], [1]], \"bias\": "
                              "[0, 0], \"activation\": \"linear\"}]}");
    turning of = {.net = net, .other = other, .vertices = 4};
    crease_options options = {0};
    fmpq one = {1, 1};
    for (int arith = 0; arith < 2; arith++)
        for (int exact = 0; exact < 2; exact++) {
            run_limits limits;
            run_limits_init(&limits, &options);
            run_ticker ticker = {.limits = &limits};
            flip_list flips;
            CU_ASSERT(flips_find(&flips, &of, &one, exact, arith ? CREASE_EXACT : CREASE_FILTERED,
                                 &ticker, 0));
            CU_ASSERT_EQUAL(flips.last, last);
            CU_ASSERT_EQUAL(flips.pieces, pieces);
            CU_ASSERT_EQUAL_FATAL(flips.count, count);
            CU_ASSERT(!flips.exact == (!exact || !count));
            for (size_t i = 0; i < count; i++) {
                fmpq_t place;
                fmpq_init(place);
                fmpq_set_str(place, expected[i], 10);
                CU_ASSERT(!exact || fmpq_equal(place, flips.exact + i));
                // all are halves or quarters but 1/3: off by less than 2^-50
                double at = fmpq_get_d(place);
                double low = ball_low(flips.at[i]), high = ball_high(flips.at[i]);
                CU_ASSERT(low <= at && at <= high);
                CU_ASSERT(arith || high - low < 1e-12);
                CU_ASSERT_EQUAL(flips_label(&flips, i), last ^ (int)(i % 2 == 0));
                fmpq_clear(place);
            }
            flips_clear(&flips);
            run_limits_clear(&limits);
        }
    crease_net_free(net);
    crease_net_free(other);
}

static void by_hand(void)
{
    // at vertices: x > 0, y > 0, where the first flip is at 0, and upside down
    check("linear", "1, 0", "0", 1, (const char *[]){"1", "3"}, 2, 4);
    check("linear", "0, 1", "0", 0, (const char *[]){"0", "2"}, 2, 4);
    check("linear", "0, -1", "0", 1, (const char *[]){"0", "2"}, 2, 4);
    // inside edges: x > 1/2, x - y > 1/2, y > 1/4
    check("linear", "1, 0", "\"-1/2\"", 1, (const char *[]){"1/2", "7/2"}, 2, 6);
    check("linear", "1, -1", "\"-1/2\"", 1, (const char *[]){"1/4", "11/4"}, 2, 6);
    check("linear", "0, 1", "\"-1/4\"", 0, (const char *[]){"1/4", "7/4"}, 2, 6);
    // 0 throughout on half of the way is label 0: the flip is the hidden unit's
    check("relu", "1, 0", "0", 1, (const char *[]){"1", "3"}, 2, 4);
    check("relu", "-1, 0", "0", 0, NULL, 0, 4);
    check("relu", "0, 1", "0", 0, (const char *[]){"0", "2"}, 2, 4);
    // max(x, 0) > 2 max(y, 0): on one edge and, where y <= 0, the whole of the last
    check("relu", "1, -2", "0", 1, (const char *[]){"1/3", "3"}, 2, 5);
    // |x| > 1/2 and |x| < 1/2
    check("abs", "1, 0", "\"-1/2\"", 1, (const char *[]){"1/2", "3/2", "5/2", "7/2"}, 4, 8);
    check("abs", "-1, 0", "\"1/2\"", 0, (const char *[]){"1/2", "3/2", "5/2", "7/2"}, 4, 8);
    // touches 0 from below, and from above; 0 throughout
    check("linear", "1, 0", "-1", 0, NULL, 0, 4);
    check("linear", "1, 0", "1", 1, NULL, 0, 4);
    check("linear", "0, 0", "0", 0, NULL, 0, 4);
    check("linear", "0, 0", "1", 1, NULL, 0, 4);
}

static void stops(void)
{
    char text[300];
    snprintf(text, sizeof text, first_layer, "relu", "1, 1", "0");
    crease_net *net = parse(text);
    turning of = {.net = net, .other = net, .vertices = 4};
    const volatile sig_atomic_t flag = 2;
    crease_options options = {.interrupt = &flag};
    run_limits limits;
    run_limits_init(&limits, &options);
    run_ticker ticker = {.limits = &limits};
    flip_list flips;
    fmpq one = {1, 1};
    CU_ASSERT_FALSE(flips_find(&flips, &of, &one, 0, CREASE_FILTERED, &ticker, 0));
    flips_clear(&flips);
    run_limits_clear(&limits);
    crease_net_free(net);
}

UNIT_MAIN("turning", {"homogeneous", homogeneous}, {"by hand", by_hand}, {"stops", stops})
