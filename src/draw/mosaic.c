// The regions of a plane domain: collected as doubles, cut to the view.
#include "draw/mosaic.h"

#include "base/memory.h"
#include "draw/axis.h"
#include "draw/origin.h"
#include "draw/palette.h"
#include "exact/rational.h"
#include "geom/domain.h"
#include "tree/region.h"

#include <flint/fmpq_vec.h>
#include <flint/fmpz_vec.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#define FARTHEST 1e300
// Round the vertices, as parts of their extent: enough of an unbounded domain to show how it
// goes on; round a polytope, that its border is seen.
#define MARGIN_OF_UNBOUNDED 0.15
#define MARGIN_OF_POLYTOPE 0.02
// A picture with longer titles would be too large for other programs.
enum { MOST_PATTERNS = 4000000 };

static size_t map_entries(const crease_net *net)
{
    return 3 * crease_net_outputs(net);
}

// A character for each unit, and a space between layers.
static size_t pattern_size(const crease_net *net)
{
    size_t layers = crease_net_hidden(net), size = layers ? layers - 1 : 0;
    for (size_t layer = 0; layer < layers; layer++)
        size += crease_net_width(net, layer);
    return size;
}

static size_t forms_of(const crease_net *net, crease_colours colours)
{
    return colours == CREASE_BY_OUTPUT  ? 1
           : colours == CREASE_BY_CLASS ? crease_net_outputs(net)
                                        : 0;
}

static void init_scratch(mosaic *tiles)
{
    for (int i = 0; i < 2; i++) {
        fmpq_init(tiles->origin + i);
        fmpq_init(tiles->scale + i);
    }
    tiles->row = _fmpq_vec_init(3);
    tiles->maps = _fmpz_vec_init((slong)map_entries(tiles->net));
}

void mosaic_init(mosaic *tiles, const crease_net *net, const crease_domain *domain,
                 crease_colours colours, int titles, const crease_options *options)
{
    *tiles = (mosaic){.net = net,
                      .colours = colours,
                      .is_box = domain->is_box,
                      .forms = forms_of(net, colours),
                      .pattern_size = titles ? pattern_size(net) : 0};
    init_scratch(tiles);
    origin_find(tiles->origin, net, domain, options);
    for (int i = 0; i < 2; i++)
        if (domain->is_box)
            fmpq_sub(tiles->scale + i, domain->hi + i, domain->lo + i);
        else
            fmpq_one(tiles->scale + i);
}

void mosaic_init_like(mosaic *tiles, const mosaic *of)
{
    *tiles = (mosaic){.net = of->net,
                      .colours = of->colours,
                      .is_box = of->is_box,
                      .forms = of->forms,
                      .pattern_size = of->pattern_size};
    init_scratch(tiles);
    for (int i = 0; i < 2; i++) {
        fmpq_set(tiles->origin + i, of->origin + i);
        fmpq_set(tiles->scale + i, of->scale + i);
    }
}

int mosaic_wants_maps(crease_colours colours)
{
    return colours != CREASE_BY_PATTERN && colours != CREASE_BY_AREA;
}

void mosaic_clear(mosaic *tiles)
{
    for (int i = 0; i < 2; i++) {
        fmpq_clear(tiles->origin + i);
        fmpq_clear(tiles->scale + i);
    }
    _fmpq_vec_clear(tiles->row, 3);
    _fmpz_vec_clear(tiles->maps, (slong)map_entries(tiles->net));
    free(tiles->region);
    free(tiles->vertex);
    free(tiles->point);
    free(tiles->form);
    free(tiles->pattern);
}

// ---- coordinates ----

static double bounded(double x)
{
    return fmin(fmax(x, -FARTHEST), FARTHEST);
}

// Changes the point x to the frame, in place.
static double to_frame(const mosaic *tiles, fmpq *x, int side)
{
    fmpq_sub(x, x, tiles->origin + side);
    if (tiles->is_box)
        fmpq_div(x, x, tiles->scale + side);
    return bounded(rational_double(x));
}

// A direction of the plane, its larger entry 1 or -1: integers may be far beyond
// what a double holds.
static void direction(mosaic *tiles, view_vertex *vertex, const fmpz *ray)
{
    const fmpz *larger = fmpz_cmpabs(ray, ray + 1) > 0 ? ray : ray + 1;
    double entry[2];
    for (int i = 0; i < 2; i++) {
        fmpq_set_fmpz_frac(tiles->row, ray + i, larger);
        entry[i] = rational_double(tiles->row) * fmpz_sgn(larger);
    }
    vertex->x = entry[0];
    vertex->y = entry[1];
    vertex->w = 0;
}

