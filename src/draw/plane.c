// A picture of the regions of a plane.
#include "draw/plane.h"

#include "base/memory.h"
#include "base/text.h"
#include "geom/domain.h"

#include <math.h>
#include <stdlib.h>

// Widths are parts of the shorter side of the view.
#define CREASE_WIDTH 0.002 // of the first layer, at most
#define CREASE_SHARE 0.12  // of the size of a typical region, at most
#define OVERLAP_WIDTH 0.0006
#define BOUNDARY_WIDTH 0.005
// From one layer to the next, and from the first to the last at most.
#define THINNER 0.72
#define THINNEST 0.25
// Cairo joins the pieces of one path; very long paths take it too long.
enum { EDGES_AT_ONCE = 2000 };

void plane_init(plane_picture *drawn, const crease_picture *picture, const crease_net *net,
                const crease_domain *domain)
{
    static const char *const names[] = {"x1", "x2"}, *const of_slice[] = {"u", "v"};
    *drawn = (plane_picture){.picture = picture};
    mosaic_init(&drawn->tiles, net, domain, picture->colours);
    chart_init(&drawn->shown);
    drawn->shown.title = picture->title;
    for (int side = 0; side < 2; side++)
        drawn->shown.side[side].label = picture->label[side]      ? picture->label[side]
                                        : domain->parametrization ? of_slice[side]
                                                                  : names[side];
}

void plane_clear(plane_picture *drawn)
{
    chart_clear(&drawn->shown);
    mosaic_clear(&drawn->tiles);
}

// ---- the regions ----

static double layer_thickness(size_t layer)
{
    return fmax(pow(THINNER, (double)layer), THINNEST);
}

// The edges of one layer.
static void draw_edges(const canvas *page, const mosaic *tiles, size_t layer,
                       const chart_place *where, const canvas_pen *pen)
{
    size_t edges = 0;
    for (size_t i = 0; i < tiles->tiles; i++) {
        const mosaic_tile *tile = tiles->tile + i;
        const polygon_corner *corner = tiles->corner + tile->first;
        for (size_t k = 0; k < tile->corners; k++) {
            if (corner[k].layer != layer)
                continue;
            const polygon_corner *p = corner + k, *q = corner + (k + 1) % tile->corners;
            cairo_move_to(page->cairo, where->x + p->x * where->width,
                          where->y + (1 - p->y) * where->height);
            cairo_line_to(page->cairo, where->x + q->x * where->width,
                          where->y + (1 - q->y) * where->height);
            if (++edges % EDGES_AT_ONCE == 0)
                canvas_stroke(page, pen);
        }
    }
    canvas_stroke(page, pen);
}

static void fill_plane(const canvas *page, const void *filling, const chart_place *where)
{
    const plane_picture *drawn = filling;
    const double shorter = fmin(where->width, where->height);
    const mosaic *tiles = &drawn->tiles;
    const int creases = drawn->picture->creases;
    cairo_save(page->cairo);
    cairo_rectangle(page->cairo, where->x, where->y, where->width, where->height);
    cairo_clip(page->cairo);
    canvas_tiles_begin(page);
    for (size_t i = 0; i < tiles->tiles; i++) // creases hide the gaps between tiles
        tint_paint(page, &drawn->tints, tiles->tile + i, where,
                   creases ? 0 : OVERLAP_WIDTH * shorter);
    canvas_tiles_end(page);
    // The first layer on top: its creases are the straight ones.
    const size_t layers = crease_net_hidden(tiles->net);
    const double first = fmin(CREASE_WIDTH, CREASE_SHARE / sqrt((double)tiles->regions + 1));
    for (size_t layer = layers; creases && layer-- > 0;)
        draw_edges(page, tiles, layer, where,
                   &(canvas_pen){.ink = palette_crease(layer, layers),
                                 .width = first * layer_thickness(layer) * shorter,
                                 .round = 1});
    draw_edges(page, tiles, MOSAIC_BOUNDARY, where,
               &(canvas_pen){.ink = chart_ink, .width = BOUNDARY_WIDTH * shorter, .round = 1});
    cairo_restore(page->cairo);
}

// ---- the chart around them ----

static int is_layer_seen(const mosaic *tiles, size_t layer)
{
    for (size_t i = 0; i < tiles->corners; i++)
        if (tiles->corner[i].layer == layer)
            return 1;
    return 0;
}

