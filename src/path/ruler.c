// The length of the image of a path after every layer.
#include "path/ruler.h"

#include "base/memory.h"
#include "exact/kernels.h"
#include <flint/fmpz_vec.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 2, WORK = sizeof(((ruler *)NULL)->work) / sizeof(interval) };

void ruler_init(ruler *r, sweep *of, mpfr_prec_t precision)
{
    const crease_net *net = of->net;
    *r = (ruler){.of = of, .precision = precision};
    r->length = memory_new(net->layers + 1, sizeof *r->length);
    r->sum = memory_new(net->layers + 1, sizeof *r->sum);
    size_t widest = 0;
    for (size_t l = 0; l <= net->layers; l++) {
        interval_init(r->length + l, precision);
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
    for (size_t l = 0; l <= r->of->net->layers; l++)
        interval_clear(r->length + l);
    for (size_t i = 0; i < r->places; i++)
        interval_clear(r->place + i);
    for (size_t i = 0; i < WORK; i++)
        interval_clear(r->work + i);
    free(r->length);
    free(r->sum);
    free(r->place);
    free(r->dd_place);
    free(r->slope);
    free(r->rest);
    _fmpz_vec_clear(r->row, COLUMNS);
}

// ---- double-doubles: lengths.md, 1 ----

// The error bound of a column bounds the error of each of its entries.
static ball ruler_entry(const walk_layer *layer, size_t column, size_t row)
{
    const size_t at = column * layer->rounded->stride + row;
    return ball_of((dd){layer->pairs.high[at], layer->pairs.low[at]}, layer->pairs.bound[column]);
}

// The form of walk_maps_form from double-doubles, in the units of the network.
static void ruler_form(ball form[COLUMNS], walk_maps *maps, const plane_origin *origin)
{
    walk_maps_need_dd(maps, origin->layer);
    const walk_layer *layer = maps->layer + origin->layer;
    const unit_table *table = &layer->rounded->unit;
    const uint32_t *source = layer->rounded->source + table->piece[origin->unit];
    const size_t rank = unit_rank(table, origin->unit);
    const maxout_rows pair = maxout_pair(origin->breakpoint, rank);
    for (size_t c = 0; c < COLUMNS; c++)
        form[c] = rank > 1 ? ball_subtract(ruler_entry(layer, c, source[pair.later]),
                                           ruler_entry(layer, c, source[pair.earlier]))
                           : ruler_entry(layer, c, *source);
    const net_layer *of = maps->net->layer + origin->layer - 1;
    const fmpq *place = net_layer_act(of, origin->unit)->breakpoint + origin->breakpoint;
    if (rank == 1 && !fmpq_is_zero(place))
        form[1] = ball_subtract(form[1], ball_of_rational(place));
}

// If doubles do not say where the point is, it is still between lo and hi.
static void dd_point(ruler *r, uint32_t point, const plane_origin *origin, uint32_t lo, uint32_t hi)
{
    ball form[COLUMNS]; // a t + c, zero there
    ruler_form(form, &r->of->maps, origin);
    form[1].value = (dd){-form[1].value.high, -form[1].value.low};
    ball t = ball_divide(form[1], form[0]);
    if (!(t.bound < 1)) {
        ball a = r->dd_place[lo], b = r->dd_place[hi];
        t = a;
        t.bound += b.bound + (b.value.high - a.value.high) * FILTER_ENLARGE + FILTER_UNIT;
    }
    MEMORY_RESERVE(r->dd_place, r->dd_places, (size_t)point + 1);
    r->dd_place[point] = t;
}

// The slopes of all rows: 0 of a row that is not its unit's output.
static int set_slopes(ruler *r, const walk_layer *map)
{
    const rounded_layer *net = map->rounded;
    int any = 0;
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

static void dd_piece(ruler *r, size_t l, uint32_t lo, uint32_t hi)
{
    const walk_layer *map = r->of->maps.layer + l;
    if (!set_slopes(r, map))
        return;
    ball norm = ball_norm(r->slope, r->rest, map->pairs.high, map->pairs.low, map->rounded->stride);
    norm.bound += map->rounded->steepest * map->pairs.bound[0] * FILTER_ENLARGE;
    norm.bound *= FILTER_ENLARGE;
    ball span = ball_subtract(r->dd_place[hi], r->dd_place[lo]);
    r->sum[l] = ball_add(r->sum[l], ball_multiply(norm, span));
}

// ---- integers: any precision is reached ----

static interval *ruler_place_of(ruler *r, uint32_t point)
{
    size_t old = r->places;
    MEMORY_RESERVE(r->place, r->places, (size_t)point + 1);
    for (size_t i = old; i < r->places; i++)
        interval_init(r->place + i, r->precision);
    return r->place + point;
}

static void integers_set(ruler *r, uint32_t point, long t)
{
    interval *place = ruler_place_of(r, point);
    mpfr_set_si(place->lo, t, MPFR_RNDD);
    mpfr_set_si(place->hi, t, MPFR_RNDU);
}

static void integers_point(ruler *r, uint32_t point)
{
    interval *place = ruler_place_of(r, point);
    const fmpz *row = space_point_row(&r->of->space, point);
    interval_set_fmpz(place, row);
    interval_set_fmpz(r->work, row + 1);
    interval_div(place, place, r->work);
}

static void norm(ruler *r, interval *sum, size_t l)
{
    const walk_layer *map = r->of->maps.layer + l;
    interval *entry = r->work + 1, *scale = r->work + 2;
    mpfr_set_zero(sum->lo, 1);
    mpfr_set_zero(sum->hi, 1);
    for (size_t unit = 0; unit < map->rounded->units; unit++) {
        walk_maps_output(&r->of->maps, r->row, l, unit); // of sigma y
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

static void integers_piece(ruler *r, size_t l, uint32_t lo, uint32_t hi)
{
    interval *length = r->work, *span = r->work + 1;
    norm(r, length, l);
    interval_sub(span, r->place + hi, r->place + lo);
    interval_clip(span);
    interval_mul(length, length, span);
    interval_add(r->length + l, r->length + l, length);
}

// ---- one or the other ----

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
    if (r->of->use_dd)
        MEMORY_RESERVE(r->dd_place, r->dd_places, SWEEP_END + 1);
    for (uint32_t end = SWEEP_START; end <= SWEEP_END; end++)
        if (r->of->use_dd)
            r->dd_place[end] = (ball){{end, 0}, 0};
        else
            integers_set(r, end, end);
}

void ruler_point(ruler *r, uint32_t point, const plane_origin *origin, uint32_t lo, uint32_t hi)
{
    if (r->of->use_dd)
        dd_point(r, point, origin, lo, hi);
    else
        integers_point(r, point);
}

void ruler_piece(ruler *r, size_t l, uint32_t lo, uint32_t hi)
{
    if (r->of->use_dd)
        dd_piece(r, l, lo, hi);
    else
        integers_piece(r, l, lo, hi);
}

int ruler_finish(ruler *r)
{
    for (size_t l = 1; r->of->use_dd && l <= r->of->net->layers; l++) {
        if (!(fabs(r->sum[l].value.high) < INFINITY && r->sum[l].bound < INFINITY))
            return 0;
        interval_set_ball(r->length + l, r->sum + l);
        interval_clip(r->length + l);
    }
    return 1;
}