// A finite vertex in homogeneous integers. The quotient is not reduced: that would take longer than
// all else.
static double vertex_in_frame(mosaic *tiles, const fmpz *point, int side)
{
    const fmpq *origin = tiles->origin + side, *scale = tiles->scale + side;
    fmpz *over = fmpq_numref(tiles->row), *under = fmpq_denref(tiles->row);
    fmpz_mul(over, point + side, fmpq_denref(origin));
    fmpz_submul(over, fmpq_numref(origin), point + 2);
    fmpz_mul(under, fmpq_denref(origin), point + 2);
    if (tiles->is_box) {
        fmpz_mul(over, over, fmpq_denref(scale));
        fmpz_mul(under, under, fmpq_numref(scale));
    }
    double x = rational_double(tiles->row);
    fmpq_zero(tiles->row);
    return bounded(x);
}

static void add_vertex(mosaic *tiles, const region_edge *facet)
{
    MEMORY_RESERVE(tiles->vertex, tiles->vertex_capacity, tiles->vertices + 1);
    view_vertex *vertex = tiles->vertex + tiles->vertices++;
    // A crease has regions on both sides; the upper ones draw it.
    int draws = facet->origin.split != NO_SPLIT && facet->side > 0;
    vertex->layer = draws ? facet->origin.layer : VIEW_NO_LAYER;
    if (fmpz_is_zero(facet->from + 2)) {
        direction(tiles, vertex, facet->from);
        tiles->is_unbounded = 1;
        return;
    }
    vertex->x = vertex_in_frame(tiles, facet->from, 0);
    vertex->y = vertex_in_frame(tiles, facet->from, 1);
    vertex->w = 1;
    if (!tiles->is_box && !facet->goes_on) {
        MEMORY_RESERVE(tiles->point, tiles->point_capacity, tiles->points + 1);
        tiles->point[tiles->points++] = (view_point){vertex->x, vertex->y};
    }
}

// What the view is to show of a region that has no vertices of its own.
static void look_at_vertices(mosaic *tiles, const crease_region *region)
{
    for (size_t i = 0; i < crease_region_vertices(region); i++) {
        double at[2];
        crease_region_vertex(tiles->row, region, i);
        for (int side = 0; side < 2; side++)
            at[side] = to_frame(tiles, tiles->row + side, side);
        MEMORY_RESERVE(tiles->point, tiles->point_capacity, tiles->points + 1);
        tiles->point[tiles->points++] = (view_point){at[0], at[1]};
    }
}

// Gauss's formula in coordinates relative to a vertex, so that nothing is lost far from zero, and
// divided by the units.
static double area_of(const view_vertex *vertex, size_t count, const double *unit)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++) {
        const view_vertex *p = vertex + i, *q = vertex + (i + 1 == count ? 0 : i + 1);
        sum += (p->x - vertex->x) / unit[0] * ((q->y - vertex->y) / unit[1]) -
               (q->x - vertex->x) / unit[0] * ((p->y - vertex->y) / unit[1]);
    }
    return sum / 2;
}

static void set_area(const mosaic *tiles, mosaic_region *region)
{
    const view_vertex *vertex = tiles->vertex + region->first;
    const fmpq *scale = tiles->scale;
    double extent[2] = {0, 0};
    region->area = region->log_area = INFINITY;
    for (size_t i = 0; i < region->vertices; i++) {
        if (vertex[i].w == 0)
            return;
        extent[0] = fmax(extent[0], fabs(vertex[i].x - vertex->x));
        extent[1] = fmax(extent[1], fabs(vertex[i].y - vertex->y));
    }
    region->area = area_of(vertex, region->vertices, (double[]){1, 1}) * rational_double(scale) *
                   rational_double(scale + 1);
    double share = extent[0] > 0 && extent[1] > 0 ? area_of(vertex, region->vertices, extent) : 0;
    region->log_area = share > 0 ? log10(share) + log10(extent[0]) + log10(extent[1]) +
                                       axis_log10(scale) + axis_log10(scale + 1)
                                 : -INFINITY;
}

// ---- titles ----

static void drop_patterns(mosaic *tiles)
{
    free(tiles->pattern);
    tiles->pattern = NULL;
    tiles->pattern_size = tiles->pattern_capacity = 0;
}

