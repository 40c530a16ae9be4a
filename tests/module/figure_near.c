// Distances of points to the nearest bend, by hand.
#include "tool/figure_near.h"
#include "figures.h"
#include "nets.h"
#include "unit.h"
#include <flint/fmpq_vec.h>

// Lines x = 1 and 3x + 4y = 0; the point (2, 1) is at distances 1 and 2.
static void by_hand(void)
{
    experiment e = {.how = {.quick = 1}, .limits = no_limits()};
    crease_net *net = net_of(RELU("[[1, 0], [3, 4]]", "[-1, 0]") "," LINEAR("[[1, 1]]", "[0]"));
    fmpq *points = _fmpq_vec_init(4), *squared = _fmpq_vec_init(2);
    fmpq_set_si(points, 2, 1);
    fmpq_set_si(points + 1, 1, 1);
    fmpq_set_si(points + 2, 3, 1);
    fmpq_set_si(points + 3, -2, 1);
    CU_ASSERT_EQUAL(near_measure(squared, &e, net, points, 2, NULL), CREASE_OK);
    CU_ASSERT(fmpq_is_one(squared));
    CU_ASSERT(fmpq_cmp_ui(squared + 1, 1) < 0); // 1/25
    CU_ASSERT_EQUAL(near_distance(squared), 1);
    CU_ASSERT_DOUBLE_EQUAL(near_distance(squared + 1), 0.2, 1e-15);
    _fmpq_vec_clear(points, 4);
    _fmpq_vec_clear(squared, 2);
    crease_net_free(net);
}

// Where the first unit is not read the network does not bend at x = 1.
static void unread(void)
{
    experiment e = {.how = {.quick = 1}, .limits = no_limits()};
    crease_net *net = net_of(RELU("[[1, 0], [3, 4]]", "[-1, 0]") "," LINEAR("[[0, 1]]", "[0]"));
    fmpq *point = _fmpq_vec_init(2), *squared = _fmpq_vec_init(1);
    fmpq_set_si(point, 2, 1);
    fmpq_set_si(point + 1, 1, 1);
    CU_ASSERT_EQUAL(near_measure(squared, &e, net, point, 1, NULL), CREASE_OK);
    CU_ASSERT_EQUAL(fmpq_cmp_ui(squared, 4), 0);
    _fmpq_vec_clear(point, 2);
    _fmpq_vec_clear(squared, 1);
    crease_net_free(net);
}

static void affine(void)
{
    experiment e = {.how = {.quick = 1}, .limits = no_limits()};
    crease_error error;
    crease_net *net = net_of(RELU("[[0, 0]]", "[1]") "," LINEAR("[[1]]", "[0]"));
    fmpq *points = _fmpq_vec_init(2), *squared = _fmpq_vec_init(1);
    CU_ASSERT_EQUAL(near_measure(squared, &e, net, points, 1, &error), CREASE_ERROR);
    CU_ASSERT_STRING_EQUAL(error.message,
                           "expected a network that bends somewhere, found one that is affine");
    _fmpq_vec_clear(points, 2);
    _fmpq_vec_clear(squared, 1);
    crease_net_free(net);
}

UNIT_MAIN("near", {"by_hand", by_hand}, {"unread", unread}, {"affine", affine})
