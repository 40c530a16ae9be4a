// Flips of small networks, by hand; found and refined, by doubles and by integers.
#include "study/flips.h"
#include "unit.h"
#include <crease/crease.h>

#include <stdio.h>
#include <string.h>

// expected: the label before, then the places.
static void check(const char *hidden, const char *weights, const char *bias, size_t length,
                  int last, const char *const *expected, size_t count)
{
    char text[600];
    snprintf(text, sizeof text,
             "{\"inputs\": 1, \"layers\": [%s, {\"weights\": [%s], \"bias\": [%s], "
             "\"activation\": \"relu\"}]}",
             hidden, weights, bias);
    crease_net *net;
    CU_ASSERT_EQUAL_FATAL(crease_net_parse(&net, text, strlen(text), "net", NULL), CREASE_OK);
    for (int arith = 0; arith < 2; arith++) {
        crease_options options = {.arith = arith ? CREASE_EXACT : CREASE_FILTERED};
        flip_list flips;
        CU_ASSERT_EQUAL(flips_find(&flips, net, length, &options, NULL), CREASE_OK);
        CU_ASSERT_PTR_NULL(flips.exact);
        CU_ASSERT_EQUAL(flips_refine(&flips, net, length, &options, NULL), CREASE_OK);
        CU_ASSERT_EQUAL(flips.last, last);
        CU_ASSERT_EQUAL_FATAL(flips.count, count);
        for (size_t i = 0; i < count; i++) {
            char *found = fmpq_get_str(NULL, 10, flips.exact + i);
            CU_ASSERT_STRING_EQUAL(found, expected[i]);
            flint_free(found);
            double place = fmpq_get_d(flips.exact + i);
            CU_ASSERT(flips.at[i].lo <= place && place <= flips.at[i].hi);
            CU_ASSERT(arith || flips.at[i].hi - flips.at[i].lo < 1e-9);
            CU_ASSERT_EQUAL(flips_label(&flips, i), last ^ (int)(i % 2 == 0));
        }
        flips_clear(&flips);
    }
    crease_net_free(net);
}

#define HAT "{\"weights\": [[1], [1]], \"bias\": [-1, -2], \"activation\": \"relu\"}"

static void by_hand(void)
{
    // relu(t - 1) - 3 relu(t - 2) - 1/2 on [0, 5]: up at 3/2, down where t - 3/2 = 3 t - 6
    check(HAT, "[1, -3]", "\"-1/2\"", 5, 0, (const char *[]){"3/2", "9/4"}, 2);
    // upside down
    check(HAT, "[-1, 3]", "\"1/2\"", 5, 1, (const char *[]){"3/2", "9/4"}, 2);
    // 0 throughout on [0, 1] is label 0: the flip is the hidden unit's
    check(HAT, "[1, -3]", "0", 5, 0, (const char *[]){"1", "5/2"}, 2);
    check(HAT, "[-1, 3]", "0", 5, 1, (const char *[]){"0", "5/2"}, 2);
    // touches 0 at t = 2 from below, and from above
    check(HAT, "[1, -2]", "-1", 5, 0, NULL, 0);
    check(HAT, "[-1, 2]", "1", 3, 1, NULL, 0);
    // never, always, 0 throughout
    check(HAT, "[0, 0]", "-1", 4, 0, NULL, 0);
    check(HAT, "[0, 0]", "1", 4, 1, NULL, 0);
    check(HAT, "[0, 0]", "0", 4, 0, NULL, 0);
    // the ends differ: one flip is at 0
    check(HAT, "[1, 0]", "-1", 5, 1, (const char *[]){"0", "2"}, 2);
    check(HAT, "[-1, 0]", "\"1/3\"", 5, 0, (const char *[]){"0", "4/3"}, 2);
}

static void stops(void)
{
    crease_net *net;
    const char *text = "{\"inputs\": 1, \"layers\": [" HAT
                       ", {\"weights\": [[1, -3]], \"bias\": [-1], \"activation\": \"relu\"}]}";
    CU_ASSERT_EQUAL_FATAL(crease_net_parse(&net, text, strlen(text), "net", NULL), CREASE_OK);
    const volatile sig_atomic_t flag = 2;
    crease_options options = {.interrupt = &flag};
    flip_list flips;
    CU_ASSERT_EQUAL(flips_find(&flips, net, 5, &options, NULL), CREASE_STOPPED);
    CU_ASSERT_EQUAL(flips.count, 0);
    flips_clear(&flips);
    crease_net_free(net);
}

UNIT_MAIN("flips", {"by hand", by_hand}, {"stops", stops})
