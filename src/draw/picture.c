// A picture of the regions of a plane: with axes and a legend, or bare.
#include "base/error.h"
#include "base/memory.h"
#include "base/out_file.h"
#include "base/text.h"
#include "domain/domain.h"
#include "draw/chart.h"
#include "images/stage.h"
#include "net/net.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Widths are parts of the shorter side of the view.
#define CREASE_WIDTH 0.002 // of the first layer, at most
#define CREASE_SHARE 0.12  // of the size of a typical region, at most
#define OVERLAP_WIDTH 0.0006
#define BOUNDARY_WIDTH 0.005
#define BOUNDARY_TO_CREASE 2.5
#define FONT_SIZE 8.0 // points
// From one layer to the next, and from the first to the last at most.
#define THINNER 0.72
#define THINNEST 0.25
#define LARGEST_SIDE 32767 // Cairo's limit for images
// Cairo joins the pieces of one path; very long paths take it too long.
enum { EDGES_AT_ONCE = 2000 };
// With more layers the legend has the first and the last.
enum { MOST_NAMES = 8 };

typedef struct {
    const crease_picture *picture;
    mosaic tiles;
    tint tints;
    chart figure;
    size_t layers; // hidden ones of the whole network
} plane_picture;

static void plane_init(plane_picture *drawn, const crease_picture *picture, const crease_net *net,
                       const crease_domain *domain)
{
    static const char *const names[] = {"x1", "x2"}, *const of_slice[] = {"u", "v"};
    *drawn = (plane_picture){.picture = picture, .layers = crease_net_hidden(net)};
    mosaic_init(&drawn->tiles, net, domain, picture->colours);
    drawn->figure.title = picture->title;
    drawn->figure.text = picture->font_size > 0 ? picture->font_size : FONT_SIZE;
    drawn->figure.tints = &drawn->tints;
    for (int side = 0; side < 2; side++)
        drawn->figure.label[side] = picture->label[side]      ? picture->label[side]
                                    : domain->parametrization ? of_slice[side]
                                                              : names[side];
}

// ---- the regions ----

static double layer_thickness(size_t layer)
{
    return fmax(pow(THINNER, (double)layer), THINNEST);
}

// The edges of one layer.
static void draw_edges(canvas *page, const mosaic *tiles, size_t layer, const canvas_place *where,
                       colour ink, double width)
{
    size_t edges = 0;
    for (size_t i = 0; i < tiles->tiles; i++) {
        const mosaic_tile *tile = tiles->tile + i;
        const polygon_corner *corner = tiles->corner + tile->first;
        for (size_t k = 0; k < tile->corners; k++) {
            if (corner[k].layer != layer)
                continue;
            const polygon_corner *q = corner + (k + 1) % tile->corners;
            canvas_lift(page);
            canvas_line_within(page, where, corner[k].x, corner[k].y);
            canvas_line_within(page, where, q->x, q->y);
            if (++edges % EDGES_AT_ONCE == 0)
                canvas_stroke(page, ink, width);
        }
    }
    canvas_stroke(page, ink, width);
}

// The largest size at which a text around a point fits into a convex polygon.
static double fitting_size(const plane_point *corner, size_t corners, plane_point middle,
                           double text_width)
{
    const double half_width = text_width / 2, half_height = 0.4;
    double size = INFINITY;
    for (size_t k = 0; k < corners; k++) {
        const plane_point *p = corner + k, *q = corner + (k + 1) % corners;
        const double dx = q->x[0] - p->x[0], dy = q->x[1] - p->x[1];
        const double away = fabs(dx * (middle.x[1] - p->x[1]) - dy * (middle.x[0] - p->x[0]));
        const double reach = half_width * fabs(dy) + half_height * fabs(dx);
        if (reach > 0)
            size = fmin(size, away / reach);
    }
    return size;
}

