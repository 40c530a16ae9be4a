// The colours of regions.
#include "draw/tint.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

// A ramp that is longer than this many times the view changes by less than a screen can show.
#define LONGEST_RAMP 1e4
// Of an axis without extent.
#define LEAST_EXTENT 1e-12
// The key, in units of the size of the text.
#define LINE 1.6
#define BAR 8.0   // its length
#define THICK 1.2 // its thickness
#define INDENT 0.6
enum { STEPS = 16, MOST_TICKS = 5 };

static const colour unbounded_area = {0.93, 0.93, 0.93};

// ---- the scale ----

static void widen_range(tint *t, double x)
{
    t->least = fmin(t->least, x);
    t->greatest = fmax(t->greatest, x);
}

// By slope, the median of the sizes that are not zero is half way to the darkest colour.
static void scale_slopes(tint *t)
{
    const mosaic *tiles = t->tiles;
    double *size = memory_new(tiles->regions, sizeof *size);
    size_t count = 0;
    for (size_t i = 0; i < tiles->regions; i++) {
        size[count] = hypot(tiles->region[i].value[0], tiles->region[i].value[1]);
        count += size[count] > 0;
    }
    qsort(size, count, sizeof *size, polygon_compare_numbers);
    t->typical = count ? size[count / 2] : 1;
    if (count)
        widen_range(t, 0);
    t->greatest = 4 * t->typical;
    free(size);
}

