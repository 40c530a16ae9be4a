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
// All of a few layers are in the legend; else evenly spaced ones, the first and the last among
// them.
enum { MOST_NAMES = 16, FEWER_NAMES = 9 };

void plane_init(plane_picture *drawn, const crease_picture *picture, const crease_net *net,
                const crease_domain *domain)
{
    static const char *const names[] = {"x1", "x2"}, *const of_slice[] = {"u", "v"};
    *drawn = (plane_picture){.picture = picture};
    mosaic_init(&drawn->tiles, net, domain, picture->colours);
    chart_init(&drawn->shown);
    drawn->shown.title = picture->title;
    drawn->shown.tints = &drawn->tints;
    for (int side = 0; side < 2; side++)
        drawn->shown.label[side] = picture->label[side]      ? picture->label[side]
                                   : domain->parametrization ? of_slice[side]
                                                             : names[side];
}

void plane_clear(plane_picture *drawn)
{
    chart_clear(&drawn->shown);
    tint_clear(&drawn->tints);
    mosaic_clear(&drawn->tiles);
}

// ---- the regions ----

static double layer_thickness(size_t layer)
{
    return fmax(pow(THINNER, (double)layer), THINNEST);
}

// The edges of one layer.
static void draw_edges(const canvas *page, const mosaic *tiles, size_t layer,
                       const canvas_place *where, colour ink, double width)
{
    size_t edges = 0;
    for (size_t i = 0; i < tiles->tiles; i++) {
        const mosaic_tile *tile = tiles->tile + i;
        const polygon_corner *corner = tiles->corner + tile->first;
        for (size_t k = 0; k < tile->corners; k++) {
            if (corner[k].layer != layer)
                continue;
            const polygon_corner *q = corner + (k + 1) % tile->corners;
            cairo_new_sub_path(page->cairo);
            canvas_line_to(page, where, corner[k].x, corner[k].y);
            canvas_line_to(page, where, q->x, q->y);
            if (++edges % EDGES_AT_ONCE == 0)
                canvas_stroke(page, ink, width);
        }
    }
    canvas_stroke(page, ink, width);
}

static void fill_plane(const canvas *page, const plane_picture *drawn, const canvas_place *where)
{
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
        draw_edges(page, tiles, layer, where, palette_crease(layer, layers),
                   first * layer_thickness(layer) * shorter);
    draw_edges(page, tiles, MOSAIC_BOUNDARY, where, canvas_black, BOUNDARY_WIDTH * shorter);
    cairo_restore(page->cairo);
}

static void add_note(plane_picture *drawn, char *text)
{
    chart_add_row(&drawn->shown, (chart_row){.text = text, .sample = CHART_NOTE});
}

// ---- data ----

static int place_in_view(plane_point *at, const plane_picture *drawn, size_t i)
{
    *at = mosaic_place(&drawn->tiles, drawn->picture->data->x + 2 * i);
    return at->x >= 0 && at->x <= 1 && at->y >= 0 && at->y <= 1;
}

static void draw_data(const chart_frame *f, const plane_picture *drawn)
{
    const crease_data *data = drawn->picture->data;
    plane_point at;
    for (size_t i = 0; data && i < data->count; i++)
        if (place_in_view(&at, drawn, i))
            chart_draw_mark(f->page, data->class_of[i], palette_curve(data->class_of[i]),
                            f->at.x + at.x * f->at.width, f->at.y + (1 - at.y) * f->at.height,
                            f->text);
}

static void add_data_rows(plane_picture *drawn)
{
    const crease_data *data = drawn->picture->data;
    size_t missed = 0;
    if (!data)
        return;
    int *is_seen = memory_new(data->classes, sizeof *is_seen);
    for (size_t i = 0; i < data->count; i++) {
        plane_point at;
        int inside = place_in_view(&at, drawn, i);
        is_seen[data->class_of[i]] |= inside;
        missed += !inside;
    }
    for (size_t kind = 0; kind < data->classes; kind++)
        if (is_seen[kind])
            chart_add_row(&drawn->shown, (chart_row){.text = memory_copy_text(data->name[kind]),
                                                     .sample = CHART_MARK,
                                                     .ink = palette_curve(kind),
                                                     .mark = kind});
    if (missed)
        add_note(drawn, memory_format("%zu data point%s outside", missed, plural(missed)));
    free(is_seen);
}

// ---- the legend ----

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

static int is_layer_named(size_t layer, size_t layers)
{
    for (size_t k = 0; k < FEWER_NAMES && layers > MOST_NAMES; k++)
        if (layer == k * (layers - 1) / (FEWER_NAMES - 1))
            return 1;
    return layers <= MOST_NAMES;
}

static void add_line_row(plane_picture *drawn, const char *kind, size_t number, colour ink,
                         double width)
{
    chart_add_row(&drawn->shown, (chart_row){.text = memory_format("%s %zu", kind, number),
                                             .sample = CHART_LINE,
                                             .ink = ink,
                                             .width = width});
}

static void add_line_rows(plane_picture *drawn)
{
    const mosaic *tiles = &drawn->tiles;
    const size_t layers = drawn->picture->creases ? crease_net_hidden(tiles->net) : 0;
    const size_t classes = tiles->colours == CREASE_BY_CLASS ? mosaic_classes(tiles) : 0;
    for (size_t i = 0; i < classes; i++)
        if (is_class_seen(tiles, i))
            add_line_row(drawn, "class", i, palette_class(i), 0.9);
    for (size_t l = 0; l < layers; l++)
        if (is_layer_named(l, layers) && is_layer_seen(tiles, l))
            add_line_row(drawn, "layer", l + 1, palette_crease(l, layers),
                         0.22 * layer_thickness(l));
}

static void add_notes(plane_picture *drawn)
{
    const mosaic *tiles = &drawn->tiles;
    const size_t maps = tiles->maps.count;
    add_note(drawn, memory_format("%zu region%s", tiles->regions, plural(tiles->regions)));
    if (tiles->colours == CREASE_BY_MAP)
        add_note(drawn, memory_format("%zu affine map%s", maps, plural(maps)));
    if (tiles->colours == CREASE_BY_AREA && tiles->is_unbounded)
        add_note(drawn, memory_copy_text("grey: unbounded"));
    if (tiles->colours == CREASE_BY_SLOPE && !drawn->tints.has_scale)
        add_note(drawn, memory_copy_text("slope 0 everywhere"));
    if (tiles->outside)
        add_note(drawn,
                 memory_format("%zu of %zu vertices outside", tiles->outside, tiles->points));
    if (tiles->window.is_distorted)
        add_note(drawn, memory_copy_text("axes not to one scale"));
}

void plane_fit(plane_picture *drawn, int *width, int *height)
{
    chart *shown = &drawn->shown;
    mosaic_fit(&drawn->tiles);
    tint_init(&drawn->tints, &drawn->tiles);
    shown->shape = drawn->tiles.window.shape;
    for (int side = 0; side < 2; side++)
        for (int upper = 0; upper < 2; upper++)
            mosaic_end(shown->side[side].end + upper, &drawn->tiles, side, upper);
    add_data_rows(drawn);
    add_line_rows(drawn);
    add_notes(drawn);
    chart_page(width, height, shown, drawn->picture->bare);
}

void plane_paint(const canvas *page, const plane_picture *drawn, int width, int height)
{
    if (drawn->picture->bare) {
        fill_plane(page, drawn, &(canvas_place){0, 0, width, height});
        return;
    }
    chart_frame f = chart_lay_out(page, &drawn->shown, width, height);
    fill_plane(page, drawn, &f.at);
    chart_draw(&f);
    draw_data(&f, drawn);
}
