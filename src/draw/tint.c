// The colours of regions.
#include "draw/tint.h"

#include "base/fatal.h"
#include "base/memory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A range that is shorter than this part of its values has no extent.
#define LEAST_EXTENT 1e-12
// Areas that differ by this many powers of ten have a logarithmic scale.
#define LOG_ORDERS 2
// The key, in units of the size of the text.
#define LINE 1.6
#define BAR 10.0  // its length
#define THICK 1.0 // its thickness
#define TICK 0.35
// Outputs are drawn in bands of one colour.
enum { BANDS = 32, MOST_TICKS = 5, MOST_POWERS = 3 };

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

// Equal steps for areas of one size, powers of ten for areas of many sizes.
static void scale_areas(tint *t)
{
    for (size_t i = 0; i < t->tiles->regions; i++)
        if (isfinite(t->tiles->region[i].value[0]))
            widen_range(t, t->tiles->region[i].value[0]);
    const double least = pow(10, t->least), greatest = pow(10, t->greatest);
    t->is_log = t->greatest - t->least >= LOG_ORDERS || !isnormal(least) || !isnormal(greatest);
    if (t->is_log || t->least > t->greatest)
        return;
    t->least = least;
    t->greatest = greatest;
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

// ---- the colourings ----

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
        return scale_colour(t, t->is_log ? region->value[0] : pow(10, region->value[0]));
    case CREASE_BY_CLASS:
        return palette_class(tile->kind);
    default:
        return region->ink;
    }
}

static const struct {
    void (*scale)(tint *t);
    const char *label; // above the key
} colourings[] = {
    [CREASE_BY_SLOPE] = {scale_slopes, "slope (hue: direction)"},
    [CREASE_BY_OUTPUT] = {scale_outputs, "output 0"},
    [CREASE_BY_AREA] = {scale_areas, "area"},
    [CREASE_BY_IMAGE] = {NULL, NULL}, // the last of all
};

void tint_init(tint *t, const mosaic *tiles)
{
    *t = (tint){.tiles = tiles, .least = INFINITY, .greatest = -INFINITY};
    if (colourings[tiles->colours].scale)
        colourings[tiles->colours].scale(t);
    t->has_scale = t->least <= t->greatest;
    if (!t->has_scale)
        t->least = t->greatest = 0;
    if (t->greatest - t->least <= LEAST_EXTENT * fmax(fabs(t->least), fabs(t->greatest))) {
        double margin = t->is_log ? 0.5 : t->least ? fabs(t->least) / 2 : 0.5;
        t->least -= margin;
        t->greatest += margin;
    }
}

// ---- painting ----

static void add_polygon(canvas *page, const canvas_place *where, const polygon_corner *corner,
                        size_t corners)
{
    canvas_lift(page);
    for (size_t k = 0; k < corners; k++)
        canvas_line_within(page, where, corner[k].x, corner[k].y);
    canvas_close_line(page);
}

static double band_end(const tint *t, size_t band)
{
    return t->least + (t->greatest - t->least) * (double)band / BANDS;
}

static size_t band_of(const tint *t, double value)
{
    double part = (value - t->least) / (t->greatest - t->least);
    return (size_t)fmin(fmax(BANDS * part, 0), BANDS - 1);
}

static colour band_colour(const tint *t, size_t band)
{
    return scale_colour(t, (band_end(t, band) + band_end(t, band + 1)) / 2);
}

// Adds the part of a tile where the output lies in the band. room: for twice two more corners.
static void add_band(canvas *page, const tint *t, const mosaic_tile *tile, size_t band,
                     const canvas_place *where, polygon_corner *room)
{
    const double *form = t->tiles->form + 3 * tile->region;
    const polygon_corner *corner = t->tiles->corner + tile->first;
    size_t corners = tile->corners;
    double range[2];
    tile_range(range, t->tiles, tile);
    if (band < band_of(t, range[0]) || band > band_of(t, range[1]))
        return;
    if (band > band_of(t, range[0])) {
        const double above[] = {form[0], form[1], form[2] - band_end(t, band)};
        corners = polygon_cut(room, corner, corners, above, POLYGON_NO_LAYER);
        corner = room;
    }
    if (band < band_of(t, range[1])) {
        const double below[] = {-form[0], -form[1], band_end(t, band + 1) - form[2]};
        room += tile->corners + 2;
        corners = polygon_cut(room, corner, corners, below, POLYGON_NO_LAYER);
        corner = room;
    }
    if (corners)
        add_polygon(page, where, corner, corners);
}

