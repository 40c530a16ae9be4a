// The regions of a plane domain: collected as inequalities, cut to the view.
#include "draw/mosaic.h"

#include "base/fatal.h"
#include "base/memory.h"
#include "domain/domain.h"
#include "exact/rational.h"
#include "images/part.h"
#include "net/net.h"
#include "tree/region.h"

#include <flint/fmpq_vec.h>
#include <flint/fmpz_vec.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FARTHEST 1e300
// Around the vertices, as parts of their extent: enough of an unbounded domain to show how it
// continues; around a polytope, so that its border is seen.
#define MARGIN_OF_UNBOUNDED 0.15
#define MARGIN_OF_POLYTOPE 0.02
enum { NUMBERS = 2 + 2 + 3 }; // origin, scale and a row of scratch
enum { FRAME = 2 + 2 + 1 };   // the same in integers, without a row, and their denominator

static size_t mosaic_map_entries(const crease_net *net)
{
    return 3 * crease_net_outputs(net);
}

static uint64_t *turns_of_units(const crease_net *net)
{
    size_t next = 0;
    uint64_t *turn = memory_new(net_units(net, crease_net_hidden(net)) + 1, sizeof *turn);
    for (size_t layer = 0; layer < crease_net_hidden(net); layer++)
        for (size_t unit = 0; unit < crease_net_width(net, layer); unit++)
            turn[next++] = palette_turn(layer, unit);
    return turn;
}

void mosaic_init(mosaic *tiles, const crease_net *net, const crease_domain *domain,
                 crease_colours colours)
{
    *tiles = (mosaic){.net = net, .colours = colours, .is_box = domain->is_box};
    if (colours == CREASE_BY_OUTPUT)
        tiles->forms = 1;
    else if (colours == CREASE_BY_CLASS)
        tiles->forms = crease_net_outputs(net);
    tiles->origin = _fmpq_vec_init(NUMBERS);
    tiles->scale = tiles->origin + 2;
    tiles->row = tiles->origin + 4;
    for (int i = 0; i < 2; i++) {
        fmpq_one(tiles->scale + i);
        if (!domain->is_box)
            continue;
        fmpq_set(tiles->origin + i, domain->lo + i);
        fmpq_sub(tiles->scale + i, domain->hi + i, domain->lo + i);
    }
    tiles->frame = _fmpz_vec_init(FRAME);
    tiles->integers = _fmpz_vec_init((slong)mosaic_map_entries(net));
    if (colours == CREASE_BY_PATTERN)
        tiles->turn = turns_of_units(net);
    row_table_init(&tiles->maps);
}

void mosaic_clear(mosaic *tiles)
{
    _fmpq_vec_clear(tiles->origin, NUMBERS);
    _fmpz_vec_clear(tiles->frame, FRAME);
    _fmpz_vec_clear(tiles->integers, (slong)mosaic_map_entries(tiles->net));
    row_table_clear(&tiles->maps);
    free(tiles->region);
    free(tiles->side);
    free(tiles->tile);
    free(tiles->corner);
    free(tiles->point);
    free(tiles->form);
    free(tiles->turn);
}

size_t mosaic_classes(const mosaic *tiles)
{
    if (tiles->colours != CREASE_BY_CLASS)
        return 1;
    return tiles->forms > 1 ? tiles->forms : 2;
}

// ---- coordinates ----

static double clamped_double(const fmpq_t x)
{
    return fmin(fmax(rational_double(x), -FARTHEST), FARTHEST);
}

// A point in the frame; x is lost.
static double to_frame(const mosaic *tiles, fmpq *x, int side)
{
    fmpq_sub(x, x, tiles->origin + side);
    fmpq_div(x, x, tiles->scale + side);
    return clamped_double(x);
}

// An affine form, in place: a x + c = a (origin + scale u) + c.
static void form_to_frame(const mosaic *tiles, fmpq *row)
{
    for (int i = 0; i < 2; i++) {
        fmpq_addmul(row + 2, row + i, tiles->origin + i);
        fmpq_mul(row + i, row + i, tiles->scale + i);
    }
}

static void mosaic_set_form(double form[3], const fmpq *row)
{
    for (int i = 0; i < 3; i++)
        form[i] = clamped_double(row + i);
}

