// The window of a picture.
#include "draw/view.h"
#include "base/random.h"
#include "unit.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#define MOST 16

static const view unit_square = {.size = {1, 1}, .shape = 1};

static double random_double(random_state *random)
{
    return (double)(random_bits(random) >> 11) * 0x1p-53;
}

static double area(const view_vertex *vertex, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++) {
        const view_vertex *p = vertex + i, *q = vertex + (i + 1) % count;
        sum += (p->x * q->y - q->x * p->y) / 2;
    }
    return sum;
}

static int lies_in_square(const view_vertex *vertex, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!(vertex[i].x >= 0 && vertex[i].x <= 1 && vertex[i].y >= 0 && vertex[i].y <= 1 &&
              vertex[i].w == 1))
            return 0;
    return 1;
}

// The area of what is seen of a cell, whose vertices must lie in the square.
static double seen(const view_vertex *cell, size_t count, const view *window)
{
    view_vertex out[VIEW_ROOM(MOST)];
    size_t kept = view_clip(out, cell, count, window);
    CU_ASSERT(lies_in_square(out, kept));
    return area(out, kept);
}

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
        view_init_around(&window, cases[i].lo, cases[i].hi, 0.15);
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

// A crowd of 100 points twice over, and some that are far away.
static void crowd(void)
{
    view_point point[204];
    double lo[2], hi[2];
    for (int all = 0; all < 2; all++) {
        size_t count = 204;
        for (size_t i = 0; i < 200; i++)
            point[i] = (view_point){(double)(i % 10), (double)(i / 10 % 10)};
        point[200] = (view_point){1e9, 3};
        point[201] = (view_point){4, -1e300};
        point[202] = (view_point){-20, 5};
        point[203] = (view_point){14, 5}; // within the fence
        CU_ASSERT_EQUAL(view_crowd(lo, hi, point, &count, all), all ? 0 : 3);
        CU_ASSERT_EQUAL(count, 104);
        CU_ASSERT(lo[0] == (all ? -20 : 0) && hi[0] == (all ? 1e9 : 14));
        CU_ASSERT(lo[1] == (all ? -1e300 : 0) && hi[1] == 9);
    }
    // Few are all shown; most of them on one line are no reason to leave out the others.
    size_t count = 3;
    point[2] = (view_point){1e9, 1e9};
    CU_ASSERT_EQUAL(view_crowd(lo, hi, point, &count, 0), 0);
    CU_ASSERT_EQUAL(hi[0], 1e9);
    count = 20;
    for (size_t i = 0; i < 20; i++)
        point[i] = (view_point){i < 18 ? 7 : (double)i, (double)i};
    CU_ASSERT_EQUAL(view_crowd(lo, hi, point, &count, 0), 0);
    CU_ASSERT(lo[0] == 7 && hi[0] == 19);
    count = 0;
    CU_ASSERT_EQUAL(view_crowd(lo, hi, point, &count, 0), 0);
    CU_ASSERT(lo[0] > hi[0]);
}

