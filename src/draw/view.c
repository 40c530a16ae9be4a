// The window of a picture: a rectangle of the plane, and what of a cell it shows.
#include "draw/view.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

#define LONGEST_SHAPE 4.0
#define PAGE 800
// An extent that is shorter than the other by this factor is taken for zero.
#define NO_EXTENT 1e-100

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

void view_init_around(view *window, const double *lo, const double *hi, double margin)
{
    int empty = !(lo[0] <= hi[0] && lo[1] <= hi[1]);
    double middle[2] = {0, 0}, extent[2] = {0, 0};
    for (int i = 0; i < 2 && !empty; i++) {
        extent[i] = hi[i] - lo[i];
        middle[i] = lo[i] + extent[i] / 2;
    }
    double longest = fmax(extent[0], extent[1]);
    for (int i = 0; i < 2; i++) {
        // Points on a line along an axis get as much room across as along.
        double size = extent[i] > NO_EXTENT * longest ? extent[i] : longest;
        window->size[i] = (size > 0 ? size : 1) * (1 + 2 * margin);
        window->lo[i] = middle[i] - window->size[i] / 2;
    }
    set_shape(window, window->size[0] / window->size[1]);
}

// ---- where most points are ----

// So few are all shown.
enum { FEW = 8 };
#define FENCE 1.5