// One path for each band: a path for each tile would take several times the bytes.
static void paint_bands(canvas *page, const tint *t, const canvas_place *where, double border)
{
    const mosaic *tiles = t->tiles;
    size_t most = 0;
    for (size_t i = 0; i < tiles->tiles; i++)
        most = tiles->tile[i].corners > most ? tiles->tile[i].corners : most;
    polygon_corner *room = memory_new(2 * (most + 2), sizeof *room);
    for (size_t band = 0; band < BANDS; band++) {
        for (size_t i = 0; i < tiles->tiles; i++)
            add_band(page, t, tiles->tile + i, band, where, room);
        canvas_fill(page, band_colour(t, band), border);
    }
    free(room);
}

void tint_paint(canvas *page, const tint *t, const canvas_place *where, double border)
{
    ASSERT(t->tiles);
    const mosaic *tiles = t->tiles;
    if (tiles->colours == CREASE_BY_OUTPUT) {
        paint_bands(page, t, where, border);
        return;
    }
    for (size_t i = 0; i < tiles->tiles; i++) {
        const mosaic_tile *tile = tiles->tile + i;
        add_polygon(page, where, tiles->corner + tile->first, tile->corners);
        canvas_fill(page, tile_colour(t, tile), border);
    }
}

// ---- the key: a bar with an axis below ----

// On a logarithmic scale whole powers of ten: "1e-3".
static axis_ticks key_ticks(const tint *t, double text)
{
    axis_ticks ticks = axis_ticks_fit((axis){{t->least, t->greatest}}, 0, BAR * text, text,
                                      t->is_log ? MOST_POWERS : MOST_TICKS);
    size_t kept = 0;
    for (size_t i = 0; i < ticks.count && t->is_log; i++) {
        if (strchr(ticks.tick[i].label, '.'))
            continue;
        axis_tick *power = ticks.tick + kept++;
        power->position = ticks.tick[i].position;
        snprintf(power->label, sizeof power->label, "1e%d", atoi(ticks.tick[i].label));
    }
    ticks.count = t->is_log ? kept : ticks.count;
    return ticks;
}

void tint_key_size(double size[2], const tint *t, double text)
{
    size[0] = size[1] = 0;
    if (!t->has_scale)
        return;
    const axis_ticks ticks = key_ticks(t, text);
    const double bar = BAR * text + axis_widest_label(&ticks, text);
    size[0] = fmax(bar, canvas_text_width(colourings[t->tiles->colours].label, text));
    size[1] = (2 * LINE + THICK + 0.5) * text;
}

void tint_key_draw(canvas *page, const tint *t, double x, double y, double text)
{
    const double length = BAR * text, thick = THICK * text;
    if (!t->has_scale)
        return;
    canvas_text(page, &(picture_text){colourings[t->tiles->colours].label, x, y, .size = text});
    const axis_ticks ticks = key_ticks(t, text);
    x += axis_widest_label(&ticks, text) / 2;
    y += (LINE - 0.5) * text;
    for (size_t band = 0; band < BANDS; band++) { // each over the end of the one before
        double from = length * (double)band / BANDS;
        canvas_rectangle(page, &(canvas_place){x + from, y, length - from, thick});
        canvas_fill(page, band_colour(t, band), 0);
    }
    for (size_t i = 0; i < ticks.count; i++) {
        double tick_x = x + ticks.tick[i].position * length;
        canvas_text(page, &(picture_text){ticks.tick[i].label, tick_x, y + thick + 0.9 * text,
                                          .size = text, .anchor = 0.5});
        canvas_segment(page, tick_x, y + thick, tick_x, y + thick + TICK * text);
    }
    canvas_rectangle(page, &(canvas_place){x, y, length, thick});
    canvas_stroke(page, canvas_black, 0.06 * text);
}
