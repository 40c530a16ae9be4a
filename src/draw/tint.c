// The colours of regions.
#include "draw/tint.h"

#include "base/memory.h"
#include "exact/rational.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// A ramp that is longer than this many times the view changes by less than a screen can show.
#define LONGEST_RAMP 1e4
// Of an axis without extent.
#define LEAST_EXTENT 1e-12

static const colour unbounded_area = {0.93, 0.93, 0.93};

static const polygon_corner *corners_of(const tint *t, size_t index)
{
    return t->tiles->corner + t->tiles->region[index].first;
}

// ---- by slope: a typical size is half way to the darkest ----

static int compare_sizes(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

// The median of the sizes that are not zero; 1 if all are.
static double typical_slope(tint *t)
{
    const mosaic *tiles = t->tiles;
    double *size = memory_new(tiles->regions, sizeof *size), typical = 1;
    size_t count = 0;
    for (size_t i = 0; i < tiles->regions; i++) {
        const double *slope = tiles->region[i].value;
        size[count] = hypot(slope[0], slope[1]);
        count += size[count] > 0;
    }
    qsort(size, count, sizeof *size, compare_sizes);
    t->has_scale = count > 0;
    if (count)
        typical = size[count / 2];
    free(size);
    return typical;
}

static void by_slope(tint *t)
{
    t->typical = typical_slope(t);
    for (size_t i = 0; i < t->tiles->regions; i++) {
        const double *slope = t->tiles->region[i].value;
        t->flat[i] = palette_by_slope(slope[0], slope[1], t->typical);
    }
}

// ---- by area and by output: along a ramp ----

// By area the least is the darkest: it is the small regions that one looks for.
static colour ramp_colour(const tint *t, double part)
{
    return palette_ramp(t->tiles->colours == CREASE_BY_AREA ? 1 - part : part);
}

static colour at_value(const tint *t, double x)
{
    return ramp_colour(t, (x - t->least) / (t->greatest - t->least));
}

static void widen_range(tint *t, double x)
{
    t->least = fmin(t->least, x);
    t->greatest = fmax(t->greatest, x);
}

static void end_range(tint *t)
{
    if (!(t->least <= t->greatest))
        t->least = t->greatest = 0;
    if (t->greatest - t->least <= LEAST_EXTENT * fmax(fabs(t->least), fabs(t->greatest))) {
        double margin = t->tiles->colours == CREASE_BY_AREA ? 0.5 : fmax(fabs(t->least), 1) / 2;
        t->least -= margin;
        t->greatest += margin;
    }
    for (size_t i = 0; i < TINT_STEPS; i++)
        t->ramp[i] = ramp_colour(t, (double)i / (TINT_STEPS - 1));
}

static void by_area(tint *t)
{
    const mosaic *tiles = t->tiles;
    for (size_t i = 0; i < tiles->regions; i++)
        if (isfinite(tiles->region[i].value[0]))
            widen_range(t, tiles->region[i].value[0]);
    t->has_scale = t->least <= t->greatest;
    end_range(t);
    for (size_t i = 0; i < tiles->regions; i++) {
        double area = tiles->region[i].value[0];
        t->flat[i] = area < INFINITY ? at_value(t, area) : unbounded_area;
    }
}

// In the middle of the ramp, should it be too long to be one.
static void by_output(tint *t)
{
    const mosaic *tiles = t->tiles;
    for (size_t i = 0; i < tiles->regions; i++)
        for (size_t k = 0; k < tiles->region[i].count; k++)
            widen_range(t, polygon_value(tiles->form + 3 * i, corners_of(t, i) + k));
    end_range(t);
    for (size_t i = 0; i < tiles->regions; i++)
        if (tiles->region[i].count)
            t->flat[i] = at_value(t, polygon_value(tiles->form + 3 * i, corners_of(t, i)));
}

// Adds the ramp's colours between two values, and those at them. The pattern goes from one to the
// other.
static void add_stops(cairo_pattern_t *ramp, const tint *t, double from, double to)
{
    const double step = (t->greatest - t->least) / (TINT_STEPS - 1);
    for (double x = from;; x = t->least + (floor((x - t->least) / step + 1e-9) + 1) * step) {
        x = fmin(x, to);
        colour c = at_value(t, x);
        cairo_pattern_add_color_stop_rgb(ramp, (x - from) / (to - from), c.red, c.green, c.blue);
        if (x >= to)
            return;
    }
}

// The output grows along its gradient on the page, from the least value in the region to the
// greatest. Returns 0 if it hardly does.
static int set_ramp(const canvas *page, const tint *t, size_t index, const chart_place *where)
{
    const double *form = t->tiles->form + 3 * index;
    const polygon_corner *corner = corners_of(t, index);
    double x = form[0] / where->width, y = -form[1] / where->height, square = x * x + y * y;
    double here = polygon_value(form, corner), least = here, greatest = here;
    for (size_t k = 0; k < t->tiles->region[index].count; k++) {
        least = fmin(least, polygon_value(form, corner + k));
        greatest = fmax(greatest, polygon_value(form, corner + k));
    }
    double reach = (t->greatest - t->least) / sqrt(square);
    if (!(reach <= LONGEST_RAMP * fmax(where->width, where->height)) || !(least < greatest))
        return 0;
    double start[] = {where->x + corner->x * where->width,
                      where->y + (1 - corner->y) * where->height};
    double low = (least - here) / square, high = (greatest - here) / square;
    cairo_pattern_t *ramp = cairo_pattern_create_linear(start[0] + low * x, start[1] + low * y,
                                                        start[0] + high * x, start[1] + high * y);
    add_stops(ramp, t, least, greatest);
    cairo_set_source(page->cairo, ramp);
    cairo_pattern_destroy(ramp);
    return 1;
}

// ---- by class ----

// By how much one class is ahead of another in a region. A single output, or its opposite.
static void lead(double form[3], const tint *t, size_t index, size_t kind, size_t other)
{
    const double *all = t->tiles->form + 3 * index * t->tiles->forms;
    for (int i = 0; i < 3; i++)
        form[i] = t->tiles->forms == 1 ? (kind ? all[i] : -all[i])
                                       : all[3 * kind + i] - all[3 * other + i];
}

// The part of a region that belongs to a class: where no other is ahead and, where two are the
// same, no earlier one is as good. piece has room for twice the corners and classes. An edge with
// a later class is marked, so that each stretch of the boundary is drawn once.
#define BOUNDARY (POLYGON_NO_LAYER - 1)

static size_t class_part(polygon_corner *piece, const tint *t, size_t index, size_t kind)
{
    size_t count = t->tiles->region[index].count;
    polygon_corner *other = piece + count + t->classes;
    for (size_t k = 0; k < count; k++) {
        piece[k] = corners_of(t, index)[k];
        piece[k].layer = POLYGON_NO_LAYER;
    }
    for (size_t i = 0; i < t->classes && count; i++) {
        double form[3];
        if (i == kind)
            continue;
        lead(form, t, index, kind, i);
        if (form[0] == 0 && form[1] == 0 && form[2] == 0) {
            if (i < kind)
                return 0;
            continue;
        }
        count = polygon_cut(other, piece, count, form, kind < i ? BOUNDARY : POLYGON_NO_LAYER);
        memcpy(piece, other, count * sizeof *piece);
    }
    return count;
}

static polygon_corner *room_for_parts(const tint *t, size_t index)
{
    return memory_new(2 * (t->tiles->region[index].count + t->classes), sizeof(polygon_corner));
}

static void by_class(tint *t)
{
    t->classes = t->tiles->forms > 1 ? t->tiles->forms : 2;
    t->seen = memory_new(t->classes, 1);
    for (size_t i = 0; i < t->tiles->regions; i++) {
        polygon_corner *piece = room_for_parts(t, i);
        for (size_t kind = 0; kind < t->classes; kind++)
            t->seen[kind] |= class_part(piece, t, i, kind) > 0;
        free(piece);
    }
}

// ---- painting ----

// The unit square's y axis points up, the page's down.
static void add_polygon(const canvas *page, const polygon_corner *corner, size_t count,
                        const chart_place *where)
{
    for (size_t k = 0; k < count; k++)
        cairo_line_to(page->cairo, where->x + corner[k].x * where->width,
                      where->y + (1 - corner[k].y) * where->height);
    cairo_close_path(page->cairo);
}

size_t tint_add_edges(const canvas *page, const polygon_corner *corner, size_t count, size_t layer,
                      const chart_place *where)
{
    size_t edges = 0;
    for (size_t k = 0; k < count; k++) {
        if (corner[k].layer != layer)
            continue;
        const polygon_corner *end[] = {corner + k, corner + (k + 1 == count ? 0 : k + 1)};
        for (int e = 0; e < 2; e++)
            (e ? cairo_line_to : cairo_move_to)(page->cairo, where->x + end[e]->x * where->width,
                                                where->y + (1 - end[e]->y) * where->height);
        edges++;
    }
    return edges;
}

static void paint_classes(const canvas *page, const tint *t, size_t index, const chart_place *where,
                          double border)
{
    polygon_corner *piece = room_for_parts(t, index);
    for (size_t kind = 0; kind < t->classes; kind++) {
        size_t count = class_part(piece, t, index, kind);
        if (!count)
            continue;
        canvas_ink(page, palette_class(kind), 0);
        add_polygon(page, piece, count, where);
        canvas_tile_fill(page, border);
    }
    free(piece);
}

void tint_paint(const canvas *page, const tint *t, size_t index, const chart_place *where,
                double border)
{
    const size_t count = t->tiles->region[index].count;
    if (!count)
        return;
    if (t->tiles->colours == CREASE_BY_CLASS) {
        paint_classes(page, t, index, where, border);
        return;
    }
    if (t->tiles->colours != CREASE_BY_OUTPUT || !set_ramp(page, t, index, where))
        canvas_ink(page, t->flat[index], 0);
    add_polygon(page, corners_of(t, index), count, where);
    canvas_tile_fill(page, border);
}

void tint_boundary(const canvas *page, const tint *t, const chart_place *where, double width)
{
    for (size_t i = 0; i < t->tiles->regions; i++) {
        polygon_corner *piece = room_for_parts(t, i);
        for (size_t kind = 0; kind < t->classes; kind++)
            tint_add_edges(page, piece, class_part(piece, t, i, kind), BOUNDARY, where);
        free(piece);
    }
    canvas_stroke(page, &(canvas_pen){.ink = chart_ink, .width = width, .round = 1});
}

// ---- init ----

void tint_init(tint *t, const mosaic *tiles)
{
    static void (*const rules[])(tint *) = {[CREASE_BY_SLOPE] = by_slope,
                                            [CREASE_BY_OUTPUT] = by_output,
                                            [CREASE_BY_CLASS] = by_class,
                                            [CREASE_BY_AREA] = by_area};
    *t = (tint){.tiles = tiles,
                .flat = memory_new(tiles->regions, sizeof *t->flat),
                .least = INFINITY,
                .greatest = -INFINITY};
    for (size_t i = 0; i < tiles->regions; i++)
        t->flat[i] = tiles->region[i].ink;
    if (rules[tiles->colours])
        rules[tiles->colours](t);
}

void tint_clear(tint *t)
{
    free(t->flat);
    free(t->seen);
}

// ---- the key ----

// A wheel of directions; from the centre to the rim slopes grow from zero to four times the typical
// one.
static void paint_wheel(const canvas *page, const void *painted, const chart_place *where)
{
    enum { SECTORS = 36, RINGS = 8 };
    const tint *t = painted;
    double radius = fmin(where->width, where->height) / 2;
    double x = where->x + radius, y = where->y + radius, turn = 2 * M_PI / SECTORS;
    canvas_tiles_begin(page);
    for (int sector = 0; sector < SECTORS; sector++)
        for (int ring = 0; ring < RINGS; ring++) {
            double middle = turn * (sector + 0.5), slope = 4 * t->typical * (ring + 0.5) / RINGS;
            cairo_new_path(page->cairo);
            for (int corner = 0; corner < 4; corner++) {
                double angle = turn * (sector + (corner == 1 || corner == 2));
                double r = radius * (ring + (corner >= 2)) / RINGS;
                cairo_line_to(page->cairo, x + r * cos(angle), y - r * sin(angle));
            }
            canvas_ink(page, palette_by_slope(slope * cos(middle), slope * sin(middle), t->typical),
                       0);
            canvas_tile_fill(page, 0.3);
        }
    canvas_tiles_end(page);
}

void tint_key(chart_key *key, const tint *t)
{
    const crease_colours colours = t->tiles->colours;
    if (!t->has_scale && colours != CREASE_BY_OUTPUT)
        return; // the legend explains the other ways
    if (colours == CREASE_BY_SLOPE) {
        key->label = "slope";
        key->paint = paint_wheel;
        key->painted = t;
        key->scale = memory_format("rim: %.3g", 4 * t->typical);
        return;
    }
    key->label = colours == CREASE_BY_OUTPUT ? "output 1" : "log10 of area";
    key->ramp = t->ramp;
    key->steps = TINT_STEPS;
    rational_set_double(key->along.end, t->least);
    rational_set_double(key->along.end + 1, t->greatest);
}
