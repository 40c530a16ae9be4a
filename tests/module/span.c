// Spans: what they contain, and what they tell of the order.
#include "exact/span.h"
#include "unit.h"

#include <math.h>

static void points(void)
{
    span s = span_of_point((double[]){1, 1, 0x1p-52});
    CU_ASSERT(s.lo < 1 - 0x1p-53 && s.hi > 1 + 0x1p-52);
    CU_ASSERT(s.lo > 1 - 0x1p-50 && s.hi < 1 + 0x1p-50);
    // less than the distance to the next double
    s = span_of_point((double[]){1, 1, 0x1p-80});
    CU_ASSERT(s.lo < 1 && s.hi > 1);
    s = span_shift(s, 1000);
    CU_ASSERT(s.lo < 1001 && s.hi > 1001 && s.hi - s.lo < 1e-12);
    s = span_of_integer(7);
    CU_ASSERT(s.lo == 7 && s.hi == 7);
    CU_ASSERT_EQUAL(span_middle(&(span){1, 3}), 2);
    s = span_of_point((double[]){1, 1, INFINITY});
    CU_ASSERT(s.lo == -INFINITY && s.hi == INFINITY);
    s = span_of_point((double[]){1, 1, NAN});
    CU_ASSERT(s.lo == -INFINITY && s.hi == INFINITY);
}

static void order(void)
{
    span a = {0, 1}, b = {1, 2}, c = {2.5, 3}, w = span_whole();
    CU_ASSERT_EQUAL(span_order(&a, &b), 0);
    CU_ASSERT_EQUAL(span_order(&a, &a), 0);
    CU_ASSERT_EQUAL(span_order(&a, &c), -1);
    CU_ASSERT_EQUAL(span_order(&c, &a), 1);
    CU_ASSERT_EQUAL(span_order(&w, &c), 0);
    CU_ASSERT_EQUAL(span_order(&c, &w), 0);
    CU_ASSERT_EQUAL(span_compare(&a, &b), -1);
    CU_ASSERT_EQUAL(span_compare(&b, &a), 1);
    CU_ASSERT_EQUAL(span_compare(&(span){0, 2}, &a), 1);
    CU_ASSERT_EQUAL(span_compare(&a, &(span){0, 2}), -1);
    CU_ASSERT_EQUAL(span_compare(&a, &a), 0);
}

UNIT_MAIN("span", {"points", points}, {"order", order})
