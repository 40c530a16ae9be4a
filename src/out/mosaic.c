// The regions of a plane domain as doubles, kept for drawing.
#include "out/mosaic.h"

#include "base/memory.h"
#include "exact/rational.h"
#include "geom/domain.h"
#include "out/palette.h"
#include "walk/region.h"

#include <flint/fmpq_vec.h>
#include <flint/fmpz_vec.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

// Coordinates beyond this are moved to it: their differences must not overflow.
#define FARTHEST 1e300
// Round the vertices, as parts of their extent: enough of an unbounded domain to show how it
// goes on; round a polytope, that its border is seen.
#define MARGIN_OF_UNBOUNDED 0.15
#define MARGIN_OF_POLYTOPE 0.02

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
    free(tiles->corner);
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
static void direction(mosaic *tiles, view_corner *corner, const fmpz *ray)
{
    const fmpz *larger = fmpz_cmpabs(ray, ray + 1) > 0 ? ray : ray + 1;
    double entry[2];
    for (int i = 0; i < 2; i++) {
        fmpq_set_fmpz_frac(tiles->row, ray + i, larger);
        entry[i] = rational_double(tiles->row) * fmpz_sgn(larger);
    }
    corner->x = entry[0];
    corner->y = entry[1];
    corner->w = 0;
}

static void add_corner(mosaic *tiles, const region_edge *facet)
{
    MEMORY_RESERVE(tiles->corner, tiles->corner_capacity, tiles->corners + 1);
    view_corner *corner = tiles->corner + tiles->corners++;
    // A crease has regions on both sides; the upper ones draw it.
    int draws = facet->origin.split != NO_SPLIT && facet->side > 0;
    corner->layer = draws ? facet->origin.layer : VIEW_NO_LAYER;
    if (fmpz_is_zero(facet->from + 2)) {
        direction(tiles, corner, facet->from);
        tiles->is_unbounded = 1;
        return;
    }
    double entry[2];
    for (int i = 0; i < 2; i++) {
        fmpq_set_fmpz_frac(tiles->row, facet->from + i, facet->from + 2);
        entry[i] = to_frame(tiles, tiles->row, i);
    }
    *corner = (view_corner){entry[0], entry[1], 1, corner->layer};
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
    *added = (mosaic_region){.first = tiles->corners, .key = key_of(tiles, region)};
    for (size_t i = 0; i < region_edges(region); i++) {
        region_edge facet;
        region_edge_at(&facet, region, i);
        add_corner(tiles, &facet);
    }
    added->corners = tiles->corners - added->first;
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
    view_corner *fitted = NULL;
    size_t used = 0, capacity = 0;
    for (size_t i = 0; i < tiles->regions; i++) {
        mosaic_region *region = tiles->region + i;
        MEMORY_RESERVE(fitted, capacity, used + VIEW_ROOM(region->corners));
        region->corners =
            view_clip(fitted + used, tiles->corner + region->first, region->corners, window);
        region->first = used;
        used += region->corners;
    }
    free(tiles->corner);
    tiles->corner = fitted;
    tiles->corners = used;
    tiles->corner_capacity = capacity;
}
