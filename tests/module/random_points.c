// Random points of boxes.
#include <crease/distance.h>

#include "nets.h"
#include "unit.h"

enum { POINTS = 400 };

static void in_the_box(void)
{
    crease_domain *box = domain_of("-1,1/3,5,5.5");
    fmpq *points = _fmpq_vec_init(2 * POINTS), *again = _fmpq_vec_init(2 * POINTS);
    fmpq_t lo[2], hi[2];
    size_t left = 0, below = 0;
    for (int c = 0; c < 2; c++) {
        fmpq_init(lo[c]);
        fmpq_init(hi[c]);
    }
    fmpq_set_si(lo[0], -1, 1);
    fmpq_set_si(hi[0], 1, 3);
    fmpq_set_si(lo[1], 5, 1);
    fmpq_set_si(hi[1], 11, 2);
    CU_ASSERT_EQUAL(crease_points_uniform(points, POINTS, box, 7, NULL), CREASE_OK);
    for (size_t i = 0; i < 2 * POINTS; i++) {
        CU_ASSERT(fmpq_cmp(points + i, lo[i % 2]) >= 0);
        CU_ASSERT(fmpq_cmp(points + i, hi[i % 2]) < 0);
        left += i % 2 == 0 && fmpq_get_d(points + i) < -1.0 / 3;
        below += i % 2 == 1 && fmpq_get_d(points + i) < 5.25;
    }
    CU_ASSERT(left > POINTS * 2 / 5 && left < POINTS * 3 / 5);
    CU_ASSERT(below > POINTS * 2 / 5 && below < POINTS * 3 / 5);
    // A shorter list is the beginning of a longer one; another seed gives others.
    CU_ASSERT_EQUAL(crease_points_uniform(again, POINTS / 2, box, 7, NULL), CREASE_OK);
    for (size_t i = 0; i < POINTS; i++)
        CU_ASSERT(fmpq_equal(again + i, points + i));
    CU_ASSERT_EQUAL(crease_points_uniform(again, POINTS / 2, box, 8, NULL), CREASE_OK);
    CU_ASSERT_FALSE(fmpq_equal(again, points));
    for (int c = 0; c < 2; c++) {
        fmpq_clear(lo[c]);
        fmpq_clear(hi[c]);
    }
    _fmpq_vec_clear(points, 2 * POINTS);
    _fmpq_vec_clear(again, 2 * POINTS);
    crease_domain_free(box);
}

static void refused(void)
{
    fmpq *points = _fmpq_vec_init(2);
    crease_error error = {0};
    crease_domain *plane = crease_domain_new_space(2);
    CU_ASSERT_EQUAL(crease_points_uniform(points, 1, plane, 7, &error), CREASE_ERROR);
    CU_ASSERT_STRING_EQUAL(error.message, "expected a box, found R^2");
    crease_domain_free(plane);
    _fmpq_vec_clear(points, 2);
}

UNIT_MAIN("random_points", {"in the box", in_the_box}, {"refused", refused})
