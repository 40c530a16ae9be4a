// Two ways to the same dichotomies.
#ifndef TESTS_SAME_DICHOTOMIES_H
#define TESTS_SAME_DICHOTOMIES_H

#include "path/turning.h"
#include "unit.h"

#include <string.h>

static inline void check_same(const crease_dichotomies *a, const crease_dichotomies *b)
{
    CU_ASSERT_EQUAL(a->flips, b->flips);
    CU_ASSERT_EQUAL(a->distinct, b->distinct);
    CU_ASSERT_EQUAL(a->pieces, b->pieces);
    CU_ASSERT_EQUAL_FATAL(a->transitions, b->transitions);
    size_t rows = a->transitions ? a->transitions : 1;
    CU_ASSERT(!memcmp(a->labels, b->labels, rows * a->points));
    CU_ASSERT(!memcmp(a->seen, b->seen, rows * sizeof *a->seen));
    CU_ASSERT(!memcmp(a->flips_of, b->flips_of, a->points * sizeof *a->flips_of));
    for (size_t i = 0; i < a->transitions; i++) {
        CU_ASSERT_DOUBLE_EQUAL(a->place[i], b->place[i], 1e-6);
        CU_ASSERT(!a->exact || !b->exact || fmpq_equal(a->exact + i, b->exact + i));
    }
}

#endif
