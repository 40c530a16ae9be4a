// Lengths from double-doubles; docs/paths.md, 3.
#include "path/ruler.h"

#include "base/memory.h"
#include "exact/rational.h"
#include <math.h>
#include <string.h>

void ruler_pairs_set(ruler *r, uint32_t point, double t)
{
    MEMORY_RESERVE(r->spot, r->spots, (size_t)point + 1);
    r->spot[point] = (ball){{t, 0}, 0};
}

// The error bound of a column bounds the error of each of its entries.
static ball entry(const walk_layer *map, size_t column, size_t row)
{
    size_t at = column * map->rounded->stride + row;
    return ball_of((dd){map->dd_high[at], map->dd_low[at]}, map->dd_bound[column]);
}

static ball breakpoint(const ruler *r, const plane_origin *origin)
{
    const fmpq *exact = r->of->net->layer[origin->layer - 1].act.breakpoint + origin->breakpoint;
    double high = r->of->maps.layer[origin->layer].rounded->breakpoint[origin->breakpoint];
    double low = rational_rest(exact);
    return (ball){{high, low}, 4 * FILTER_UNIT * FILTER_UNIT * fabs(high) + FILTER_TINY};
}

// The form a t + c that is zero at a point.
static void predicate(const ruler *r, ball form[2], const plane_origin *origin)
{
    const walk_layer *map = r->of->maps.layer + origin->layer;
    size_t rank = map->rounded->rank;
    maxout_rows pair = {0, origin->unit};
    if (rank > 1)
        pair = maxout_pair(origin->breakpoint, rank);
    for (size_t c = 0; c < 2; c++) {
        form[c] = entry(map, c, (rank > 1) * origin->unit * rank + pair.later);
        if (rank > 1)
            form[c] = ball_subtract(form[c], entry(map, c, origin->unit * rank + pair.earlier));
    }
    if (rank == 1)
        form[1] = ball_subtract(form[1], breakpoint(r, origin));
}

// If doubles do not say where the point is, it is still between lo and hi.
void ruler_pairs_point(ruler *r, uint32_t point, const plane_origin *origin, uint32_t lo,
                       uint32_t hi)
{
    ball form[2];
    predicate(r, form, origin);
    form[1].value = (dd){-form[1].value.high, -form[1].value.low};
    ball t = ball_divide(form[1], form[0]);
    if (!(t.bound < 1)) {
        ball a = r->spot[lo], b = r->spot[hi];
        t = a;
        t.bound += b.bound + (b.value.high - a.value.high) * FILTER_ENLARGE + FILTER_UNIT;
    }
    MEMORY_RESERVE(r->spot, r->spots, (size_t)point + 1);
    r->spot[point] = t;
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
        size_t row = activation_row(net->rank, unit, piece);
        r->slope[row] = net->slope[piece];
        r->rest[row] = net->slope_rest[piece];
        any |= net->slope[piece] != 0;
    }
    return any;
}

void ruler_pairs_piece(ruler *r, size_t l, uint32_t lo, uint32_t hi)
{
    const walk_layer *map = r->of->maps.layer + l;
    if (!set_slopes(r, map))
        return;
    ball norm = ball_norm(r->slope, r->rest, map->dd_high, map->dd_low, map->rounded->stride);
    norm.bound += map->rounded->steepest * map->dd_bound[0] * FILTER_ENLARGE;
    norm.bound *= FILTER_ENLARGE;
    ball span = ball_subtract(r->spot[hi], r->spot[lo]);
    r->sum[l] = ball_add(r->sum[l], ball_multiply(norm, span));
}