static int is_class_seen(const mosaic *tiles, size_t kind)
{
    for (size_t i = 0; i < tiles->tiles; i++)
        if (tiles->tile[i].kind == kind)
            return 1;
    return 0;
}

static void add_name(plane_picture *drawn, const char *kind, size_t number, colour ink,
                     double width)
{
    chart_add_curve(&drawn->shown, (chart_curve){.name = memory_format("%s %zu", kind, number),
                                                 .style = CHART_LINE,
                                                 .ink = ink,
                                                 .width = width,
                                                 .elsewhere = 1});
}

static void add_names(plane_picture *drawn)
{
    size_t layers = drawn->picture->creases ? crease_net_hidden(drawn->tiles.net) : 0;
    const int by_class = drawn->picture->colours == CREASE_BY_CLASS;
    for (size_t i = 0; by_class && i < mosaic_classes(&drawn->tiles); i++)
        if (is_class_seen(&drawn->tiles, i))
            add_name(drawn, "class", i, palette_class(i), 6);
    for (size_t l = 0; l < layers; l++)
        if (chart_is_named(l, layers) && is_layer_seen(&drawn->tiles, l))
            add_name(drawn, "layer", l + 1, palette_crease(l, layers), 1.5 * layer_thickness(l));
}

static void plane_add_data(plane_picture *drawn, const crease_data *data)
{
    for (size_t kind = 0; kind < data->classes; kind++) {
        chart_curve *curve =
            chart_add_curve(&drawn->shown, (chart_curve){.name = memory_copy_text(data->name[kind]),
                                                         .mark = kind,
                                                         .ink = palette_curve(kind)});
        for (size_t i = 0; i < data->count; i++) {
            plane_point at = mosaic_place(&drawn->tiles, data->x + 2 * i);
            const int inside = at.x >= 0 && at.x <= 1 && at.y >= 0 && at.y <= 1;
            if (data->class_of[i] == kind && inside)
                chart_add_point(curve, at.x, at.y);
            drawn->missed += data->class_of[i] == kind && !inside;
        }
    }
}

static void add_notes(plane_picture *drawn)
{
    const mosaic *tiles = &drawn->tiles;
    const size_t maps = tiles->maps.count, missed = drawn->missed;
    chart *shown = &drawn->shown;
    chart_add_note(shown, memory_format("%zu region%s", tiles->regions, plural(tiles->regions)));
    if (tiles->colours == CREASE_BY_MAP)
        chart_add_note(shown, memory_format("%zu affine map%s", maps, plural(maps)));
    if (tiles->colours == CREASE_BY_AREA && tiles->is_unbounded)
        chart_add_note(shown, memory_copy_text("grey: unbounded"));
    if (tiles->colours == CREASE_BY_SLOPE && !drawn->tints.has_scale)
        chart_add_note(shown, memory_copy_text("slope 0 everywhere"));
    if (tiles->outside)
        chart_add_note(shown,
                       memory_format("%zu of %zu vertices outside", tiles->outside, tiles->points));
    if (missed)
        chart_add_note(shown, memory_format("%zu data point%s outside", missed, plural(missed)));
    if (tiles->window.is_distorted)
        chart_add_note(shown, memory_copy_text("axes not to one scale"));
}

void plane_fit(plane_picture *drawn, int *width, int *height)
{
    chart *shown = &drawn->shown;
    mosaic_fit(&drawn->tiles);
    tint_init(&drawn->tints, &drawn->tiles);
    shown->shape = drawn->tiles.window.shape;
    if (drawn->picture->bare) {
        chart_bare_page(width, height, shown->shape);
        return;
    }
    for (int side = 0; side < 2; side++) {
        mosaic_end(shown->side[side].end, &drawn->tiles, side, 0);
        mosaic_end(shown->side[side].end + 1, &drawn->tiles, side, 1);
    }
    shown->fill = fill_plane;
    shown->filling = drawn;
    if (drawn->picture->data)
        plane_add_data(drawn, drawn->picture->data);
    add_names(drawn);
    tint_key(&shown->key, &drawn->tints);
    add_notes(drawn);
    chart_page(width, height, shown);
}

void plane_paint(const canvas *page, const plane_picture *drawn, int width, int height)
{
    if (drawn->picture->bare)
        fill_plane(page, drawn, &(chart_place){0, 0, width, height});
    else
        chart_paint(page, &drawn->shown, width, height);
}
