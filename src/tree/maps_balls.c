// The affine maps of the layers on the path of the walk, as balls.
#include "tree/maps_balls.h"

// The error bound of a column bounds the error of each of its entries.
static ball entry(const walk_layer *layer, size_t column, size_t row)
{
    size_t at = column * layer->rounded->stride + row;
    return ball_of((dd){layer->dd_high[at], layer->dd_low[at]}, layer->dd_bound[column]);
}

// A row of the matrix, as rounded_layer numbers them.
static void take_row(ball *row, const walk_layer *layer, size_t from)
{
    for (size_t c = 0; c < layer->columns; c++)
        row[c] = entry(layer, c, from);
}

static void subtract_row(ball *row, const walk_layer *layer, size_t from)
{
    for (size_t c = 0; c < layer->columns; c++)
        row[c] = ball_subtract(row[c], entry(layer, c, from));
}

// The breakpoint is a rational number of the network, most often 0.
static void subtract_breakpoint(ball *constant, const net_layer *layer, size_t unit,
                                size_t breakpoint)
{
    const fmpq *place = net_layer_act(layer, unit)->breakpoint + breakpoint;
    if (!fmpq_is_zero(place))
        *constant = ball_subtract(*constant, ball_quotient(fmpq_numref(place), fmpq_denref(place)));
}

void walk_maps_form_balls(walk_maps *maps, ball *row, size_t l, size_t unit, size_t breakpoint)
{
    walk_maps_need_dd(maps, l);
    const walk_layer *layer = maps->layer + l;
    const unit_table *table = &layer->rounded->unit;
    const uint32_t *source = layer->rounded->source + table->piece[unit];
    if (unit_rank(table, unit) > 1) {
        maxout_rows pair = maxout_pair(breakpoint, unit_rank(table, unit));
        take_row(row, layer, source[pair.later]);
        subtract_row(row, layer, source[pair.earlier]);
        return;
    }
    take_row(row, layer, *source);
    subtract_breakpoint(row + layer->columns - 1, maps->net->layer + l - 1, unit, breakpoint);
}

void walk_maps_follow_outputs(walk_maps *maps)
{
    walk_layer *last = maps->layer + maps->layers - 1;
    if (walk_maps_follow_balls(maps))
        return;
    last->dd_current = 0; // the walk may not have entered it
    walk_maps_need_dd(maps, maps->layers - 1);
}

void walk_maps_output_balls(ball *row, const walk_maps *maps, size_t output)
{
    const walk_layer *last = maps->layer + maps->layers - 1;
    const rounded_layer *net = last->rounded;
    size_t piece = net->unit.piece[output] + last->pattern[output], constant = last->columns - 1;
    double slope = net->slope[piece];
    if (maps->in_balls)
        walk_maps_fold_balls(row, maps, net->source[piece]);
    else
        take_row(row, last, net->source[piece]);
    for (size_t c = 0; c < last->columns && (slope != 1 || net->slope_rest[piece] != 0); c++)
        row[c] = ball_multiply(ball_of_rounded(slope, net->slope_rest[piece]), row[c]);
    if (net->offset[piece] != 0)
        row[constant] =
            ball_add(row[constant], ball_of_rounded(net->offset[piece], net->offset_rest[piece]));
}
