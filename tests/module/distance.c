// Distances of many points; random points of boxes.
#include "base/random.h"
#include "distance/boundary_search.h"
#include "nets.h"
#include "unit.h"
#include <crease/distance.h>

#include <flint/fmpq_vec.h>
#include <float.h>
#include <math.h>

enum { POINTS = 60 };

typedef struct {
    size_t next, stop_after;
    double sum;
    uint64_t cells;
} observer;

static crease_visit observe(void *data, size_t index, const crease_distance *distance)
{
    observer *l = data;
    CU_ASSERT_EQUAL(index, l->next);
    l->next++;
    l->cells += distance->cells;
    l->sum += crease_nearest_distance(&distance->activation);
    return l->stop_after && l->next == l->stop_after ? CREASE_STOP : CREASE_GO;
}

static crease_net *small_net(void)
{
    crease_net *net;
    const size_t widths[] = {3, 5, 4, 1};
    crease_random how = {.seed = 4};
    CU_ASSERT_EQUAL_FATAL(crease_net_random(&net, widths, 4, &how, NULL), CREASE_OK);
    return net;
}

static fmpq *points_of(size_t count)
{
    crease_domain *box;
    fmpq *points = _fmpq_vec_init((slong)(3 * count));
    crease_domain_parse_box(&box, "-1,1", 3, NULL);
    CU_ASSERT_EQUAL_FATAL(crease_points_uniform(points, count, box, 9, NULL), CREASE_OK);
    crease_domain_free(box);
    return points;
}

static void in_order(void)
{
    crease_net *net = small_net();
    fmpq *points = points_of(POINTS);
    observer first = {0};
    for (size_t threads = 1; threads <= 4; threads++) {
        observer l = {0};
        crease_options how = {.threads = threads};
        CU_ASSERT_EQUAL(
            crease_distances(net, points, POINTS, 1, CREASE_NORM_2, &how, observe, &l, NULL),
            CREASE_OK);
        CU_ASSERT_EQUAL(l.next, POINTS);
        if (threads == 1)
            first = l;
        CU_ASSERT(l.sum == first.sum && l.cells == first.cells);
    }
    CU_ASSERT(first.sum > 0 && first.cells >= 2 * POINTS);
    observer none = {0};
    CU_ASSERT_EQUAL(crease_distances(net, points, 0, 0, CREASE_NORM_2, NULL, observe, &none, NULL),
                    CREASE_OK);
    CU_ASSERT_EQUAL(none.next, 0);
    _fmpq_vec_clear(points, 3 * POINTS);
    crease_net_free(net);
}

static void stopped(void)
{
    crease_net *net = small_net();
    crease_error error = {0};
    fmpq *points = points_of(POINTS);
    for (size_t threads = 1; threads <= 3; threads++) {
        observer l = {.stop_after = 20};
        crease_options how = {.threads = threads};
        CU_ASSERT_EQUAL(
            crease_distances(net, points, POINTS, 0, CREASE_NORM_2, &how, observe, &l, NULL),
            CREASE_STOPPED);
        CU_ASSERT_EQUAL(l.next, 20);
        volatile sig_atomic_t flag = 15;
        how.interrupt = &flag;
        l = (observer){0};
        CU_ASSERT_EQUAL(
            crease_distances(net, points, POINTS, 0, CREASE_NORM_2, &how, observe, &l, NULL),
            CREASE_STOPPED);
        CU_ASSERT_EQUAL(l.next, 0);
    }
    observer l = {0};
    crease_options how = {.time_limit = 1e-9};
    CU_ASSERT_EQUAL(
        crease_distances(net, points, POINTS, 0, CREASE_NORM_2, &how, observe, &l, NULL),
        CREASE_STOPPED);
    how = (crease_options){.arith = CREASE_FLOAT};
    CU_ASSERT_EQUAL(
        crease_distances(net, points, POINTS, 0, CREASE_NORM_2, &how, observe, &l, &error),
        CREASE_ERROR);
    CU_ASSERT(strstr(error.message, "float") != NULL);
    _fmpq_vec_clear(points, 3 * POINTS);
    crease_net_free(net);
}

static void roots(void)
{
    crease_net *net = small_net();
    crease_distance distance;
    crease_distance_init(&distance, net);
    fmpq_set_si(distance.function.squared, 9, 16);
    CU_ASSERT_EQUAL(crease_nearest_distance(&distance.function), 0.75);
    fmpq_set_si(distance.function.squared, 2, 1);
    CU_ASSERT_EQUAL(crease_nearest_distance(&distance.function), 1.4142135623730951);
    distance.function.state = CREASE_NEAREST_AT_LEAST; // never above the bound
    CU_ASSERT_EQUAL(crease_nearest_distance(&distance.function), 0x1.6a09e667f3bccp0);
    fmpq_mul_2exp(distance.function.squared, distance.function.squared, 3000);
    CU_ASSERT_EQUAL(crease_nearest_distance(&distance.function), DBL_MAX);
    CU_ASSERT_EQUAL(crease_nearest_distance(&distance.activation), 0);
    crease_distance_clear(&distance);
    crease_net_free(net);
}

enum { COUNT_IN_BOX = 400 };

static void in_the_box(void)
{
    crease_domain *box = domain_of("-1,1/3,5,5.5");
    fmpq *points = _fmpq_vec_init(2 * COUNT_IN_BOX), *again = _fmpq_vec_init(2 * COUNT_IN_BOX);
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
    CU_ASSERT_EQUAL(crease_points_uniform(points, COUNT_IN_BOX, box, 7, NULL), CREASE_OK);
    for (size_t i = 0; i < 2 * COUNT_IN_BOX; i++) {
        CU_ASSERT(fmpq_cmp(points + i, lo[i % 2]) >= 0);
        CU_ASSERT(fmpq_cmp(points + i, hi[i % 2]) < 0);
        left += i % 2 == 0 && fmpq_get_d(points + i) < -1.0 / 3;
        below += i % 2 == 1 && fmpq_get_d(points + i) < 5.25;
    }
    CU_ASSERT(left > COUNT_IN_BOX * 2 / 5 && left < COUNT_IN_BOX * 3 / 5);
    CU_ASSERT(below > COUNT_IN_BOX * 2 / 5 && below < COUNT_IN_BOX * 3 / 5);
    // A shorter list is the beginning of a longer one; another seed gives others.
    CU_ASSERT_EQUAL(crease_points_uniform(again, COUNT_IN_BOX / 2, box, 7, NULL), CREASE_OK);
    for (size_t i = 0; i < COUNT_IN_BOX; i++)
        CU_ASSERT(fmpq_equal(again + i, points + i));
    CU_ASSERT_EQUAL(crease_points_uniform(again, COUNT_IN_BOX / 2, box, 8, NULL), CREASE_OK);
    CU_ASSERT_FALSE(fmpq_equal(again, points));
    for (int c = 0; c < 2; c++) {
        fmpq_clear(lo[c]);
        fmpq_clear(hi[c]);
    }
    _fmpq_vec_clear(points, 2 * COUNT_IN_BOX);
    _fmpq_vec_clear(again, 2 * COUNT_IN_BOX);
    crease_domain_free(box);
}

UNIT_MAIN("distance", {"in order", in_order}, {"stopped", stopped}, {"roots", roots},
          {"in the box", in_the_box})