// The frame times a common denominator: origin, scale and 1 in integers.
static void set_frame(mosaic *tiles)
{
    fmpz *whole = tiles->frame + 4;
    fmpz_one(whole);
    for (int i = 0; i < 4; i++)
        fmpz_lcm(whole, whole, fmpq_denref(tiles->origin + i));
    for (int i = 0; i < 4; i++) {
        fmpz_divexact(tiles->frame + i, whole, fmpq_denref(tiles->origin + i));
        fmpz_mul(tiles->frame + i, tiles->frame + i, fmpq_numref(tiles->origin + i));
    }
}

// ---- collecting ----

static void add_vertices(mosaic *tiles, const crease_region *region)
{
    tiles->is_unbounded |= !crease_region_is_bounded(region);
    for (size_t i = 0; i < crease_region_vertices(region) && !tiles->is_box; i++) {
        crease_region_vertex(tiles->row, region, i);
        for (int side = 0; side < 2 && !tiles->points; side++)
            fmpq_set(tiles->origin + side, tiles->row + side);
        MEMORY_RESERVE(tiles->point, tiles->point_capacity, tiles->points + 1);
        plane_point *point = tiles->point + tiles->points++;
        for (int side = 0; side < 2; side++)
            point->x[side] = to_frame(tiles, tiles->row + side, side);
    }
}

// Balls do it if they decide all roundings.
static bool set_side_by_balls(double form[3], const mosaic *tiles, const crease_region *region,
                              size_t index)
{
    ball row[3], larger;
    if (!region_facet_balls(row, region, index))
        return false;
    for (int i = 0; i < 2; i++) {
        row[2] = ball_add(row[2], ball_multiply(row[i], ball_of_rational(tiles->origin + i)));
        row[i] = ball_multiply(row[i], ball_of_rational(tiles->scale + i));
    }
    const bool is_second = fabs(row[0].value.high) < fabs(row[1].value.high);
    larger = row[is_second];
    if (larger.value.high < 0)
        larger = ball_negate(larger);
    const ball other = row[!is_second];
    if (!(ball_low(larger) > fmax(fabs(ball_low(other)), fabs(ball_high(other)))))
        return false;
    form[is_second] = copysign(1, row[is_second].value.high);
    const ball small = ball_divide(other, larger), constant = ball_divide(row[2], larger);
    return ball_nearest(form + !is_second, &small) && ball_nearest(form + 2, &constant);
}

// Integers, which no common divisor needs to be taken from.
static void set_side(double form[3], const mosaic *tiles, const crease_region *region,
                     half_space half)
{
    const fmpz *plane = space_plane_row(region_space(region), half.plane);
    const fmpz *origin = tiles->frame, *scale = origin + 2, *whole = origin + 4;
    fmpz *constant = fmpq_numref(tiles->row + 2);
    fmpz_mul(constant, plane + 2, whole);
    for (int i = 0; i < 2; i++) {
        fmpz_addmul(constant, plane + i, origin + i);
        fmpz_mul(fmpq_numref(tiles->row + i), plane + i, scale + i);
    }
    const fmpz *x = fmpq_numref(tiles->row), *y = fmpq_numref(tiles->row + 1);
    const int larger = fmpz_cmpabs(x, y) < 0;
    form[larger] = half.side * fmpz_sgn(larger ? y : x);
    for (int i = 0; i < 3; i++) {
        if (i == larger)
            continue;
        fmpz_abs(fmpq_denref(tiles->row + i), larger ? y : x);
        form[i] = half.side * clamped_double(tiles->row + i);
    }
}

// The larger coefficient becomes 1 or -1, so that doubles hold any line.
static void add_side(mosaic *tiles, const crease_region *region, size_t index)
{
    crease_facet facet;
    MEMORY_RESERVE(tiles->side, tiles->side_capacity, tiles->sides + 1);
    mosaic_side *side = tiles->side + tiles->sides++;
    if (!set_side_by_balls(side->form, tiles, region, index))
        set_side(side->form, tiles, region, region_facet_plane(region, index));
    crease_region_facet_owner(&facet, region, index);
    // A crease has regions on both sides; the upper ones draw it.
    side->layer = facet.on_border || facet.side < 0 ? POLYGON_NO_LAYER : facet.layer;
}