static int compare_doubles(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

static int compare_points(const void *left, const void *right)
{
    const view_point *a = left, *b = right;
    int order = (a->x > b->x) - (a->x < b->x);
    return order ? order : (a->y > b->y) - (a->y < b->y);
}

static void find_fences(double fence[2], const view_point *point, size_t count, int side, int all)
{
    double *x = memory_new(count, sizeof *x);
    for (size_t i = 0; i < count; i++)
        x[i] = side ? point[i].y : point[i].x;
    qsort(x, count, sizeof *x, compare_doubles);
    fence[0] = x[0];
    fence[1] = x[count - 1];
    // Where the middle half is a single number a larger part is looked at.
    for (size_t part = 4; !all && count > FEW && part <= count; part *= 2) {
        double low = x[count / part], high = x[count - 1 - count / part];
        if (high <= low)
            continue;
        fence[0] = fmax(fence[0], low - FENCE * (high - low));
        fence[1] = fmin(fence[1], high + FENCE * (high - low));
        break;
    }
    free(x);
}

size_t view_crowd(double *lo, double *hi, view_point *point, size_t *count, int all)
{
    double fence[2][2];
    size_t kept = 0, outside = 0;
    if (*count)
        qsort(point, *count, sizeof *point, compare_points);
    for (size_t i = 0; i < *count; i++)
        if (!kept || compare_points(point + kept - 1, point + i))
            point[kept++] = point[i];
    *count = kept;
    for (int side = 0; side < 2; side++) {
        lo[side] = INFINITY;
        hi[side] = -INFINITY;
        if (kept)
            find_fences(fence[side], point, kept, side, all);
    }
    for (size_t i = 0; i < kept; i++) {
        const double at[] = {point[i].x, point[i].y};
        if (at[0] < fence[0][0] || at[0] > fence[0][1] || at[1] < fence[1][0] ||
            at[1] > fence[1][1]) {
            outside++;
            continue;
        }
        for (int side = 0; side < 2; side++) {
            lo[side] = fmin(lo[side], at[side]);
            hi[side] = fmax(hi[side], at[side]);
        }
    }
    return outside;
}

// The length of the other side of a page, which is never empty.
static int page_side(int side, double ratio)
{
    return (int)fmin(fmax(round(side * ratio), 1), 1e9);
}

void view_page(int *width, int *height, const view *window)
{
    if (!*width && !*height) {
        if (window->shape >= 1)
            *width = PAGE;
        else
            *height = PAGE;
    }
    if (!*width)
        *width = page_side(*height, window->shape);
    if (!*height)
        *height = page_side(*width, 1 / window->shape);
}

// Changes a vertex to coordinates in which the view is the unit square; its largest
// entry becomes 1 or -1. So a point far away is little else than a direction, and
// where an edge from it enters the view is computed without cancellation.
static view_vertex normalise(const view_vertex *vertex, const view *window)
{
    // Homogeneous coordinates times the shorter side: no factor exceeds 1, so
    // nothing overflows.
    double least = fmin(window->size[0], window->size[1]);
    view_vertex placed = *vertex;
    if (vertex->w > 0) {
        placed.x = vertex->x / vertex->w - window->lo[0];
        placed.y = vertex->y / vertex->w - window->lo[1];
        placed.w = least;
    }
    placed.x *= least / window->size[0];
    placed.y *= least / window->size[1];
    double largest = fmax(fmax(fabs(placed.x), fabs(placed.y)), placed.w);
    placed.x /= largest;
    placed.y /= largest;
    placed.w /= largest;
    return placed;
}

// Between directions more than a right angle apart puts the one half way: doubles
// may no longer know on which side of the origin the segment between them passes.
// Returns at most 2 count vertices.
static size_t place(view_vertex *out, const view_vertex *cell, size_t count, const view *window)
{
    size_t placed = 0;
    for (size_t i = 0; i < count; i++) {
        view_vertex p = normalise(cell + i, window);
        view_vertex q = normalise(cell + (i + 1 == count ? 0 : i + 1), window);
        out[placed++] = p;
        if (p.w == 0 && q.w == 0 && p.x * q.x + p.y * q.y < 0)
            out[placed++] = (view_vertex){q.y - p.y, p.x - q.x, 0, p.layer};
    }
    return placed;
}

// The sides of the unit square: a x + b y + c w >= 0 inside; and a point on each.
static const struct {
    double a, b, c;
    view_vertex point;
} sides[] = {
    {1, 0, 0, {0, 0, 1, VIEW_NO_LAYER}},
    {-1, 0, 1, {1, 0, 1, VIEW_NO_LAYER}},
    {0, 1, 0, {0, 0, 1, VIEW_NO_LAYER}},
    {0, -1, 1, {0, 1, 1, VIEW_NO_LAYER}},
};

static double inside(size_t side, const view_vertex *vertex)
{
    return sides[side].a * vertex->x + sides[side].b * vertex->y + sides[side].c * vertex->w;
}

// Where the segment pq crosses the side, p's value being f and q's being g, of
// opposite signs. A segment from a point to a direction is a ray, and the same
// formula holds: positive combinations of homogeneous points are the points between.
static view_vertex crossing(const view_vertex *p, double f, const view_vertex *q, double g,
                            size_t layer)
{
    double t = f / (f - g);
    return (view_vertex){p->x + t * (q->x - p->x), p->y + t * (q->y - p->y),
                         p->w + t * (q->w - p->w), layer};
}

static double dot(const view_vertex *p, const view_vertex *q)
{
    return p->x * q->x + p->y * q->y + p->w * q->w;
}

// The cut runs along the side from the last vertex of out to `end`. If both are (next
// to) infinite and opposite, only a point between them tells where it runs. Of two
// points of the line x = c with y > 0 > y', the point y = 0 lies between; so for y = c.
static void mark_cut(view_vertex *out, size_t *count, const view_vertex *end, size_t side)
{
    const view_vertex *start = out + *count - 1;
    if (dot(start, end) < -0.5 * sqrt(dot(start, start) * dot(end, end)))
        out[(*count)++] = sides[side].point;
}

// One step of Sutherland and Hodgman's algorithm (1974), in homogeneous
// coordinates. Edges keep their layer; the cut along the side has none. Returns at
// most 2 count vertices: if k edges leave and k enter, then at least k vertices are
// left out, 2 k come from the crossings, and at most k mark a cut.
static size_t clip_side(view_vertex *out, const view_vertex *in, size_t count, size_t side)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        const view_vertex *p = in + i, *q = in + (i + 1 == count ? 0 : i + 1);
        double f = inside(side, p), g = inside(side, q);
        if (f >= 0)
            out[kept++] = *p;
        if (f >= 0 && g < 0)
            out[kept++] = crossing(p, f, q, g, VIEW_NO_LAYER);
        if (f < 0 && g >= 0) {
            view_vertex enters = crossing(p, f, q, g, p->layer);
            if (kept)
                mark_cut(out, &kept, &enters, side);
            out[kept++] = enters;
        }
    }
    if (kept && inside(side, in) < 0)
        mark_cut(out, &kept, out, side);
    return kept;
}

static double to_unit(double x)
{
    return fmin(fmax(x, 0), 1);
}

size_t view_clip(view_vertex *out, const view_vertex *cell, size_t count, const view *window)
{
    view_vertex *other = out + VIEW_ROOM(count) / 2;
    size_t kept = place(out, cell, count, window);
    kept = clip_side(other, out, kept, 0);
    kept = clip_side(out, other, kept, 1);
    kept = clip_side(other, out, kept, 2);
    kept = clip_side(out, other, kept, 3);
    size_t finite = 0;
    for (size_t i = 0; i < kept; i++) {
        view_vertex vertex = out[i];
        // No direction lies in a bounded square; rounding might leave one.
        if (vertex.w > 0)
            out[finite++] = (view_vertex){to_unit(vertex.x / vertex.w),
                                          to_unit(vertex.y / vertex.w), 1, vertex.layer};
    }
    return finite < 3 ? 0 : finite;
}
