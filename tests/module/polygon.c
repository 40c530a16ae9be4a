// Convex polygons, and the window of a picture.
#include "draw/polygon.h"
#include "base/random.h"
#include "unit.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static void is_view(const view *window, double x, double y, double width, double height,
                    double shape)
{
    CU_ASSERT_DOUBLE_EQUAL(window->lo[0], x, 1e-12 * fabs(x));
    CU_ASSERT_DOUBLE_EQUAL(window->lo[1], y, 1e-12 * fabs(y));
    CU_ASSERT_DOUBLE_EQUAL(window->size[0], width, 1e-12 * width);
    CU_ASSERT_DOUBLE_EQUAL(window->size[1], height, 1e-12 * height);
    CU_ASSERT_DOUBLE_EQUAL(window->shape, shape, 1e-12);
}

static void around(void)
{
    static const struct {
        double lo[2], hi[2], x, y, width, height, shape;
    } cases[] = {
        {{0, 0}, {1, 1}, -0.15, -0.15, 1.3, 1.3, 1},
        {{2, -4}, {4, -3}, 1.7, -4.15, 2.6, 1.3, 2},
        {{5, 7}, {5, 7}, 4.35, 6.35, 1.3, 1.3, 1},           // one point
        {{1, 1}, {-1, -1}, -0.65, -0.65, 1.3, 1.3, 1},       // none
        {{0, 3}, {10, 3}, -1.5, -3.5, 13, 13, 1},            // along an axis
        {{3, 0}, {3, 10}, -3.5, -1.5, 13, 13, 1},            //
        {{0, 0}, {1e6, 1}, -1.5e5, -0.15, 1.3e6, 1.3, 4},    // too long
        {{0, 0}, {1, 1e6}, -0.15, -1.5e5, 1.3, 1.3e6, 0.25}, //
        {{0, 0}, {1e-300, 1e-300}, -1.5e-301, -1.5e-301, 1.3e-300, 1.3e-300, 1},
        {{-1e300, -1e300}, {1e300, 1e300}, -1.3e300, -1.3e300, 2.6e300, 2.6e300, 1},
        {{0, 0}, {1e300, 1e-300}, -1.5e299, -6.5e299, 1.3e300, 1.3e300, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        view window;
        plane_point point[] = {{{cases[i].lo[0], cases[i].lo[1]}},
                               {{cases[i].hi[0], cases[i].hi[1]}}};
        size_t count = cases[i].lo[0] <= cases[i].hi[0] ? 2 : 0;
        CU_ASSERT_EQUAL(view_init_around(&window, point, &count, 0, 0.15), 0);
        is_view(&window, cases[i].x, cases[i].y, cases[i].width, cases[i].height, cases[i].shape);
    }
}

static void box(void)
{
    view window;
    view_init_box(&window, 1.5);
    is_view(&window, 0, 0, 1, 1, 1.5);
    view_init_box(&window, 1e300);
    is_view(&window, 0, 0, 1, 1, 4);
    view_init_box(&window, HUGE_VAL);
    is_view(&window, 0, 0, 1, 1, 4);
    view_init_box(&window, 0);
    is_view(&window, 0, 0, 1, 1, 0.25);
}

static void shows(plane_point *point, size_t *count, int all, size_t outside, const double lo[2],
                  const double hi[2])
{
    view window;
    CU_ASSERT_EQUAL(view_init_around(&window, point, count, all, 0), outside);
    for (int side = 0; side < 2; side++) {
        CU_ASSERT_EQUAL(window.lo[side], lo[side]);
        CU_ASSERT_EQUAL(window.size[side], hi[side] - lo[side]);
    }
}

// 100 points twice over, and some that are far away.
static void crowd(void)
{
    plane_point point[204];
    for (int all = 0; all < 2; all++) {
        size_t count = 204;
        for (size_t i = 0; i < 200; i++)
            point[i] = (plane_point){{(double)(i % 10), (double)(i / 10 % 10)}};
        point[200] = (plane_point){{1e9, 3}};
        point[201] = (plane_point){{4, -0x1p40}};
        point[202] = (plane_point){{-20, 5}};
        point[203] = (plane_point){{14, 5}}; // within the fence
        shows(point, &count, all, all ? 0 : 3, (const double[]){all ? -20 : 0, all ? -0x1p40 : 0},
              (const double[]){all ? 1e9 : 14, 9});
        CU_ASSERT_EQUAL(count, 104);
    }
    // Few points are all shown, even if most of them lie on one line.
    size_t count = 2;
    point[0] = (plane_point){{0, 0}};
    point[1] = (plane_point){{1e9, 1e9}};
    shows(point, &count, 0, 0, (const double[]){0, 0}, (const double[]){1e9, 1e9});
    count = 20;
    for (size_t i = 0; i < 20; i++)
        point[i] = (plane_point){{i < 18 ? 7 : (double)i, (double)i}};
    shows(point, &count, 0, 0, (const double[]){7, 0}, (const double[]){19, 19});
}

static double area(const polygon_corner *corner, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++) {
        const polygon_corner *p = corner + i, *q = corner + (i + 1) % count;
        sum += (p->x * q->y - q->x * p->y) / 2;
    }
    return sum;
}