static plane_point centroid(const plane_point *corner, size_t corners)
{
    plane_point sum = {{0, 0}};
    double area = 0;
    for (size_t k = 1; k + 1 < corners; k++) {
        const double *p = corner[0].x, *q = corner[k].x, *r = corner[k + 1].x;
        const double part = (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
        for (int i = 0; i < 2; i++)
            sum.x[i] += part * (p[i] + q[i] + r[i]) / 3;
        area += part;
    }
    return (plane_point){{sum.x[0] / area, sum.x[1] / area}};
}

// The number of each region inside it, smaller where there is little room, none where too little.
static void label_regions(canvas *page, const mosaic *tiles, const canvas_place *where, double text)
{
    static const double LEAST_SIZE = 3; // points
    size_t capacity = 0;
    plane_point *corner = NULL;
    for (size_t i = 0; i < tiles->tiles; i++) {
        const mosaic_tile *tile = tiles->tile + i;
        char number[32];
        MEMORY_RESERVE(corner, capacity, tile->corners);
        for (size_t k = 0; k < tile->corners; k++) {
            const polygon_corner *c = tiles->corner + tile->first + k;
            corner[k] = (plane_point){
                {where->x + c->x * where->width, where->y + (1 - c->y) * where->height}};
        }
        snprintf(number, sizeof number, "%zu", tile->region);
        const plane_point middle = centroid(corner, tile->corners);
        const double width = canvas_text_width(number, 1);
        const double size = fmin(text, fitting_size(corner, tile->corners, middle, width));
        if (size >= LEAST_SIZE)
            canvas_text(page,
                        &(picture_text){number, middle.x[0], middle.x[1], size, .anchor = 0.5});
    }
    free(corner);
}

static double pixels_a_point(const crease_picture *picture)
{
    return picture->format == CREASE_PNG && picture->dpi > 0 ? picture->dpi / 72 : 1;
}

// In an image one pixel. Elsewhere creases hide the gaps between regions, though not those between
// bands of the output.
static double tile_border(const plane_picture *drawn, double shorter)
{
    const crease_picture *picture = drawn->picture;
    if (picture->format == CREASE_PNG)
        return 1 / pixels_a_point(picture);
    return picture->creases && picture->colours != CREASE_BY_OUTPUT ? 0 : OVERLAP_WIDTH * shorter;
}

static void fill_plane(canvas *page, const plane_picture *drawn, const canvas_place *where)
{
    const double shorter = fmin(where->width, where->height);
    const mosaic *tiles = &drawn->tiles;
    const int creases = drawn->picture->creases;
    const double given = drawn->picture->line_width;
    canvas_clip_begin(page, where);
    tint_paint(page, &drawn->tints, where, tile_border(drawn, shorter));
    // The first layer on top: its creases are the straight ones.
    const size_t layers = crease_net_hidden(tiles->net);
    const double fitting = fmin(CREASE_WIDTH, CREASE_SHARE / sqrt((double)tiles->regions + 1));
    const double first = given > 0 ? given : fitting * shorter;
    for (size_t layer = layers; creases && layer-- > 0;)
        draw_edges(page, tiles, layer, where, palette_crease(layer, drawn->layers),
                   first * layer_thickness(layer));
    draw_edges(page, tiles, MOSAIC_BOUNDARY, where, canvas_black,
               given > 0 ? BOUNDARY_TO_CREASE * given : BOUNDARY_WIDTH * shorter);
    if (drawn->picture->labels)
        label_regions(page, tiles, where, drawn->figure.text);
    canvas_clip_end(page, where);
}

static void add_note(plane_picture *drawn, char *text)
{
    chart_add_row(&drawn->figure, text, canvas_black, 0);
}

// ---- the legend ----

static void add_line_rows(plane_picture *drawn)
{
    const mosaic *tiles = &drawn->tiles;
    const size_t layers = drawn->picture->creases ? crease_net_hidden(tiles->net) : 0;
    const size_t classes = tiles->colours == CREASE_BY_CLASS ? mosaic_classes(tiles) : 0;
    const char *name = drawn->picture->class_names;
    for (size_t i = 0; i < classes; i++) {
        int length = name ? (int)strcspn(name, ",") : 0;
        chart_add_row(&drawn->figure,
                      name ? memory_format("%.*s", length, name) : memory_format("class %zu", i),
                      palette_class(i), 0.9);
        name = name && name[length] ? name + length + 1 : NULL;
    }
    for (size_t l = 0; l < layers; l++)
        if (layers <= MOST_NAMES || l == 0 || l + 1 == layers)
            chart_add_row(&drawn->figure, memory_format("layer %zu", l),
                          palette_crease(l, drawn->layers), 0.22 * layer_thickness(l));
}

static void add_notes(plane_picture *drawn)
{
    const mosaic *tiles = &drawn->tiles;
    const size_t maps = tiles->maps.count; // or images
    const char *kind = tiles->colours == CREASE_BY_IMAGE ? "cell" : "region";
    add_note(drawn, memory_format("%zu %s%s", tiles->regions, kind, plural(tiles->regions)));
    if (tiles->colours == CREASE_BY_MAP)
        add_note(drawn, memory_format("%zu affine map%s", maps, plural(maps)));
    if (tiles->colours == CREASE_BY_IMAGE)
        add_note(drawn, memory_format("%zu image%s", maps, plural(maps)));
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

// Once all regions are in the mosaic: chooses the view, and changes zeros to the size of the page.
static void plane_fit(plane_picture *drawn, double size[2])
{
    chart *figure = &drawn->figure;
    mosaic_fit(&drawn->tiles);
    tint_init(&drawn->tints, &drawn->tiles);
    figure->shape = drawn->tiles.window.shape;
    for (int side = 0; side < 2; side++)
        for (int upper = 0; upper < 2; upper++)
            figure->side[side].end[upper] = mosaic_end(&drawn->tiles, side, upper);
    add_line_rows(drawn);
    add_notes(drawn);
    chart_page(size, figure, drawn->picture->bare);
}

static void plane_paint(canvas *page, const plane_picture *drawn, const double size[2])
{
    if (drawn->picture->bare) {
        fill_plane(page, drawn, &(canvas_place){0, 0, size[0], size[1]});
        return;
    }
    chart_frame f = chart_lay_out(&drawn->figure, size[0], size[1]);
    fill_plane(page, drawn, &f.panel);
    chart_draw(page, &f);
}

// ---- the page ----

static crease_status check_page(const crease_picture *picture, const double size[2],
                                crease_error *error)
{
    const double scale = pixels_a_point(picture);
    const char *const name[] = {"width", "height"};
    for (int i = 0; i < 2; i++)
        if (!(size[i] >= 0 && scale * size[i] <= LARGEST_SIDE))
            return error_set(error, "expected a %s between 1 and %d, found %.0f", name[i],
                             LARGEST_SIDE, scale * size[i]);
    return CREASE_OK;
}

static crease_status check_classes(const crease_picture *picture, const crease_net *net,
                                   crease_error *error)
{
    const size_t outputs = crease_net_outputs(net), classes = outputs > 1 ? outputs : 2;
    size_t names = 1;
    for (const char *c = picture->class_names; c && *c; c++)
        names += *c == ',';
    if (picture->class_names && names != classes)
        return error_set(error, "expected the names of %zu classes, found %zu", classes, names);
    return CREASE_OK;
}

// By image: the number of the layer that cells enter, from 0. A network of one layer has none.
static size_t layer_entered(const crease_picture *picture, const crease_net *net)
{
    const size_t hidden = crease_net_hidden(net);
    return picture->layer ? picture->layer : hidden > 1 ? hidden - 1 : 1;
}

static crease_status check_layer(const crease_picture *picture, const crease_net *net,
                                 crease_error *error)
{
    const size_t l = layer_entered(picture, net);
    if (picture->colours != CREASE_BY_IMAGE || (l > 0 && l < net->layers))
        return CREASE_OK;
    return error_set(error, "cells have images on entry to layers 1 to %zu, not to layer %zu",
                     net->layers - 1, l);
}

static crease_status check_after(const crease_picture *picture, const crease_net *net,
                                 crease_error *error)
{
    const size_t units = net_units(net, crease_net_hidden(net));
    if (picture->after > units)
        return error_set(error, "expected a number of units from 1 to %zu, found %zu", units,
                         picture->after);
    if (picture->after && picture->colours != CREASE_BY_PATTERN &&
        picture->colours != CREASE_BY_AREA)
        return error_set(error, "after the first units regions have patterns and areas, no other "
                                "colours");
    return CREASE_OK;
}

static crease_status check_picture(const crease_picture *picture, const crease_net *net,
                                   const crease_domain *domain, crease_error *error)
{
    size_t dimension = crease_domain_dimension(domain);
    if (dimension == 1)
        return error_set(error,
                         "a picture shows two dimensions, found 1: a viewer page, FILE.html, "
                         "draws the outputs, crease line lists the breakpoints");
    if (dimension != 2)
        return error_set(error,
                         "expected a domain of dimension 2 to draw, found %zu: name three points "
                         "of a slice",
                         dimension);
    if (check_classes(picture, net, error) || check_layer(picture, net, error) ||
        check_after(picture, net, error) || (canvas_needs_cairo(picture) && cairo_load(error)))
        return CREASE_ERROR;
    return check_page(picture, (const double[]){picture->width, picture->height}, error);
}

// Bare pictures have no description.
static picture_about picture_describe(const crease_picture *picture, const crease_net *net)
{
    const char *title = picture->title ? picture->title : picture->name;
    picture_about about = {0};
    if (picture->bare)
        return about;
    about.title = memory_copy_text(title ? title : "");
    about.text = memory_format("%s%snetwork SHA-256 %s", picture->command ? picture->command : "",
                               picture->command ? "; " : "", crease_net_sha256(net));
    text_sanitize(about.title, '?');
    text_sanitize(about.text, '?');
    return about;
}

// Writes the picture of the regions that were collected; fails if the page is too large or the disk
// is full.
static crease_status paint_page(const out_file *file, plane_picture *drawn, crease_error *error)
{
    const crease_picture *picture = drawn->picture;
    double size[] = {picture->width, picture->height};
    plane_fit(drawn, size);
    if (check_page(picture, size, error))
        return CREASE_ERROR;
    canvas page;
    out_file inset;
    const bool has_inset = picture->format == CREASE_TEX && picture->inset &&
                           drawn->tiles.regions > CREASE_MOST_OF_TEX;
    if (has_inset && (cairo_load(error) || out_file_open(&inset, picture->inset, error)))
        return CREASE_ERROR;
    picture_about about = picture_describe(picture, drawn->tiles.net);
    canvas_open(&page, file->stream, picture, size[0], size[1], &about);
    if (has_inset) {
        const char *folder = strrchr(picture->inset, '/');
        page.inset = inset.stream;
        page.inset_name = folder ? folder + 1 : picture->inset;
    }
    plane_paint(&page, drawn, size);
    const char *trouble = canvas_close(&page);
    free(about.title);
    free(about.text);
    crease_status status = out_file_check(file, error);
    if (!status && trouble) {
        error_set(error, "cannot draw: %s", trouble);
        status = error_file(error, file->path);
    }
    return has_inset ? out_file_end(&inset, status, error) : status;
}

// entered: as in the mosaic; layers: the hidden ones of the whole network.
// Enumerates the regions of the picture's network, draws them and clears the picture.
static crease_status draw(const out_file *file, plane_picture *drawn, crease_counts *counts,
                          const crease_domain *domain, const crease_options *options,
                          crease_error *error)
{
    const crease_visitor visitor = {.data = &drawn->tiles, .region = mosaic_add};
    crease_status status = crease_walk(counts, drawn->tiles.net, domain, options, &visitor, error);
    const locale_t locale = text_point_begin();
    if (status != CREASE_ERROR && paint_page(file, drawn, error))
        status = CREASE_ERROR;
    text_point_end(locale);
    chart_clear(&drawn->figure);
    mosaic_clear(&drawn->tiles);
    return status;
}

// The cells on entry to a layer are the regions of the layers before it; the cells after some units
// are the regions of the network of these units.
static crease_status draw_cells(const out_file *file, const crease_picture *picture,
                                crease_counts *counts, const crease_net *net,
                                const crease_domain *domain, const crease_options *options,
                                crease_error *error)
{
    const size_t l = layer_entered(picture, net);
    crease_net *before =
        picture->after ? stage_new_units(net, picture->after) : stage_new_before(net, l);
    crease_counts cells;
    plane_picture drawn;
    memcpy(before->sha256, net->sha256, sizeof before->sha256); // which the file names
    crease_counts_init(&cells, before);
    plane_init(&drawn, picture, before, domain);
    drawn.tiles.entered = picture->after ? NULL : net->layer + l;
    drawn.layers = crease_net_hidden(net);
    const crease_status status = draw(file, &drawn, &cells, domain, options, error);
    counts->activation_regions = cells.activation_regions;
    counts->bounded_regions = cells.bounded_regions;
    counts->complete = cells.complete;
    counts->seconds = cells.seconds;
    crease_counts_clear(&cells);
    crease_net_free(before);
    return status;
}

crease_status crease_picture_write(const char *path, const crease_picture *picture,
                                   crease_counts *counts, const crease_net *net,
                                   const crease_domain *domain, const crease_options *options,
                                   crease_error *error)
{
    out_file file;
    if (check_picture(picture, net, domain, error) || out_file_open(&file, path, error))
        return CREASE_ERROR;
    crease_status status = CREASE_OK;
    if (picture->after || picture->colours == CREASE_BY_IMAGE) {
        status = draw_cells(&file, picture, counts, net, domain, options, error);
    } else {
        plane_picture drawn;
        plane_init(&drawn, picture, net, domain);
        status = draw(&file, &drawn, counts, domain, options, error);
    }
    return out_file_end(&file, status, error);
}
