// The regions of a plane domain: collected as doubles, cut to the view, coloured and painted.
#include "out/mosaic.h"

#include "base/memory.h"
#include "exact/rational.h"
#include "geom/domain.h"
#include "walk/region.h"

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
#define CREASE_WIDTH 0.002 // of the first layer, at most
#define CREASE_SHARE 0.12  // of the size of a typical region, at most
#define OVERLAP_WIDTH 0.0006
// From one layer to the next, and from the first to the last at most.
#define THINNER 0.72
#define THINNEST 0.25
// Cairo joins the pieces of one path; very long paths cost it too much.
#define EDGES_AT_ONCE 2000

static size_t map_entries(const crease_net *net)
{
    return 3 * crease_net_outputs(net);
}

void mosaic_init(mosaic *tiles, const crease_net *net, const crease_domain *domain,
                 crease_colours colours)
{
    *tiles = (mosaic){.net = net,
                      .colours = colours,
                      .is_box = domain->is_box,
                      .lo = {INFINITY, INFINITY},
                      .hi = {-INFINITY, -INFINITY},
                      .row = _fmpq_vec_init(3),
                      .maps = _fmpz_vec_init((slong)map_entries(net))};
    for (int i = 0; i < 2; i++) {
        fmpq_init(tiles->origin + i);
        fmpq_init(tiles->scale + i);
        fmpq_one(tiles->scale + i);
        if (domain->is_box) {
            fmpq_set(tiles->origin + i, domain->lo + i);
            fmpq_sub(tiles->scale + i, domain->hi + i, domain->lo + i);
        }
    }
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
}

// ---- coordinates ----

// Changes the point x to the frame, in place.
static double to_frame(const mosaic *tiles, fmpq *x, int axis)
{
    fmpq_sub(x, x, tiles->origin + axis);
    if (tiles->is_box)
        fmpq_div(x, x, tiles->scale + axis);
    return fmin(fmax(rational_double(x), -FARTHEST), FARTHEST);
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
    double entry[2];
    for (int i = 0; i < 2; i++) {
        fmpq_set_fmpz_frac(tiles->row, facet->from + i, facet->from + 2);
        entry[i] = to_frame(tiles, tiles->row, i);
    }
    *vertex = (view_vertex){entry[0], entry[1], 1, vertex->layer};
}

// Widens the bounding box to the vertices of the region.
static void look_at_vertices(mosaic *tiles, const crease_region *region)
{
    for (size_t i = 0; i < crease_region_vertices(region); i++) {
        crease_region_vertex(tiles->row, region, i);
        for (int axis = 0; axis < 2; axis++) {
            if (!tiles->has_origin)
                fmpq_set(tiles->origin + axis, tiles->row + axis);
            double x = to_frame(tiles, tiles->row + axis, axis);
            tiles->lo[axis] = fmin(tiles->lo[axis], x);
            tiles->hi[axis] = fmax(tiles->hi[axis], x);
        }
        tiles->has_origin = 1;
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
            key.slope[i] = fmin(fmax(rational_double(tiles->row + i), -FARTHEST), FARTHEST);
        break;
    }
    return key;
}

crease_visit mosaic_add(void *data, const crease_region *region)
{
    mosaic *tiles = data;
    if (!tiles->is_box)
        look_at_vertices(tiles, region);
    MEMORY_RESERVE(tiles->region, tiles->region_capacity, tiles->regions + 1);
    mosaic_region *added = tiles->region + tiles->regions++;
    *added = (mosaic_region){.first = tiles->vertices, .key = key_of(tiles, region)};
    for (size_t i = 0; i < region_edges(region); i++) {
        region_edge facet;
        region_edge_at(&facet, region, i);
        add_vertex(tiles, &facet);
    }
    added->vertices = tiles->vertices - added->first;
    return CREASE_GO;
}

// ---- the view ----

static void choose_view(const mosaic *tiles, view *window)
{
    if (!tiles->is_box) {
        view_init_around(window, tiles->lo, tiles->hi,
                         tiles->is_unbounded ? MARGIN_OF_UNBOUNDED : MARGIN_OF_POLYTOPE);
        return;
    }
    fmpq_div(tiles->row, tiles->scale, tiles->scale + 1);
    view_init_box(window, rational_double(tiles->row));
}