static void keep_pattern(mosaic *tiles, const crease_region *region)
{
    static const char digit[] = "0123456789abcdefghijklmnopqrstuvwxyz";
    size_t size = tiles->pattern_size, used = tiles->regions * size;
    if (!size)
        return;
    if (used + size > MOST_PATTERNS) {
        drop_patterns(tiles);
        return;
    }
    MEMORY_RESERVE(tiles->pattern, tiles->pattern_capacity, used + size);
    char *at = tiles->pattern + used;
    for (size_t layer = 0; layer < crease_net_hidden(tiles->net); layer++) {
        const uint32_t *piece = crease_region_pattern(region, layer);
        if (layer)
            *at++ = ' ';
        for (size_t unit = 0; unit < crease_net_width(tiles->net, layer); unit++)
            *at++ = piece[unit] < sizeof digit - 1 ? digit[piece[unit]] : '+';
    }
}

// ---- keys ----

static uint64_t pattern_hue(const crease_net *net, const crease_region *region)
{
    uint64_t hue = 0;
    for (size_t layer = 0; layer < crease_net_hidden(net); layer++) {
        const uint32_t *piece = crease_region_pattern(region, layer);
        for (size_t unit = 0; unit < crease_net_width(net, layer); unit++)
            if (piece[unit])
                hue += piece[unit] * palette_turn(layer, unit);
    }
    return hue;
}

// Hashes the text of the map: equal maps have equal fingerprints, and for different
// ones chance is below 2^-64 in any picture that can be drawn.
static void map_fingerprint(mosaic *tiles, uint64_t *fingerprint, const crease_region *region)
{
    region_integer_map(tiles->maps, region);
    XXH3_state_t *state = XXH3_createState();
    if (!state)
        abort();
    XXH3_128bits_reset(state);
    for (size_t i = 0; i < map_entries(tiles->net); i++) {
        char *text = fmpz_get_str(NULL, 32, tiles->maps + i);
        XXH3_128bits_update(state, text, strlen(text) + 1);
        flint_free(text);
    }
    XXH128_hash_t hash = XXH3_128bits_digest(state);
    XXH3_freeState(state);
    fingerprint[0] = hash.high64;
    fingerprint[1] = hash.low64;
}

static mosaic_key key_of(mosaic *tiles, const crease_region *region)
{
    mosaic_key key = {.map = {0, 0}};
    switch (tiles->colours) {
    case CREASE_BY_PATTERN:
        key.hue = pattern_hue(tiles->net, region);
        break;
    case CREASE_BY_MAP:
        map_fingerprint(tiles, key.map, region);
        break;
    case CREASE_BY_SLOPE:
        crease_region_map(tiles->row, region, 0);
        for (int i = 0; i < 2; i++)
            key.slope[i] = bounded(rational_double(tiles->row + i));
        break;
    case CREASE_BY_OUTPUT:
    case CREASE_BY_CLASS:
    case CREASE_BY_AREA:
        break;
    }
    return key;
}

// The outputs in the coordinates of the frame: a (origin + scale u) + c.
static void add_forms(mosaic *tiles, const crease_region *region)
{
    fmpq_t constant;
    fmpq_init(constant);
    MEMORY_RESERVE(tiles->form, tiles->form_capacity, 3 * (tiles->regions + 1) * tiles->forms);
    double *form = tiles->form + 3 * tiles->regions * tiles->forms;
    for (size_t output = 0; output < tiles->forms; output++, form += 3) {
        crease_region_map(tiles->row, region, output);
        fmpq_set(constant, tiles->row + 2);
        for (int i = 0; i < 2; i++) {
            fmpq_addmul(constant, tiles->row + i, tiles->origin + i);
            fmpq_mul(tiles->row + i, tiles->row + i, tiles->scale + i);
            form[i] = bounded(rational_double(tiles->row + i));
        }
        form[2] = bounded(rational_double(constant));
    }
    fmpq_clear(constant);
}

crease_visit mosaic_add(void *data, const crease_region *region)
{
    mosaic *tiles = data;
    size_t before = tiles->points;
    keep_pattern(tiles, region);
    add_forms(tiles, region);
    MEMORY_RESERVE(tiles->region, tiles->region_capacity, tiles->regions + 1);
    mosaic_region *added = tiles->region + tiles->regions++;
    *added = (mosaic_region){
        .first = tiles->vertices, .newest = VIEW_NO_LAYER, .key = key_of(tiles, region)};
    for (size_t i = 0; i < region_edges(region); i++) {
        region_edge facet;
        region_edge_at(&facet, region, i);
        add_vertex(tiles, &facet);
        if (facet.origin.split != NO_SPLIT &&
            (added->newest == VIEW_NO_LAYER || facet.origin.layer > added->newest))
            added->newest = facet.origin.layer;
    }
    if (!tiles->is_box && tiles->points == before)
        look_at_vertices(tiles, region);
    added->vertices = tiles->vertices - added->first;
    set_area(tiles, added);
    return CREASE_GO;
}

// ---- one stretch of the walk after the other ----