static colour colour_by_pattern(const mosaic *tiles, const crease_region *region)
{
    const uint64_t *turn = tiles->turn;
    uint64_t hue = 0;
    for (size_t layer = 0; layer < crease_net_hidden(tiles->net); layer++) {
        const uint32_t *piece = crease_region_pattern(region, layer);
        const size_t units = crease_net_width(tiles->net, layer);
        for (size_t unit = 0; unit < units; unit++)
            hue += piece[unit] * turn[unit];
        turn += units;
    }
    return palette_by_pattern(hue);
}

static colour colour_by_map(mosaic *tiles, const crease_region *region)
{
    region_integer_map(tiles->integers, region);
    return palette_by_index(
        row_table_enter(&tiles->maps, tiles->integers, mosaic_map_entries(tiles->net)));
}

static colour colour_by_image(mosaic *tiles, const crease_region *region)
{
    image_part part;
    image reached;
    size_t entries;
    image_part_init(&part, region, tiles->entered->rows);
    image_init(&reached, part.map, tiles->entered, &part.source);
    fmpz *key = image_key(&reached, &entries);
    const size_t number = row_table_enter(&tiles->maps, key, entries);
    _fmpz_vec_clear(key, (slong)entries);
    image_clear(&reached);
    image_part_clear(&part);
    return palette_by_index(number);
}

// Its decimal logarithm, at any size.
static double area_of(mosaic *tiles, const crease_region *region)
{
    if (!crease_region_is_bounded(region))
        return INFINITY;
    crease_region_volume(tiles->row, region);
    return (fmpz_dlog(fmpq_numref(tiles->row)) - fmpz_dlog(fmpq_denref(tiles->row))) / log(10);
}

// Keeps an ink, or the values from which inks are scaled when all regions are there; and the
// outputs.
static void add_colour(mosaic *tiles, mosaic_region *added, const crease_region *region)
{
    if (tiles->colours == CREASE_BY_PATTERN)
        added->ink = colour_by_pattern(tiles, region);
    if (tiles->colours == CREASE_BY_MAP)
        added->ink = colour_by_map(tiles, region);
    if (tiles->colours == CREASE_BY_IMAGE)
        added->ink = colour_by_image(tiles, region);
    if (tiles->colours == CREASE_BY_AREA)
        added->value[0] = area_of(tiles, region);
    if (tiles->colours == CREASE_BY_SLOPE) {
        crease_region_map(tiles->row, region, 0);
        for (int i = 0; i < 2; i++)
            added->value[i] = clamped_double(tiles->row + i);
    }
    MEMORY_RESERVE(tiles->form, tiles->form_capacity, 3 * tiles->regions * tiles->forms);
    const size_t first = (tiles->regions - 1) * tiles->forms;
    for (size_t output = 0; output < tiles->forms; output++) {
        crease_region_map(tiles->row, region, output);
        form_to_frame(tiles, tiles->row);
        mosaic_set_form(tiles->form + 3 * (first + output), tiles->row);
    }
}

crease_visit mosaic_add(void *data, const crease_region *region)
{
    ASSERT(region->cell && region->pos);
    mosaic *tiles = data;
    add_vertices(tiles, region);
    if (!tiles->regions)
        set_frame(tiles);
    MEMORY_RESERVE(tiles->region, tiles->region_capacity, tiles->regions + 1);
    mosaic_region *added = tiles->region + tiles->regions++;
    *added = (mosaic_region){.first = tiles->sides, .sides = crease_region_facets(region)};
    for (size_t i = 0; i < added->sides; i++)
        add_side(tiles, region, i);
    add_colour(tiles, added, region);
    return CREASE_GO;
}

// ---- the view ----

static void choose_view(mosaic *tiles)
{
    if (!tiles->is_box) {
        double margin = tiles->is_unbounded ? MARGIN_OF_UNBOUNDED : MARGIN_OF_POLYTOPE;
        tiles->outside = view_init_around(&tiles->window, tiles->point, &tiles->points,
                                          !tiles->is_unbounded, margin);
        return;
    }
    fmpq_div(tiles->row, tiles->scale, tiles->scale + 1);
    view_init_box(&tiles->window, rational_double(tiles->row));
}