void mosaic_fit(mosaic *tiles, view *window)
{
    choose_view(tiles, window);
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

// ---- colours ----

static void by_pattern(colour *colours, const mosaic *tiles)
{
    for (size_t i = 0; i < tiles->regions; i++)
        colours[i] = palette_by_pattern(tiles->region[i].key.hue);
}

// By map: the maps are numbered as they are met.

typedef struct {
    uint64_t map[2];
    size_t region;
} map_owner;

static int compare_maps(const map_owner *a, const map_owner *b)
{
    for (int i = 0; i < 2; i++)
        if (a->map[i] != b->map[i])
            return a->map[i] < b->map[i] ? -1 : 1;
    return 0;
}

// By map, then by region: the first of a run of equal maps is the first one met.
static int compare_owners(const void *left, const void *right)
{
    const map_owner *a = left, *b = right;
    int order = compare_maps(a, b);
    return order ? order : (a->region > b->region) - (a->region < b->region);
}

static void by_map(colour *colours, const mosaic *tiles)
{
    size_t n = tiles->regions, maps = 0;
    map_owner *owner = memory_new(n, sizeof *owner);
    size_t *first = memory_new(n, sizeof *first); // the first region with the same map
    for (size_t i = 0; i < n; i++) {
        const uint64_t *map = tiles->region[i].key.map;
        owner[i] = (map_owner){{map[0], map[1]}, i};
    }
    qsort(owner, n, sizeof *owner, compare_owners);
    for (size_t i = 0; i < n; i++) {
        int same = i && !compare_maps(owner + i - 1, owner + i);
        first[owner[i].region] = same ? first[owner[i - 1].region] : owner[i].region;
    }
    for (size_t i = 0; i < n; i++)
        colours[i] = first[i] == i ? palette_by_index(maps++) : colours[first[i]];
    free(owner);
    free(first);
}

// By slope: a typical size is half way to the darkest.

static int compare_doubles(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

// The median of the sizes that are not zero; 1 if all are.
static double typical_slope(const mosaic *tiles)
{
    double *size = memory_new(tiles->regions, sizeof *size), typical = 1;
    size_t count = 0;
    for (size_t i = 0; i < tiles->regions; i++) {
        const double *slope = tiles->region[i].key.slope;
        double length = hypot(slope[0], slope[1]);
        if (length > 0)
            size[count++] = length;
    }
    qsort(size, count, sizeof *size, compare_doubles);
    if (count)
        typical = size[count / 2];
    free(size);
    return typical;
}

static void by_slope(colour *colours, const mosaic *tiles)
{
    double typical = typical_slope(tiles);
    for (size_t i = 0; i < tiles->regions; i++) {
        const double *slope = tiles->region[i].key.slope;
        colours[i] = palette_by_slope(slope[0], slope[1], typical);
    }
}

colour *mosaic_colours(const mosaic *tiles)
{
    static void (*const rules[])(colour *, const mosaic *) = {
        [CREASE_BY_PATTERN] = by_pattern,
        [CREASE_BY_MAP] = by_map,
        [CREASE_BY_SLOPE] = by_slope,
    };
    colour *colours = memory_new(tiles->regions, sizeof *colours);
    rules[tiles->colours](colours, tiles);
    return colours;
}

// ---- the page ----

typedef struct {
    cairo_t *cairo;
    double width, height;
} sheet;

static double shorter_side(const sheet *page)
{
    return fmin(page->width, page->height);
}

// The unit square's y axis points up, the page's down.
static void add_point(const sheet *page, const view_vertex *vertex, int starts)
{
    double x = vertex->x * page->width, y = (1 - vertex->y) * page->height;
    if (starts)
        cairo_move_to(page->cairo, x, y);
    else
        cairo_line_to(page->cairo, x, y);
}

static void set_colour(const sheet *page, colour c)
{
    cairo_set_source_rgb(page->cairo, c.red, c.green, c.blue);
}

static void fill_regions(const sheet *page, const mosaic *tiles, mosaic_gaps gaps)
{
    colour *colours = mosaic_colours(tiles);
    for (size_t i = 0; i < tiles->regions; i++) {
        const mosaic_region *region = tiles->region + i;
        if (!region->vertices)
            continue;
        const view_vertex *vertex = tiles->vertex + region->first;
        for (size_t k = 0; k < region->vertices; k++)
            add_point(page, vertex + k, k == 0);
        cairo_close_path(page->cairo);
        set_colour(page, colours[i]);
        if (gaps == MOSAIC_ADD) {
            cairo_fill(page->cairo);
        } else {
            cairo_fill_preserve(page->cairo);
            cairo_stroke(page->cairo);
        }
    }
    free(colours);
}

static void fill(const sheet *page, const mosaic *tiles, mosaic_gaps gaps)
{
    cairo_save(page->cairo);
    if (gaps == MOSAIC_ADD) {
        // Fast antialiasing counts points of a grid, each in one region, where better
        // kinds round areas: so what neighbours cover does add up to the whole pixel.
        cairo_set_antialias(page->cairo, CAIRO_ANTIALIAS_FAST);
        cairo_push_group(page->cairo);
        cairo_set_operator(page->cairo, CAIRO_OPERATOR_ADD);
        fill_regions(page, tiles, gaps);
        cairo_pop_group_to_source(page->cairo);
        cairo_paint(page->cairo);
    } else {
        cairo_set_line_width(page->cairo, OVERLAP_WIDTH * shorter_side(page));
        cairo_set_line_join(page->cairo, CAIRO_LINE_JOIN_ROUND);
        fill_regions(page, tiles, gaps);
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
        for (size_t k = 0; k < region->vertices; k++) {
            const view_vertex *vertex = tiles->vertex + region->first;
            if (vertex[k].layer != layer)
                continue;
            add_point(page, vertex + k, 1);
            add_point(page, vertex + (k + 1 == region->vertices ? 0 : k + 1), 0);
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

void mosaic_paint(cairo_t *cairo, const mosaic *tiles, int width, int height, int creases,
                  mosaic_gaps gaps)
{
    sheet page = {cairo, width, height};
    fill(&page, tiles, gaps);
    if (creases)
        draw_creases(&page, tiles);
}