static const polygon_corner square[] = {{0, 0, 1}, {1, 0, 2}, {1, 1, 3}, {0, 1, 4}};

// Edges keep their layers, and the new one has its own.
static void layers(void)
{
    static const struct {
        double form[3];
        size_t count, layer[5];
    } cases[] = {
        {{1, 0, -0.5}, 4, {1, 2, 3, 9}}, // from below to above, so out of order
        {{-1, -1, 1}, 3, {1, 9, 4}},     // through two corners
        {{-1, -1, 1.5}, 5, {1, 2, 9, 3, 4}},
        {{1, 0, 0}, 4, {1, 2, 3, 4}}, // along a side
        {{-1, 0, 0}, 0, {0}},
        {{0, 0, 1}, 4, {1, 2, 3, 4}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        polygon_corner out[5];
        size_t sum = 0, expected = 0;
        CU_ASSERT_EQUAL_FATAL(polygon_cut(out, square, 4, cases[i].form, 9), cases[i].count);
        for (size_t k = 0; k < cases[i].count; k++) {
            sum += out[k].layer;
            expected += cases[i].layer[k];
        }
        CU_ASSERT_EQUAL(sum, expected);
    }
}

static double random_double(random_state *random)
{
    return (double)(random_bits(random) >> 11) * 0x1p-53;
}

// Both parts together are the whole.
static void parts(void)
{
    enum { ROUNDS = 500, CUTS = 6 };
    const uint64_t seed = 20260704;
    random_state random = unit_random(seed);
    for (int round = 0; round < ROUNDS; round++) {
        polygon_corner piece[4 + CUTS], low[4 + CUTS], high[4 + CUTS];
        size_t count = 4;
        memcpy(piece, square, sizeof square);
        for (int i = 0; i < CUTS && count; i++) {
            double turn = 2 * M_PI * random_double(&random);
            double form[] = {cos(turn), sin(turn), random_double(&random) - 0.5};
            double opposite[] = {-form[0], -form[1], -form[2]};
            size_t above = polygon_cut(high, piece, count, form, 9);
            size_t below = polygon_cut(low, piece, count, opposite, 9);
            double sum = area(high, above) + area(low, below);
            if (fabs(sum - area(piece, count)) > 1e-12) {
                CU_FAIL_FATAL("the parts do not add up");
            }
            memcpy(piece, high, above * sizeof *piece);
            count = above;
        }
    }
}

UNIT_MAIN("polygon", {"around", around}, {"box", box}, {"crowd", crowd}, {"layers", layers},
          {"parts", parts})