static void form_to_view(double form[3], const view *window)
{
    form[2] += form[0] * window->lo[0] + form[1] * window->lo[1];
    for (int i = 0; i < 2; i++)
        form[i] *= window->size[i];
}

// A tile is made by cuts, each of which adds at most one corner.
typedef struct {
    polygon_corner *now, *next;
    size_t count;
} tile_cutter;

static void cut_tile(tile_cutter *cutter, const double form[3], size_t layer)
{
    cutter->count = polygon_cut(cutter->next, cutter->now, cutter->count, form, layer);
    polygon_corner *swap = cutter->now;
    cutter->now = cutter->next;
    cutter->next = swap;
}

// Where class `kind` is ahead of all others in a region and, if two are the same, no earlier one is
// as good. A single output and its opposite are two classes. The edge with a later class is marked,
// so that each stretch of the boundary is drawn once.
static void cut_class(tile_cutter *cutter, const mosaic *tiles, size_t region, size_t kind)
{
    const double *all = tiles->form + 3 * region * tiles->forms;
    for (size_t other = 0; other < mosaic_classes(tiles); other++) {
        double lead[3];
        for (int i = 0; i < 3; i++)
            lead[i] = tiles->forms == 1 ? (kind ? all[i] : -all[i])
                                        : all[3 * kind + i] - all[3 * other + i];
        const bool same = lead[0] == 0 && lead[1] == 0 && lead[2] == 0;
        if (same && other < kind)
            cutter->count = 0;
        else if (!same && other != kind)
            cut_tile(cutter, lead, kind < other ? MOSAIC_BOUNDARY : POLYGON_NO_LAYER);
    }
}

// The square of the view, cut by every side of the region and, by class, by the other classes.
static void add_tile(mosaic *tiles, size_t index, size_t kind)
{
    static const polygon_corner square[] = {{0, 0, POLYGON_NO_LAYER},
                                            {1, 0, POLYGON_NO_LAYER},
                                            {1, 1, POLYGON_NO_LAYER},
                                            {0, 1, POLYGON_NO_LAYER}};
    const mosaic_region *region = tiles->region + index;
    const size_t room = 4 + region->sides + mosaic_classes(tiles);
    MEMORY_RESERVE(tiles->corner, tiles->corner_capacity, tiles->corners + 2 * room);
    polygon_corner *polygon = tiles->corner + tiles->corners;
    tile_cutter cutter = {polygon, polygon + room, 4};
    memcpy(polygon, square, sizeof square);
    for (size_t i = region->first; i < region->first + region->sides; i++)
        cut_tile(&cutter, tiles->side[i].form, tiles->side[i].layer);
    if (tiles->colours == CREASE_BY_CLASS)
        cut_class(&cutter, tiles, index, kind);
    if (!cutter.count)
        return;
    memmove(polygon, cutter.now, cutter.count * sizeof *polygon);
    MEMORY_RESERVE(tiles->tile, tiles->tile_capacity, tiles->tiles + 1);
    tiles->tile[tiles->tiles++] = (mosaic_tile){index, tiles->corners, cutter.count, kind};
    tiles->corners += cutter.count;
}

void mosaic_fit(mosaic *tiles)
{
    choose_view(tiles);
    for (size_t i = 0; i < tiles->regions * tiles->forms; i++)
        form_to_view(tiles->form + 3 * i, &tiles->window);
    for (size_t i = 0; i < tiles->sides; i++)
        form_to_view(tiles->side[i].form, &tiles->window);
    for (size_t i = 0; i < tiles->regions; i++)
        for (size_t kind = 0; kind < mosaic_classes(tiles); kind++)
            add_tile(tiles, i, kind);
}

double mosaic_end(const mosaic *tiles, int side, int upper)
{
    ASSERT((side == 0 || side == 1) && (upper == 0 || upper == 1));
    const view *window = &tiles->window;
    fmpq *end = tiles->row;
    rational_set_double(end, window->lo[side] + (upper ? window->size[side] : 0));
    fmpq_mul(end, end, tiles->scale + side);
    fmpq_add(end, end, tiles->origin + side);
    return rational_double(end);
}
