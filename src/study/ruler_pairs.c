// Lengths from pairs of doubles; docs/trajectory.md, 3.
#include "study/ruler.h"

#include <math.h>
#include <string.h>

static fine entry(const walk_layer *map, size_t column, size_t row)
{
    size_t at = column * map->rounded->stride + row;
    return (fine){map->fine_high[at], map->fine_low[at]};
}

// The slack of a column bounds the error of each of its entries.
static void question_of_maxout(ruler *r, interval form[2], const walk_layer *map,
                               const plane_origin *origin)
{
    size_t first = origin->unit * map->rounded->fan;
    maxout_rows pair = maxout_pair(origin->breakpoint, map->rounded->fan);
    for (size_t c = 0; c < 2; c++) {
        double slack = map->fine_slack[c];
        interval_set_pair(form + c, entry(map, c, first + pair.later), slack);
        interval_set_pair(r->work + 2, entry(map, c, first + pair.earlier), slack);
        interval_sub(form + c, form + c, r->work + 2);
    }
}

void ruler_pairs_form(ruler *r, interval form[2], const plane_origin *origin)
{
    const walk_layer *map = r->of->maps.layer + origin->layer;
    if (map->rounded->fan > 1) {
        question_of_maxout(r, form, map, origin);
        return;
    }
    for (size_t c = 0; c < 2; c++)
        interval_set_pair(form + c, entry(map, c, origin->unit), map->fine_slack[c]);
    const activation *act = &r->of->net->layer[origin->layer - 1].act;
    interval_set_fmpq(r->work + 2, act->breakpoint + origin->breakpoint);
    interval_sub(form + 1, form + 1, r->work + 2);
}

// The slopes of all rows: 0 of a row that is not its unit's output.
static int set_slopes(ruler *r, const walk_layer *map)
{
    const rounded_layer *net = map->rounded;
    int any = 0;
    memset(r->slope, 0, net->stride * sizeof *r->slope);
    memset(r->rest, 0, net->stride * sizeof *r->rest);
    for (size_t unit = 0; unit < net->units; unit++) {
        uint32_t piece = map->pattern[unit];
        size_t row = activation_row(net->fan, unit, piece);
        r->slope[row] = net->slope[piece];
        r->rest[row] = net->slope_rest[piece];
        any |= net->slope[piece] != 0;
    }
    return any;
}

void ruler_pairs_norm(ruler *r, interval *norm, size_t l)
{
    const walk_layer *map = r->of->maps.layer + l;
    if (!set_slopes(r, map)) {
        mpfr_set_zero(norm->lo, 1);
        mpfr_set_zero(norm->hi, 1);
        return;
    }
    double error = map->rounded->steepest * map->fine_slack[0] * FILTER_ENLARGE + FILTER_TINY;
    if (!interval_norm(norm, r->slope, r->rest, map->fine_high, map->fine_low,
                       map->rounded->stride) ||
        !(error < INFINITY)) {
        r->failed = 1;
        return;
    }
    mpfr_sub_d(norm->lo, norm->lo, error, MPFR_RNDD);
    mpfr_add_d(norm->hi, norm->hi, error, MPFR_RNDU);
    interval_clip(norm);
}
