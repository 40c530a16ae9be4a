// Convex polygons in the unit square, and the window of the plane that a picture shows.
#include "draw/polygon.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

#define LONGEST_SHAPE 4.0
#define FENCE 1.5
// An extent that is shorter than the other by this factor is taken as zero.
#define NO_EXTENT 1e-100
// So few points are all shown.
enum { FEW = 8 };

// ---- polygons ----

double polygon_value(const double form[3], const polygon_corner *corner)
{
    return form[0] * corner->x + form[1] * corner->y + form[2];
}

size_t polygon_cut(polygon_corner *out, const polygon_corner *in, size_t count,
                   const double form[3], size_t layer)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        const polygon_corner *p = in + i, *q = in + (i + 1 == count ? 0 : i + 1);
        double f = polygon_value(form, p), g = polygon_value(form, q), t = f / (f - g);
        if (f >= 0)
            out[kept++] = *p;
        if ((f > 0 && g < 0) || (f < 0 && g > 0))
            out[kept++] = (polygon_corner){p->x + t * (q->x - p->x), p->y + t * (q->y - p->y),
                                           f > 0 ? layer : p->layer};
        else if (f == 0 && g < 0)
            out[kept - 1].layer = layer;
    }
    return kept < 3 ? 0 : kept;
}

// ---- windows ----

static void set_shape(view *window, double shape)
{
    window->shape = fmin(fmax(shape, 1 / LONGEST_SHAPE), LONGEST_SHAPE);
    window->is_distorted = window->shape != shape;
}

void view_init_box(view *window, double shape)
{
    *window = (view){.size = {1, 1}};
    set_shape(window, shape);
}

int polygon_compare_numbers(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

static int plane_compare_points(const void *left, const void *right)
{
    const plane_point *a = left, *b = right;
    int order = polygon_compare_numbers(a->x, b->x);
    return order ? order : polygon_compare_numbers(a->x + 1, b->x + 1);
}

// Numbers far from most others lie outside the fences: farther from the middle half of all than 1.5
// times its extent (Tukey's fences). If the middle half is a single number, a larger part is taken.
static void find_fences(double fence[2], const plane_point *point, size_t count, int side)
{
    double *x = memory_new(count, sizeof *x);
    for (size_t i = 0; i < count; i++)
        x[i] = point[i].x[side];
    qsort(x, count, sizeof *x, polygon_compare_numbers);
    for (size_t part = 4; count > FEW && part <= count; part *= 2) {
        double low = x[count / part], high = x[count - 1 - count / part];
        if (high <= low)
            continue;
        fence[0] = low - FENCE * (high - low);
        fence[1] = high + FENCE * (high - low);
        break;
    }
    free(x);
}

static size_t drop_equal(plane_point *point, size_t count)
{
    size_t kept = 0;
    if (count)
        qsort(point, count, sizeof *point, plane_compare_points);
    for (size_t i = 0; i < count; i++)
        if (!kept || plane_compare_points(point + kept - 1, point + i))
            point[kept++] = point[i];
    return kept;
}

// Points on a line along an axis get as much room across as along.
static void set_window(view *window, double lo[2], double hi[2], double margin)
{
    double longest = fmax(hi[0] - lo[0], hi[1] - lo[1]);
    for (int i = 0; i < 2; i++) {
        double extent = hi[i] - lo[i], size = extent > NO_EXTENT * longest ? extent : longest;
        window->size[i] = (size > 0 ? size : 1) * (1 + 2 * margin);
        window->lo[i] = lo[i] + extent / 2 - window->size[i] / 2;
    }
    set_shape(window, window->size[0] / window->size[1]);
}

size_t view_init_around(view *window, plane_point *point, size_t *count, int all, double margin)
{
    double fence[2][2] = {{-INFINITY, INFINITY}, {-INFINITY, INFINITY}};
    double lo[2] = {INFINITY, INFINITY}, hi[2] = {-INFINITY, -INFINITY};
    size_t outside = 0;
    *count = drop_equal(point, *count);
    for (int side = 0; side < 2 && *count && !all; side++)
        find_fences(fence[side], point, *count, side);
    for (size_t i = 0; i < *count; i++) {
        const double *x = point[i].x;
        bool inside = x[0] >= fence[0][0] && x[0] <= fence[0][1] && x[1] >= fence[1][0] &&
                      x[1] <= fence[1][1];
        outside += !inside;
        for (int side = 0; side < 2 && inside; side++) {
            lo[side] = fmin(lo[side], x[side]);
            hi[side] = fmax(hi[side], x[side]);
        }
    }
    if (outside == *count)
        lo[0] = hi[0] = lo[1] = hi[1] = 0;
    set_window(window, lo, hi, margin);
    return outside;
}
