// A picture of the regions of a plane.
#include "draw/plane.h"

#include "base/memory.h"
#include "base/text.h"
#include "draw/palette.h"
#include "geom/domain.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// Widths are parts of the shorter side of the view.
#define CREASE_WIDTH 0.002 // of the first layer, at most
#define CREASE_SHARE 0.12  // of the size of a typical region, at most
#define OVERLAP_WIDTH 0.0006
#define BOUNDARY_WIDTH 0.005
// From one layer to the next, and from the first to the last at most.
#define THINNER 0.72
#define THINNEST 0.25
// Cairo joins the pieces of one path; very long paths cost it too much.
enum { EDGES_AT_ONCE = 2000, NAME = 40, MOST_NOTES = 6 };

// ---- the regions ----

static double shorter_side(const chart_place *where)
{
    return fmin(where->width, where->height);
}

// "area 0.25", with an exponent that doubles need not have.
static void spell_area(char text[NAME], const mosaic_region *region)
{
    double power = floor(region->log_area), digits = pow(10, region->log_area - power);
    if (!isfinite(region->log_area))
        snprintf(text, NAME, region->log_area > 0 ? "unbounded" : "area 0");
    else if (isnormal(region->area))
        snprintf(text, NAME, "area %.6g", region->area);
    else if (digits < 9.999995)
        snprintf(text, NAME, "area %.6ge%+.0f", digits, power);
    else
        snprintf(text, NAME, "area 1e%+.0f", power + 1);
}

// "0110 10; area 0.25"
static char *title_of(const mosaic *tiles, size_t index)
{
    const char *pattern = tiles->pattern ? tiles->pattern + index * tiles->pattern_size : "";
    char area[NAME];
    spell_area(area, tiles->region + index);
    return memory_format("%.*s%s%s", (int)tiles->pattern_size, pattern,
                         tiles->pattern_size ? "; " : "", area);
}

static void fill_region(canvas *page, const tint *t, size_t index, const chart_place *where,
                        double border)
{
    char id[NAME], kind[NAME], *title = title_of(t->tiles, index);
    size_t newest = t->tiles->region[index].newest;
    snprintf(id, sizeof id, "r%zu", index);
    snprintf(kind, sizeof kind, "layer%zu", newest == VIEW_NO_LAYER ? 0 : newest + 1);
    tint_paint(page, t, index, where, border, &(canvas_name){id, kind, title});
    free(title);
}

// One group for the regions whose newest crease is of a layer, which is counted from 1; 0: those
// that have none.
static void fill_layer(canvas *page, const tint *t, size_t layer, const chart_place *where,
                       double border)
{
    char id[NAME];
    int any = 0;
    for (size_t i = 0; i < t->tiles->regions; i++) {
        const mosaic_region *region = t->tiles->region + i;
        if (region->newest != layer - 1 || !region->vertices)
            continue;
        if (!any++) {
            snprintf(id, sizeof id, "regions-layer%zu", layer);
            canvas_group(page, &(canvas_name){.id = id});
        }
        fill_region(page, t, i, where, border);
    }
    if (any)
        canvas_group_end(page);
}

static void draw_layer(canvas *page, const tint *t, size_t layer, const chart_place *where)
{
    const mosaic *tiles = t->tiles;
    size_t layers = crease_net_hidden(tiles->net), edges = 0;
    double first = fmin(CREASE_WIDTH, CREASE_SHARE / sqrt((double)tiles->regions + 1));
    canvas_pen pen = {.ink = palette_crease(layer, layers),
                      .width =
                          first * fmax(pow(THINNER, (double)layer), THINNEST) * shorter_side(where),
                      .round = 1};
    char kind[NAME];
    snprintf(kind, sizeof kind, "crease layer%zu", layer + 1);
    canvas_name name = {.class = kind};
    for (size_t i = 0; i < tiles->regions; i++) {
        const mosaic_region *region = tiles->region + i;
        const view_vertex *vertex = tiles->vertex + region->first;
        for (size_t k = 0; k < region->vertices; k++) {
            if (vertex[k].layer != layer)
                continue;
            const view_vertex *end[] = {vertex + k,
                                        vertex + (k + 1 == region->vertices ? 0 : k + 1)};
            for (int e = 0; e < 2; e++)
                (e ? canvas_line : canvas_move)(page, where->x + end[e]->x * where->width,
                                                where->y + (1 - end[e]->y) * where->height);
            if (++edges % EDGES_AT_ONCE == 0)
                canvas_stroke(page, &pen, &name);
        }
    }
    if (edges % EDGES_AT_ONCE)
        canvas_stroke(page, &pen, &name);
}

