// The colours of regions.
#include "draw/tint.h"

#include "base/memory.h"
#include "exact/rational.h"

#include <math.h>
#include <stdlib.h>

// A ramp that is longer than this many times the view changes by less than a screen can show.
#define LONGEST_RAMP 1e4
// Of an axis without extent.
#define LEAST_EXTENT 1e-12

static const colour unbounded_area = {0.93, 0.93, 0.93};

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
        mosaic_region *region = t->tiles->region + i;
        region->ink = palette_by_slope(region->value[0], region->value[1], t->typical);
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
    mosaic *tiles = t->tiles;
    for (size_t i = 0; i < tiles->regions; i++)
        if (isfinite(tiles->region[i].value[0]))
            widen_range(t, tiles->region[i].value[0]);
    t->has_scale = t->least <= t->greatest;
    end_range(t);
    for (size_t i = 0; i < tiles->regions; i++) {
        double area = tiles->region[i].value[0];
        tiles->region[i].ink = area < INFINITY ? at_value(t, area) : unbounded_area;
    }
}

// Where the output is least and greatest in a tile.
static void tile_range(double range[2], const mosaic *tiles, const mosaic_tile *tile)
{
    range[0] = INFINITY;
    range[1] = -INFINITY;
    for (size_t k = 0; k < tile->corners; k++) {
        double value =
            polygon_value(tiles->form + 3 * tile->region, tiles->corner + tile->first + k);
        range[0] = fmin(range[0], value);
        range[1] = fmax(range[1], value);
    }
}

static void by_output(tint *t)
{
    for (size_t i = 0; i < t->tiles->tiles; i++) {
        double range[2];
        tile_range(range, t->tiles, t->tiles->tile + i);
        widen_range(t, range[0]);
        widen_range(t, range[1]);
    }
    end_range(t);
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

// The output grows along its gradient on the page, from the least value in the tile to the
// greatest; if it hardly does, one colour is enough.
static void set_ramp(const canvas *page, const tint *t, const mosaic_tile *tile,
                     const chart_place *where)
{
    const double *form = t->tiles->form + 3 * tile->region;
    const polygon_corner *corner = t->tiles->corner + tile->first;
    double x = form[0] / where->width, y = -form[1] / where->height, square = x * x + y * y;
    double here = polygon_value(form, corner), range[2];
    tile_range(range, t->tiles, tile);
    double reach = (t->greatest - t->least) / sqrt(square);
    if (!(reach <= LONGEST_RAMP * fmax(where->width, where->height)) || range[0] >= range[1]) {
        canvas_ink(page, at_value(t, here), 0);
        return;
    }
    double start[] = {where->x + corner->x * where->width,
                      where->y + (1 - corner->y) * where->height};
    double low = (range[0] - here) / square, high = (range[1] - here) / square;
    cairo_pattern_t *ramp = cairo_pattern_create_linear(start[0] + low * x, start[1] + low * y,
                                                        start[0] + high * x, start[1] + high * y);
    add_stops(ramp, t, range[0], range[1]);
    cairo_set_source(page->cairo, ramp);
    cairo_pattern_destroy(ramp);
}

// The unit square's y axis points up, the page's down.
void tint_paint(const canvas *page, const tint *t, const mosaic_tile *tile,
                const chart_place *where, double border)
{
    const polygon_corner *corner = t->tiles->corner + tile->first;
    if (t->tiles->colours == CREASE_BY_OUTPUT)
        set_ramp(page, t, tile, where);
    else if (t->tiles->colours == CREASE_BY_CLASS)
        canvas_ink(page, palette_class(tile->kind), 0);
    else
        canvas_ink(page, t->tiles->region[tile->region].ink, 0);
    for (size_t k = 0; k < tile->corners; k++)
        cairo_line_to(page->cairo, where->x + corner[k].x * where->width,
                      where->y + (1 - corner[k].y) * where->height);
    cairo_close_path(page->cairo);
    canvas_tile_fill(page, border);
}

void tint_init(tint *t, mosaic *tiles)
{
    *t = (tint){.tiles = tiles, .least = INFINITY, .greatest = -INFINITY};
    if (tiles->colours == CREASE_BY_SLOPE)
        by_slope(t);
    else if (tiles->colours == CREASE_BY_OUTPUT)
        by_output(t);
    else if (tiles->colours == CREASE_BY_AREA)
        by_area(t);
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
