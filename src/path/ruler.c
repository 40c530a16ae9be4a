// The length of the image of a path after every layer.
#include "path/ruler.h"

#include "base/fatal.h"
#include "base/memory.h"
#include "exact/kernels.h"
#include <flint/fmpq_vec.h>
#include <flint/fmpz_vec.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 2 };
// The end of the present region, its length, and scratch.
enum { END, SPAN, ENTRY, SCALE, WORK };
_Static_assert(WORK == sizeof(((ruler *)NULL)->work) / sizeof(interval), "as many as there are");

void ruler_init(ruler *r, const crease_net *net, bool use_pairs, mpfr_prec_t precision)
{
    *r = (ruler){.net = net, .use_pairs = use_pairs};
    r->length = memory_new(net->layers + 1, sizeof *r->length);
    r->norm = memory_new(net->layers + 1, sizeof *r->norm);
    r->pairs = memory_new(net->layers + 1, sizeof *r->pairs);
    size_t widest = 0;
    for (size_t l = 0; l <= net->layers; l++) {
        interval_init(r->length + l, precision);
        interval_init(r->norm + l, precision);
        if (l && net->layer[l - 1].rows > widest)
            widest = net->layer[l - 1].rows;
    }
    for (size_t i = 0; i < WORK; i++)
        interval_init(r->work + i, precision);
    r->slope = memory_new(kernel_stride(widest), sizeof *r->slope);
    r->rest = memory_new(kernel_stride(widest), sizeof *r->rest);
    r->row = _fmpz_vec_init(COLUMNS);
}

void ruler_clear(ruler *r)
{
    for (size_t l = 0; l <= r->net->layers; l++) {
        interval_clear(r->length + l);
        interval_clear(r->norm + l);
    }
    for (size_t i = 0; i < WORK; i++)
        interval_clear(r->work + i);
    free(r->length);
    free(r->norm);
    free(r->pairs);
    free(r->slope);
    free(r->rest);
    _fmpz_vec_clear(r->row, COLUMNS);
}

void ruler_edge(ruler *r, const fmpq *map, size_t inputs)
{
    fmpq_t sum;
    fmpq_init(sum);
    for (size_t i = 0; i < inputs; i++)
        fmpq_addmul(sum, map + 2 * i, map + 2 * i);
    interval_set_fmpq(r->work, sum);
    interval_sqrt(r->work, r->work);
    interval_add(r->length, r->length, r->work);
    fmpq_clear(sum);
    r->end = ball_zero;
    interval_set_fmpz(r->work + END, (fmpz[]){0});
}

// ---- double-doubles: lengths.md, 1 ----

// The slopes of all rows: 0 of a row that is not its unit's output.
static bool set_slopes(ruler *r, const walk_layer *map)
{
    const rounded_layer *net = map->rounded;
    bool any = false;
    memset(r->slope, 0, net->stride * sizeof *r->slope);
    memset(r->rest, 0, net->stride * sizeof *r->rest);
    for (size_t unit = 0; unit < net->units; unit++) {
        size_t piece = net->unit.piece[unit] + map->pattern[unit];
        r->slope[net->source[piece]] = net->slope[piece];
        r->rest[net->source[piece]] = net->slope_rest[piece];
        any |= net->slope[piece] != 0;
    }
    return any;
}

// Where the region ends. If doubles cannot bound it, between the end of the region before and 1.
static ball pairs_end(ruler *r, const crease_region *region, const plane_origin *origin)
{
    ball form[COLUMNS]; // a t + c, zero there
    walk_maps_form_balls(&region->pos->maps, form, origin->layer + 1, origin->unit,
                         origin->breakpoint);
    form[1] = ball_negate(form[1]);
    const ball t = ball_divide(form[1], form[0]);
    return t.bound < 1 ? t : ball_of_range(ball_low(r->end), 1);
}

static ball pairs_norm(ruler *r, const walk_layer *map)
{
    if (!set_slopes(r, map))
        return ball_zero;
    ball norm = ball_norm(r->slope, r->rest, map->pairs.high, map->pairs.low, map->rounded->stride);
    norm.bound += map->rounded->steepest * map->pairs.bound[0] * FILTER_ENLARGE;
    norm.bound += FILTER_TINY * map->pairs.norm[0]; // of slopes that underflow
    norm.bound *= FILTER_ENLARGE;
    return norm;
}

static void pairs_region(ruler *r, const crease_region *region, const plane_origin *origin,
                         size_t first)
{
    walk_maps *maps = &region->pos->maps;
    walk_maps_need_pairs(maps, r->net->layers);
    const ball end = origin ? pairs_end(r, region, origin) : ball_one;
    const ball span = ball_subtract(end, r->end);
    r->end = end;
    for (size_t l = 1; l <= r->net->layers; l++) {
        pair_length *length = r->pairs + l;
        if (l >= first)
            length->norm = pairs_norm(r, maps->layer + l);
        length->sum = ball_add(length->sum, ball_multiply(length->norm, span));
    }
}

// ---- integers: any precision is reached ----

static void integers_norm(ruler *r, walk_maps *maps, size_t l)
{
    const walk_layer *map = maps->layer + l;
    interval *sum = r->norm + l, *entry = r->work + ENTRY, *scale = r->work + SCALE;
    interval_set_fmpz(sum, (fmpz[]){0});
    for (size_t unit = 0; unit < map->rounded->units; unit++) {
        walk_maps_output(maps, r->row, l, unit); // of sigma y
        if (fmpz_is_zero(r->row))
            continue;
        fmpz_abs(r->row, r->row);
        interval_set_fmpz(entry, r->row);
        interval_set_fmpq(scale, map->integers.net->sigma + unit);
        interval_div(entry, entry, scale);
        interval_mul(entry, entry, entry);
        interval_add(sum, sum, entry);
    }
    interval_sqrt(sum, sum);
}

static void integers_region(ruler *r, const crease_region *region, size_t first)
{
    const fmpz *row = space_point_row(region_space(region), region_point(region, 1));
    interval *end = r->work + END, *span = r->work + SPAN, *entry = r->work + ENTRY;
    interval_set(span, end);
    interval_set_fmpz(end, row);
    interval_set_fmpz(entry, row + 1);
    interval_div(end, end, entry);
    interval_sub(entry, end, span);
    interval_set(span, entry);
    interval_clip(span);
    for (size_t l = 1; l <= r->net->layers; l++) {
        if (l >= first)
            integers_norm(r, &region->pos->maps, l);
        interval_mul(entry, r->norm + l, span);
        interval_add(r->length + l, r->length + l, entry);
    }
}

// ---- one or the other ----

void ruler_region(ruler *r, const crease_region *region, size_t first)
{
    ASSERT(region->cell && first <= r->net->layers);
    const plane_origin *origin = region_space(region)->origin + region->cell->generator[1].plane;
    if (r->use_pairs)
        pairs_region(r, region, origin->split == NO_SPLIT ? NULL : origin, first);
    else
        integers_region(r, region, first);
}

bool ruler_finish(ruler *r)
{
    for (size_t l = 1; r->use_pairs && l <= r->net->layers; l++) {
        const ball *sum = &r->pairs[l].sum;
        if (!(fabs(sum->value.high) < INFINITY && sum->bound < INFINITY))
            return false;
        interval_set_ball(r->length + l, sum);
        interval_clip(r->length + l);
    }
    return true;
}