static void append_patterns(mosaic *tiles, const mosaic *more)
{
    const size_t used = tiles->regions * tiles->pattern_size;
    const size_t size = more->regions * more->pattern_size;
    if (!tiles->pattern_size || !more->regions)
        return;
    if (!size || used + size > MOST_PATTERNS) {
        drop_patterns(tiles);
        return;
    }
    MEMORY_RESERVE(tiles->pattern, tiles->pattern_capacity, used + size);
    memcpy(tiles->pattern + used, more->pattern, size);
}

static void append_forms(mosaic *tiles, const mosaic *more)
{
    const size_t used = 3 * tiles->regions * tiles->forms;
    const size_t count = 3 * more->regions * more->forms;
    MEMORY_RESERVE(tiles->form, tiles->form_capacity, used + count);
    for (size_t i = 0; i < count; i++)
        tiles->form[used + i] = more->form[i];
}

void mosaic_append(mosaic *tiles, mosaic *more)
{
    append_patterns(tiles, more);
    append_forms(tiles, more);
    MEMORY_RESERVE(tiles->region, tiles->region_capacity, tiles->regions + more->regions);
    for (size_t i = 0; i < more->regions; i++) {
        mosaic_region *added = tiles->region + tiles->regions++;
        *added = more->region[i];
        added->first += tiles->vertices;
    }
    MEMORY_RESERVE(tiles->vertex, tiles->vertex_capacity, tiles->vertices + more->vertices);
    for (size_t i = 0; i < more->vertices; i++)
        tiles->vertex[tiles->vertices++] = more->vertex[i];
    MEMORY_RESERVE(tiles->point, tiles->point_capacity, tiles->points + more->points);
    for (size_t i = 0; i < more->points; i++)
        tiles->point[tiles->points++] = more->point[i];
    tiles->is_unbounded |= more->is_unbounded;
    more->regions = more->vertices = more->points = 0;
}

size_t mosaic_bytes(const mosaic *tiles)
{
    const size_t region = sizeof *tiles->region + 3 * tiles->forms * sizeof *tiles->form;
    return tiles->regions * (region + tiles->pattern_size) +
           tiles->vertices * sizeof *tiles->vertex + tiles->points * sizeof *tiles->point;
}

// ---- the view ----

static void choose_view(mosaic *tiles)
{
    if (tiles->is_box) {
        fmpq_div(tiles->row, tiles->scale, tiles->scale + 1);
        view_init_box(&tiles->window, rational_double(tiles->row));
        return;
    }
    double lo[2], hi[2];
    tiles->outside = view_crowd(lo, hi, tiles->point, &tiles->points, !tiles->is_unbounded);
    view_init_around(&tiles->window, lo, hi,
                     tiles->is_unbounded ? MARGIN_OF_UNBOUNDED : MARGIN_OF_POLYTOPE);
}

static void fit_forms(mosaic *tiles)
{
    const view *window = &tiles->window;
    for (size_t i = 0; i < tiles->regions * tiles->forms; i++) {
        double *form = tiles->form + 3 * i;
        form[2] += form[0] * window->lo[0] + form[1] * window->lo[1];
        for (int side = 0; side < 2; side++)
            form[side] *= window->size[side];
    }
}

void mosaic_fit(mosaic *tiles, view *window)
{
    choose_view(tiles);
    *window = tiles->window;
    fit_forms(tiles);
    view_vertex *fitted = NULL;
    size_t used = 0, capacity = 0;
    for (size_t i = 0; i < tiles->regions; i++) {
        mosaic_region *region = tiles->region + i;
        MEMORY_RESERVE(fitted, capacity, used + VIEW_ROOM(region->vertices));
        region->vertices =
            view_clip(fitted + used, tiles->vertex + region->first, region->vertices, window);
        region->first = used;
        used += region->vertices;
    }
    free(tiles->vertex);
    tiles->vertex = fitted;
    tiles->vertices = used;
    tiles->vertex_capacity = capacity;
}

view_point mosaic_place(const mosaic *tiles, const fmpq *x)
{
    double at[2];
    for (int side = 0; side < 2; side++) {
        fmpq_set(tiles->row, x + side);
        at[side] =
            (to_frame(tiles, tiles->row, side) - tiles->window.lo[side]) / tiles->window.size[side];
    }
    return (view_point){at[0], at[1]};
}

void mosaic_end(fmpq_t end, const mosaic *tiles, int side, int upper)
{
    const view *window = &tiles->window;
    double at = window->lo[side] + (upper ? window->size[side] : 0);
    rational_set_double(end, at);
    fmpq_mul(end, end, tiles->scale + side);
    fmpq_add(end, end, tiles->origin + side);
}
