// A layer's map in double-doubles: the same sums as layer_shadow.c, to 106 bits.
#include "walk/layer.h"

#include "base/memory.h"
#include <string.h>

static void output_dd(dd *term, const walk_layer *before, size_t i, uint32_t piece)
{
    const rounded_layer *net = before->rounded;
    dd slope = {net->slope[piece], net->slope_rest[piece]};
    dd offset = {net->offset[piece], net->offset_rest[piece]};
    size_t row = activation_row(net->rank, i, piece);
    for (size_t c = 0; c < before->columns; c++) {
        size_t at = c * net->stride + row;
        term[c] = dd_normalise((dd){before->dd_high[at], before->dd_low[at]});
        if (slope.high != 1 || slope.low != 0)
            term[c] = dd_multiply(slope, term[c]);
    }
    if (offset.high != 0)
        term[before->columns - 1] = dd_add(term[before->columns - 1], offset);
}

static void add_output(walk_layer *layer, const dd *term, size_t i)
{
    const rounded_layer *net = layer->rounded;
    const double *rest = net->has_weight_rest ? net->weight_rest + i * net->stride : NULL;
    dd_kernel_add(layer->dd_high, layer->dd_low, net->stride, layer->columns,
                  net->weight + i * net->stride, rest, term);
}

static void rebuild(walk_layer *layer, const walk_layer *before)
{
    const rounded_layer *net = layer->rounded, *from = before->rounded;
    size_t count = 0;
    for (uint32_t i = 0; i < net->inputs; i++) {
        uint32_t piece = before->pattern[i];
        if (from->slope[piece] == 0 && from->offset[piece] == 0)
            continue;
        output_dd(layer->dd_term + count * layer->columns, before, i, piece);
        layer->active[count++] = i;
    }
    dd_kernel_sum(layer->dd_high, layer->dd_low, net->stride, layer->columns, net->bias,
                  net->bias_rest, net->weight, net->has_weight_rest ? net->weight_rest : NULL,
                  layer->active, layer->dd_term, count);
    layer->dd_updates = 0;
}

static void update(walk_layer *layer, const walk_layer *before, size_t i)
{
    dd *term = layer->dd_change, *old = term + layer->columns;
    output_dd(old, before, i, layer->dd_source.pattern[i]);
    output_dd(term, before, i, before->pattern[i]);
    for (size_t c = 0; c < layer->columns; c++)
        term[c] = dd_subtract(term[c], old[c]);
    add_output(layer, term, i);
    layer->dd_updates++;
}

// filter.md, 9: like the error bound of the doubles, with u^2 for u.
static void bound_error(walk_layer *layer, const walk_layer *before)
{
    const rounded_layer *net = layer->rounded, *from = before->rounded;
    double n = (double)net->inputs, steps = (1 + MAP_UPDATES_PER_INPUT) * n + 8;
    double rounding = 8 * steps * steps * FILTER_UNIT * FILTER_UNIT;
    for (size_t c = 0; c < layer->columns; c++) {
        int constant = c + 1 == layer->columns;
        double size = walk_layer_output_norm(before, before->dd_high, c);
        double error = net->spectral * (from->steepest * before->dd_bound[c] +
                                        32 * FILTER_UNIT * FILTER_UNIT * size);
        error += rounding * (net->frobenius * size + (constant ? net->bias_norm : 0));
        error += FILTER_TINY * (n + 1) * (n + 1) * (size + net->frobenius + 4);
        layer->dd_bound[c] = error * FILTER_ENLARGE;
    }
}

static void bring_up(walk_maps *maps, size_t l)
{
    walk_layer *layer = maps->layer + l, *before = layer - 1;
    map_source *source = &layer->dd_source;
    size_t inputs = layer->rounded->inputs;
    int moved = source->version_before != before->dd_source.version;
    int changed = moved || layer->dd_updates + inputs > MAP_UPDATES_PER_INPUT * inputs;
    if (moved)
        bound_error(layer, before);
    if (changed)
        rebuild(layer, before);
    else
        for (size_t i = 0; i < inputs; i++)
            if (source->pattern[i] != before->pattern[i]) {
                update(layer, before, i);
                changed = 1;
            }
    if (changed)
        map_source_note(maps, source, &before->dd_source, before);
}

static void make_pairs(walk_maps *maps)
{
    rounded_net_need_rests(maps->rounded);
    maps->has_dd = 1;
    for (size_t l = 0; l < maps->layers; l++) {
        walk_layer *layer = maps->layer + l;
        size_t entries = layer->columns * layer->rounded->stride;
        layer->dd_high = memory_new(entries, sizeof(double));
        layer->dd_low = memory_new(entries, sizeof(double));
        layer->dd_bound = memory_new(layer->columns, sizeof(double));
        layer->dd_term =
            memory_new(layer->rounded->inputs * layer->columns, sizeof *layer->dd_term);
        layer->dd_change = memory_new(2 * layer->columns, sizeof *layer->dd_change);
        layer->tight = memory_new(entries, sizeof(double));
        layer->tight_bound = memory_new(layer->columns, sizeof(double));
        layer->dd_source.pattern =
            memory_new(layer->rounded->inputs, sizeof *layer->dd_source.pattern);
    }
    walk_layer *first = maps->layer;
    const rounded_layer *net = first->rounded;
    walk_first_map(first->dd_high, net->weight, net->bias, net);
    walk_first_map(first->dd_low, net->weight_rest, net->bias_rest, net);
    if (maps->rounded->parametrization)
        walk_first_bound(first->dd_bound, first, FILTER_UNIT * FILTER_UNIT);
    first->dd_source.version = first->approx_source.version;
    first->dd_current = 1;
}

void walk_maps_need_dd(walk_maps *maps, size_t l)
{
    if (!maps->has_dd)
        make_pairs(maps);
    for (size_t i = 1; i <= l; i++)
        if (!maps->layer[i].dd_current) {
            bring_up(maps, i);
            maps->layer[i].dd_current = 1;
        }
}