void plane_fill(canvas *page, const tint *t, const chart_place *where, int creases)
{
    size_t layers = crease_net_hidden(t->tiles->net);
    // Creases hide the gaps that antialiasing leaves.
    double border = creases ? 0 : OVERLAP_WIDTH * shorter_side(where);
    canvas_tiles(page);
    for (size_t layer = 0; layer <= layers; layer++)
        fill_layer(page, t, layer, where, border);
    canvas_group_end(page);
    // The first layer on top: its creases are the straight ones.
    for (size_t layer = layers; creases && layer-- > 0;)
        draw_layer(page, t, layer, where);
    if (t->tiles->colours == CREASE_BY_CLASS)
        tint_boundary(page, t, where, BOUNDARY_WIDTH * shorter_side(where));
}

static void fill_panel(canvas *page, const void *filling, const chart_place *where)
{
    const plane *drawn = filling;
    canvas_clip(page, where->x, where->y, where->width, where->height);
    plane_fill(page, &drawn->tints, where, drawn->picture->creases);
    canvas_group_end(page);
}

// ---- the chart round it ----

static void set_axes(plane *drawn, const crease_domain *domain)
{
    static const char *const names[] = {"x1", "x2"}, *const of_slice[] = {"u", "v"};
    for (int side = 0; side < 2; side++) {
        axis *along = drawn->shown.panel->side + side;
        const char *given = drawn->picture->label[side];
        along->label = given ? given : domain->parametrization ? of_slice[side] : names[side];
    }
}

static int is_seen(const mosaic *tiles, size_t layer)
{
    for (size_t i = 0; i < tiles->vertices; i++)
        if (tiles->vertex[i].layer == layer)
            return 1;
    return 0;
}

static void add_name(plane *drawn, chart_curve curve, const char *kind, size_t number)
{
    curve.name = memory_format("%s %zu", kind, number);
    curve.elsewhere = 1;
    drawn->shown.curve[drawn->shown.curves++] = curve;
}

// Creases and classes are drawn by the panel: they only have a name here.
static void add_names(plane *drawn)
{
    size_t layers = drawn->picture->creases ? crease_net_hidden(drawn->tiles.net) : 0;
    for (size_t i = 0; i < drawn->tints.classes; i++)
        if (drawn->tints.seen[i])
            add_name(drawn,
                     (chart_curve){.style = CHART_PLAIN, .ink = palette_class(i), .width = 6},
                     "class", i);
    for (size_t i = 0; i < chart_names(layers); i++) {
        size_t layer = chart_named(i, layers);
        if (is_seen(&drawn->tiles, layer))
            add_name(drawn,
                     (chart_curve){.style = CHART_PLAIN,
                                   .ink = palette_crease(layer, layers),
                                   .width = 1.5 * fmax(pow(THINNER, (double)layer), THINNEST)},
                     "layer", layer + 1);
    }
}

static void add_data(plane *drawn)
{
    const crease_data *data = drawn->picture->data;
    chart *shown = &drawn->shown;
    for (size_t kind = 0; kind < data->classes; kind++)
        shown->curve[shown->curves++] = (chart_curve){.name = memory_copy_text(data->name[kind]),
                                                      .style = CHART_POINTS,
                                                      .mark = kind,
                                                      .ink = palette_curve(kind)};
    for (size_t i = 0; i < data->count; i++) {
        view_point at = mosaic_place(&drawn->tiles, data->x + 2 * i);
        if (at.x >= 0 && at.x <= 1 && at.y >= 0 && at.y <= 1)
            chart_add(shown->curve + data->class_of[i],
                      (chart_point){.x = at.x, .y = at.y, .low = 1});
        else
            drawn->missed++;
    }
}