static void page(void)
{
    static const struct {
        double shape;
        int width, height, page_width, page_height;
    } cases[] = {
        {1, 0, 0, 800, 800},         {2, 0, 0, 800, 400},   {0.5, 0, 0, 400, 800},
        {2, 300, 0, 300, 150},       {2, 0, 300, 600, 300}, {2, 300, 300, 300, 300},
        {0.25, 1000, 0, 1000, 4000}, {4, 1, 0, 1, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        view window;
        int width = cases[i].width, height = cases[i].height;
        view_init_box(&window, cases[i].shape);
        view_page(&width, &height, &window);
        CU_ASSERT_EQUAL(width, cases[i].page_width);
        CU_ASSERT_EQUAL(height, cases[i].page_height);
    }
}

static void bounded_cells(void)
{
    view_vertex out[VIEW_ROOM(MOST)];
    // A cell inside the view is left alone.
    view_vertex inner[] = {{0.25, 0.25, 1, 5}, {0.75, 0.25, 1, 6}, {0.5, 0.75, 1, 7}};
    CU_ASSERT_EQUAL(view_clip(out, inner, 3, &unit_square), 3);
    for (int i = 0; i < 3; i++) {
        CU_ASSERT_EQUAL(out[i].x, inner[i].x);
        CU_ASSERT_EQUAL(out[i].y, inner[i].y);
        CU_ASSERT_EQUAL(out[i].layer, inner[i].layer);
    }
    // One outside is not seen, nor is one that only touches.
    view_vertex outer[] = {{2, 0, 1, 0}, {3, 0, 1, 0}, {2, 1, 1, 0}};
    CU_ASSERT_EQUAL(view_clip(out, outer, 3, &unit_square), 0);
    view_vertex touching[] = {{1, 0, 1, 0}, {2, 0, 1, 0}, {2, 1, 1, 0}, {1, 1, 1, 0}};
    CU_ASSERT_DOUBLE_EQUAL(seen(touching, 4, &unit_square), 0, 0);
    // One around it is the whole view; homogeneous coordinates are not unique.
    view_vertex large[] = {{-18, -18, 2, 0}, {18, -18, 2, 0}, {18, 18, 2, 0}, {-18, 18, 2, 0}};
    CU_ASSERT_DOUBLE_EQUAL(seen(large, 4, &unit_square), 1, 1e-15);
    view window = {{-9, -9}, {36, 18}, 1, 0};
    CU_ASSERT_DOUBLE_EQUAL(seen(large, 4, &window), 0.5, 1e-15);
}

// The triangle (1/2, 1/2), (3/2, 1/2), (1/2, 3/2) loses two vertices.
static void edges_keep_their_layer(void)
{
    view_vertex out[VIEW_ROOM(MOST)];
    view_vertex cell[] = {{0.5, 0.5, 1, 1}, {1.5, 0.5, 1, 2}, {0.5, 1.5, 1, 3}};
    static const view_vertex expected[] = {
        {0.5, 0.5, 1, 1}, {1, 0.5, 1, VIEW_NO_LAYER}, {1, 1, 1, 2}, {0.5, 1, 1, 3}};
    size_t kept = view_clip(out, cell, 3, &unit_square), at = 0;
    // The edge on the line x + y = 2 touches the view in a vertex only.
    for (size_t i = 0; i < kept; i++) {
        const view_vertex *next = out + (i + 1) % kept;
        if (out[i].x == next->x && out[i].y == next->y)
            continue;
        CU_ASSERT_FATAL(at < 4);
        CU_ASSERT_EQUAL(out[i].x, expected[at].x);
        CU_ASSERT_EQUAL(out[i].y, expected[at].y);
        if (at != 2)
            CU_ASSERT_EQUAL(out[i].layer, expected[at].layer);
        at++;
    }
    CU_ASSERT_EQUAL(at, 4);
}

static void unbounded_cells(void)
{
    const size_t no = VIEW_NO_LAYER;
    view_vertex plane[] = {{1, 0, 0, no}, {0, 1, 0, no}, {-1, 0, 0, no}, {0, -1, 0, no}};
    view_vertex half[] = {{0.25, 0, 1, 0}, {0, -1, 0, no}, {1, 0, 0, no}, {0, 1, 0, 0}};
    view_vertex strip[] = {{0, 0.5, 1, 0}, {1, 0, 0, no}, {0, 0.75, 1, 0}, {-1, 0, 0, no}};
    view_vertex quadrant[] = {{0.75, 0.75, 1, 0}, {1, 0, 0, no}, {0, 1, 0, 0}};
    view_vertex half_strip[] = {{0.5, 0.75, 1, 0}, {0.5, 0.25, 1, 0}, {1, 0, 0, 0}};
    // Everything but a quadrant, seen from inside: not convex, so in two cells.
    view_vertex away[] = {{3, 3, 1, 0}, {1, 0, 0, no}, {0, 1, 0, 0}};
    CU_ASSERT_DOUBLE_EQUAL(seen(plane, 4, &unit_square), 1, 1e-15);
    CU_ASSERT_DOUBLE_EQUAL(seen(half, 4, &unit_square), 0.75, 1e-15);
    CU_ASSERT_DOUBLE_EQUAL(seen(strip, 4, &unit_square), 0.25, 1e-15);
    CU_ASSERT_DOUBLE_EQUAL(seen(quadrant, 3, &unit_square), 0.0625, 1e-15);
    CU_ASSERT_DOUBLE_EQUAL(seen(half_strip, 3, &unit_square), 0.25, 1e-15);
    CU_ASSERT_EQUAL(seen(away, 3, &unit_square), 0);
}

// Exactly, the cell is a little less than the half plane y >= 1/2; as doubles its
// directions are opposite.
static void directions_that_rounding_made_opposite(void)
{
    view_vertex cell[] = {{0.5, 0.5, 1, 0}, {1, 1.0 / 3, 0, 0}, {-1, -1.0 / 3, 0, 0}};
    CU_ASSERT_DOUBLE_EQUAL(seen(cell, 3, &unit_square), 0.5, 1e-15);
}

// A crease that is vertical but for 1e-30: both halves are seen, either way.
static void nearly_along_an_axis(void)
{
    for (double tilt = -1e-30; tilt < 2e-30; tilt += 1e-30) {
        view_vertex left[] = {
            {0.25, 0.5, 1, 0}, {tilt, 1, 0, 0}, {-1, 0, 0, VIEW_NO_LAYER}, {-tilt, -1, 0, 0}};
        view_vertex right[] = {
            {0.25, 0.5, 1, 0}, {-tilt, -1, 0, 0}, {1, 0, 0, VIEW_NO_LAYER}, {tilt, 1, 0, 0}};
        view_vertex low[] = {
            {0.5, 0.25, 1, 0}, {-1, -tilt, 0, 0}, {0, -1, 0, VIEW_NO_LAYER}, {1, tilt, 0, 0}};
        CU_ASSERT_DOUBLE_EQUAL(seen(left, 4, &unit_square), 0.25, 1e-15);
        CU_ASSERT_DOUBLE_EQUAL(seen(right, 4, &unit_square), 0.75, 1e-15);
        CU_ASSERT_DOUBLE_EQUAL(seen(low, 4, &unit_square), 0.25, 1e-15);
    }
}

// Rays from one point cut the plane into sectors; their parts fill the view.
static void sectors_fill_the_view(void)
{
    const uint64_t seed = 20260704;
    printf("seed %" PRIu64 " ", seed);
    random_state random;
    random_seed(&random, seed);
    for (int round = 0; round < 500; round++) {
        view window = {{-3, -5}, {pow(10, 12 * random_double(&random) - 6), 10}, 1, 0};
        double x = window.lo[0] + window.size[0] * (3 * random_double(&random) - 1);
        double y = window.lo[1] + window.size[1] * (3 * random_double(&random) - 1);
        double turn = random_double(&random), sum = 0;
        // Sectors of less than half a turn.
        size_t sectors = 3 + random_below(&random, 10);
        for (size_t i = 0; i < sectors; i++) {
            double from = 2 * M_PI * (turn + (double)i / (double)sectors);
            double to = 2 * M_PI * (turn + (double)(i + 1) / (double)sectors);
            view_vertex cell[] = {
                {x, y, 1, 0}, {cos(from), sin(from), 0, VIEW_NO_LAYER}, {cos(to), sin(to), 0, 0}};
            sum += seen(cell, 3, &window);
        }
        CU_ASSERT_DOUBLE_EQUAL(sum, 1, 1e-6);
    }
}

static void extreme_coordinates(void)
{
    static const double far = 1e300, lo[2] = {-1e300, -1e-300}, hi[2] = {1e300, 1e-300};
    view windows[2];
    view_init_around(windows, lo, hi, 0.15);
    windows[1] = (view){{0, 0}, {5e-324, 1e-320}, 1, 0};
    view_vertex cells[][3] = {
        {{-far, -far, 1, 0}, {far, -far, 1, 0}, {0, far, 1, 0}},
        {{0, 0, 1, 0}, {1, 1e-300, 0, 0}, {-1e-300, 1, 0, 0}},
        {{-far, far, 1, 0}, {1, -1, 0, 0}, {1, 1, 0, 0}},
        {{1e-300, -1e-300, 1, 0}, {far, 1e-300, 1, 0}, {0, 5e-324, 1, 0}},
        {{0, 0, 1, 0}, {far, far, 1, 0}, {-1, 1, 0, 0}},
    };
    for (size_t w = 0; w < 2; w++)
        for (size_t i = 0; i < sizeof cells / sizeof *cells; i++) {
            double part = seen(cells[i], 3, windows + w);
            CU_ASSERT(part >= -1e-12 && part <= 1 + 1e-12);
        }
}

UNIT_MAIN("view", {"around", around}, {"box", box}, {"crowd", crowd}, {"page", page},
          {"bounded cells", bounded_cells}, {"edges keep their layer", edges_keep_their_layer},
          {"unbounded cells", unbounded_cells},
          {"directions that rounding made opposite", directions_that_rounding_made_opposite},
          {"nearly along an axis", nearly_along_an_axis},
          {"sectors fill the view", sectors_fill_the_view},
          {"extreme coordinates", extreme_coordinates})