static void scale_areas(tint *t)
{
    for (size_t i = 0; i < t->tiles->regions; i++)
        if (isfinite(t->tiles->region[i].value[0]))
            widen_range(t, t->tiles->region[i].value[0]);
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

static void scale_outputs(tint *t)
{
    for (size_t i = 0; i < t->tiles->tiles; i++) {
        double range[2];
        tile_range(range, t->tiles, t->tiles->tile + i);
        widen_range(t, range[0]);
        widen_range(t, range[1]);
    }
}

// ---- the ways to colour ----

// By area the least is the darkest: it is the small regions that one looks for.
static colour scale_colour(const tint *t, double x)
{
    const double part = (x - t->least) / (t->greatest - t->least);
    switch (t->tiles->colours) {
    case CREASE_BY_SLOPE:
        return palette_by_slope(0, x, t->typical);
    case CREASE_BY_AREA:
        return x < INFINITY ? palette_ramp(1 - part) : unbounded_area;
    default:
        return palette_ramp(part);
    }
}

static colour tile_colour(const tint *t, const mosaic_tile *tile)
{
    const mosaic_region *region = t->tiles->region + tile->region;
    switch (t->tiles->colours) {
    case CREASE_BY_SLOPE:
        return palette_by_slope(region->value[0], region->value[1], t->typical);
    case CREASE_BY_AREA:
        return scale_colour(t, region->value[0]);
    case CREASE_BY_CLASS:
        return palette_class(tile->kind);
    default:
        return region->ink;
    }
}

static const struct {
    void (*scale)(tint *t);
    const char *label; // above the key
} ways[] = {
    [CREASE_BY_SLOPE] = {scale_slopes, "slope (hue: direction)"},
    [CREASE_BY_OUTPUT] = {scale_outputs, "output 1"},
    [CREASE_BY_CLASS] = {NULL, NULL},
    [CREASE_BY_AREA] = {scale_areas, "log10 of area"},
};

void tint_init(tint *t, const mosaic *tiles)
{
    *t = (tint){.tiles = tiles, .least = INFINITY, .greatest = -INFINITY};
    if (ways[tiles->colours].scale)
        ways[tiles->colours].scale(t);
    t->has_scale = t->least <= t->greatest;
    if (!t->has_scale)
        t->least = t->greatest = 0;
    if (t->greatest - t->least <= LEAST_EXTENT * fmax(fabs(t->least), fabs(t->greatest))) {
        double margin = tiles->colours == CREASE_BY_AREA ? 0.5 : fmax(fabs(t->least), 1) / 2;
        t->least -= margin;
        t->greatest += margin;
    }
}

// ---- ramps ----

// Makes the source a ramp between two points of the page, where the values are from and to.
static void set_ramp(const canvas *page, const tint *t, const double at[4], double from, double to)
{
    cairo_pattern_t *ramp = cairo_pattern_create_linear(at[0], at[1], at[2], at[3]);
    const double step = (t->greatest - t->least) / STEPS;
    for (double x = from;; x = t->least + (floor((x - t->least) / step + 1e-9) + 1) * step) {
        x = fmin(x, to);
        colour c = scale_colour(t, x);
        cairo_pattern_add_color_stop_rgb(ramp, (x - from) / (to - from), c.red, c.green, c.blue);
        if (x >= to)
            break;
    }
    cairo_set_source(page->cairo, ramp);
    cairo_pattern_destroy(ramp);
}

// The output grows along its gradient on the page, from the least value in the tile to the
// greatest; if it hardly does, one colour is enough.
static void ramp_over_tile(const canvas *page, const tint *t, const mosaic_tile *tile,
                           const canvas_place *where)
{
    const double *form = t->tiles->form + 3 * tile->region;
    const polygon_corner *corner = t->tiles->corner + tile->first;
    double x = form[0] / where->width, y = -form[1] / where->height, square = x * x + y * y;
    double here = polygon_value(form, corner), range[2];
    tile_range(range, t->tiles, tile);
    double reach = (t->greatest - t->least) / sqrt(square);
    if (!(reach <= LONGEST_RAMP * fmax(where->width, where->height)) || range[0] >= range[1]) {
        canvas_ink(page, scale_colour(t, here));
        return;
    }
    double start[] = {where->x + corner->x * where->width,
                      where->y + (1 - corner->y) * where->height};
    double low = (range[0] - here) / square, high = (range[1] - here) / square;
    const double at[] = {start[0] + low * x, start[1] + low * y, start[0] + high * x,
                         start[1] + high * y};
    set_ramp(page, t, at, range[0], range[1]);
}

void tint_paint(const canvas *page, const tint *t, const mosaic_tile *tile,
                const canvas_place *where, double border)
{
    const polygon_corner *corner = t->tiles->corner + tile->first;
    if (t->tiles->colours == CREASE_BY_OUTPUT)
        ramp_over_tile(page, t, tile, where);
    else
        canvas_ink(page, tile_colour(t, tile));
    for (size_t k = 0; k < tile->corners; k++)
        canvas_line_to(page, where, corner[k].x, corner[k].y);
    cairo_close_path(page->cairo);
    canvas_tile_fill(page, border);
}

// ---- the key: a ramp with an axis ----

static axis_ticks key_ticks(const tint *t, double text)
{
    return axis_ticks_fit((axis){{t->least, t->greatest}}, 1, BAR * text, text, MOST_TICKS);
}

void tint_key_size(double size[2], const tint *t, double text)
{
    size[0] = size[1] = 0;
    if (!t->has_scale)
        return;
    const axis_ticks ticks = key_ticks(t, text);
    const double bar = (THICK + INDENT) * text + axis_widest_label(&ticks, text);
    size[0] = fmax(bar, canvas_text_width(ways[t->tiles->colours].label, text));
    size[1] = (LINE + BAR + 0.5) * text;
}

void tint_key_draw(const canvas *page, const tint *t, double x, double y, double text)
{
    const double length = BAR * text, thick = THICK * text;
    if (!t->has_scale)
        return;
    canvas_text(page, ways[t->tiles->colours].label, x, y, text, 0, 0);
    y += (LINE - 0.5) * text;
    set_ramp(page, t, (double[]){x, y + length, x, y}, t->least, t->greatest);
    cairo_rectangle(page->cairo, x, y, thick, length);
    cairo_fill(page->cairo);
    const axis_ticks ticks = key_ticks(t, text);
    for (size_t i = 0; i < ticks.count; i++) {
        double at = y + (1 - ticks.tick[i].at) * length;
        canvas_text(page, ticks.tick[i].label, x + thick + INDENT * text, at, text, 0, 0);
        cairo_move_to(page->cairo, x + thick, at);
        cairo_line_to(page->cairo, x + thick + 0.35 * text, at);
    }
    cairo_rectangle(page->cairo, x, y, thick, length);
    canvas_stroke(page, canvas_black, 0.06 * text);
}
