// Draws a mosaic with Cairo.
#include "out/paint.h"

#include "out/colouring.h"

#include <math.h>
#include <stdlib.h>

// Line widths, as parts of the page's shorter side.
#define CREASE_WIDTH 0.002 // of the first layer, at most
#define CREASE_SHARE 0.12  // of the size of a typical region, at most
#define OVERLAP_WIDTH 0.0006
// From one layer to the next, and from the first to the last at most.
#define THINNER 0.72
#define THINNEST 0.25
// Cairo joins the pieces of one path; very long paths cost it too much.
#define EDGES_AT_ONCE 2000

typedef struct {
    cairo_t *cairo;
    double width, height;
} sheet;

static double shorter_side(const sheet *page)
{
    return fmin(page->width, page->height);
}

// The unit square's y axis points up, the page's down.
static void add_point(const sheet *page, const view_corner *corner, int starts)
{
    double x = corner->x * page->width, y = (1 - corner->y) * page->height;
    if (starts)
        cairo_move_to(page->cairo, x, y);
    else
        cairo_line_to(page->cairo, x, y);
}

static void set_colour(const sheet *page, colour c)
{
    cairo_set_source_rgb(page->cairo, c.red, c.green, c.blue);
}

static void fill_regions(const sheet *page, const mosaic *tiles, paint_seams seams)
{
    colour *colours = colouring_new(tiles);
    for (size_t i = 0; i < tiles->regions; i++) {
        const mosaic_region *region = tiles->region + i;
        if (!region->corners)
            continue;
        const view_corner *corner = tiles->corner + region->first;
        for (size_t k = 0; k < region->corners; k++)
            add_point(page, corner + k, k == 0);
        cairo_close_path(page->cairo);
        set_colour(page, colours[i]);
        if (seams == PAINT_ADD) {
            cairo_fill(page->cairo);
        } else {
            cairo_fill_preserve(page->cairo);
            cairo_stroke(page->cairo);
        }
    }
    free(colours);
}

static void fill(const sheet *page, const mosaic *tiles, paint_seams seams)
{
    cairo_save(page->cairo);
    if (seams == PAINT_ADD) {
        // Fast antialiasing counts points of a grid, each in one region, where better
        // kinds round areas: so what neighbours cover does add up to the whole pixel.
        cairo_set_antialias(page->cairo, CAIRO_ANTIALIAS_FAST);
        cairo_push_group(page->cairo);
        cairo_set_operator(page->cairo, CAIRO_OPERATOR_ADD);
        fill_regions(page, tiles, seams);
        cairo_pop_group_to_source(page->cairo);
        cairo_paint(page->cairo);
    } else {
        cairo_set_line_width(page->cairo, OVERLAP_WIDTH * shorter_side(page));
        cairo_set_line_join(page->cairo, CAIRO_LINE_JOIN_ROUND);
        fill_regions(page, tiles, seams);
    }
    cairo_restore(page->cairo);
}

static void draw_layer(const sheet *page, const mosaic *tiles, size_t layer)
{
    double first = fmin(CREASE_WIDTH, CREASE_SHARE / sqrt((double)tiles->regions + 1));
    double width = first * fmax(pow(THINNER, (double)layer), THINNEST);
    cairo_set_line_width(page->cairo, width * shorter_side(page));
    set_colour(page, palette_crease(layer));
    size_t edges = 0;
    for (size_t i = 0; i < tiles->regions; i++) {
        const mosaic_region *region = tiles->region + i;
        for (size_t k = 0; k < region->corners; k++) {
            const view_corner *corner = tiles->corner + region->first;
            if (corner[k].layer != layer)
                continue;
            add_point(page, corner + k, 1);
            add_point(page, corner + (k + 1 == region->corners ? 0 : k + 1), 0);
            if (++edges % EDGES_AT_ONCE == 0)
                cairo_stroke(page->cairo);
        }
    }
    cairo_stroke(page->cairo);
}

// The first layer on top: its creases are the straight ones.
static void draw_creases(const sheet *page, const mosaic *tiles)
{
    cairo_save(page->cairo);
    cairo_set_line_cap(page->cairo, CAIRO_LINE_CAP_ROUND);
    for (size_t layer = crease_net_hidden(tiles->net); layer-- > 0;)
        draw_layer(page, tiles, layer);
    cairo_restore(page->cairo);
}

void paint_mosaic(cairo_t *cairo, const mosaic *tiles, int width, int height, int creases,
                  paint_seams seams)
{
    sheet page = {cairo, width, height};
    fill(&page, tiles, seams);
    if (creases)
        draw_creases(&page, tiles);
}