static void note(plane *drawn, char *text)
{
    drawn->note[drawn->shown.notes++] = text;
}

static void add_notes(plane *drawn)
{
    const mosaic *tiles = &drawn->tiles;
    size_t unbounded = 0;
    for (size_t i = 0; i < tiles->regions; i++)
        unbounded += tiles->region[i].log_area == INFINITY;
    drawn->note = memory_new(MOST_NOTES, sizeof *drawn->note);
    note(drawn, memory_format("%zu region%s", tiles->regions, plural(tiles->regions)));
    if (tiles->colours == CREASE_BY_MAP)
        note(drawn,
             memory_format("%zu affine map%s", drawn->tints.maps, plural(drawn->tints.maps)));
    if (tiles->colours == CREASE_BY_AREA && unbounded)
        note(drawn, memory_format("grey: unbounded"));
    if (tiles->colours == CREASE_BY_SLOPE && !drawn->tints.has_scale)
        note(drawn, memory_format("slope 0 everywhere"));
    if (tiles->outside)
        note(drawn, memory_format("%zu of %zu vertices outside", tiles->outside, tiles->points));
    if (drawn->missed)
        note(drawn,
             memory_format("%zu data point%s outside", drawn->missed, plural(drawn->missed)));
    if (tiles->window.is_distorted)
        note(drawn, memory_format("axes not to one scale"));
    drawn->shown.note = drawn->note;
}

static void make_chart(plane *drawn)
{
    const crease_data *data = drawn->picture->data;
    chart *shown = &drawn->shown;
    chart_panel *panel = shown->panel;
    size_t most = drawn->tints.classes + crease_net_hidden(drawn->tiles.net);
    panel->shape = drawn->tiles.window.shape;
    panel->fill = fill_panel;
    panel->filling = drawn;
    for (int side = 0; side < 2; side++) {
        mosaic_end(&panel->side[side].lo, &drawn->tiles, side, 0);
        mosaic_end(&panel->side[side].hi, &drawn->tiles, side, 1);
    }
    shown->title = drawn->picture->title;
    shown->curve = memory_new(most + (data ? data->classes : 0), sizeof *shown->curve);
    if (data)
        add_data(drawn);
    add_names(drawn);
    tint_key(&shown->key, &drawn->tints);
    add_notes(drawn);
}

// ---- all of it ----

void plane_init(plane *drawn, const crease_picture *picture, const crease_net *net,
                const crease_domain *domain, const crease_options *options)
{
    *drawn = (plane){.picture = picture};
    mosaic_init(&drawn->tiles, net, domain, picture->colours, picture->format == CREASE_SVG,
                options);
    drawn->shown.panels = 1;
    drawn->shown.panel = memory_new(1, sizeof *drawn->shown.panel);
    for (int side = 0; side < 2; side++)
        axis_init(drawn->shown.panel->side + side);
    set_axes(drawn, domain);
}

void plane_clear(plane *drawn)
{
    for (size_t i = 0; i < drawn->shown.curves; i++)
        free((char *)drawn->shown.curve[i].name);
    for (size_t i = 0; i < drawn->shown.notes; i++)
        free(drawn->note[i]);
    free(drawn->note);
    chart_clear(&drawn->shown);
    tint_clear(&drawn->tints);
    mosaic_clear(&drawn->tiles);
}

void plane_fit(plane *drawn, int *width, int *height)
{
    view window;
    mosaic_fit(&drawn->tiles, &window);
    tint_init(&drawn->tints, &drawn->tiles);
    if (drawn->picture->bare) {
        view_page(width, height, &window);
        return;
    }
    make_chart(drawn);
    chart_page(width, height, &drawn->shown);
}

void plane_paint(canvas *page, const plane *drawn, int width, int height)
{
    if (drawn->picture->bare)
        plane_fill(page, &drawn->tints, &(chart_place){0, 0, width, height},
                   drawn->picture->creases);
    else
        chart_paint(page, &drawn->shown, width, height);
}
