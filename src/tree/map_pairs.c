// The map of a layer in pairs of doubles.
#include "tree/map_pairs.h"

#include "base/fatal.h"
#include "exact/kernels.h"
#include "exact/norm.h"
#include <math.h>
#include <string.h>

static void output_pair(dd *term, const pair_map *before, size_t i, uint32_t piece)
{
    ASSERT(before->columns > 0);
    const rounded_layer *net = before->net;
    const size_t number = net->unit.piece[i] + piece;
    const dd slope = {net->slope[number], net->slope_rest[number]};
    const dd offset = {net->offset[number], net->offset_rest[number]};
    for (size_t c = 0; c < before->columns; c++) {
        const size_t entry = c * net->stride + net->source[number];
        term[c] = dd_multiply(slope, (dd){before->high[entry], before->low[entry]});
    }
    if (offset.high != 0)
        term[before->columns - 1] = dd_add(term[before->columns - 1], offset);
}

static void put_pair(pair_map *map, const dd *term, size_t i)
{
    ASSERT(map->columns > 0);
    const size_t inputs = map->net->inputs;
    for (size_t c = 0; c < map->columns; c++) {
        map->term[c * inputs + i] = term[c].high;
        map->term_rest[c * inputs + i] = term[c].low;
    }
}

// The start plus the contributions of the listed inputs; the caller sets the start, the terms and
// their number.
static void sum_terms_in_pairs(pair_map *map, dd_sums sums)
{
    ASSERT(map->columns > 0);
    const rounded_layer *net = map->net;
    const size_t entries = map->columns * net->stride;
    sums.high = map->high;
    sums.low = map->low;
    sums.weight = net->weight;
    sums.weight_rest = net->has_weight_rest ? net->weight_rest : NULL;
    sums.index = map->log.listed;
    sums.size = map->size;
    sums.stride = net->stride;
    sums.columns = map->columns;
    if (!rounded_is_sparse(net)) {
        dd_kernel_sum(&sums);
        return;
    }
    if (sums.start != map->high) {
        memcpy(map->high, sums.start, entries * sizeof *map->high);
        memcpy(map->low, sums.start_rest, entries * sizeof *map->low);
    }
    for (size_t k = 0; k < sums.count; k++) {
        const uint32_t i = map->log.listed[k];
        const sparsity_row row = sparsity_row_of(&net->support, i);
        dd_kernel_add_entries(&sums, i, row.column, row.first, row.count);
    }
    dd_kernel_normalise(map->high, map->low, entries);
}

// Computes the whole map from the outputs of the layer before.
static void rebuild_pairs(pair_map *map, const pair_map *before, const uint32_t *pattern)
{
    ASSERT(map->columns > 0);
    ASSERT(before->columns > 0);
    const rounded_layer *from = before->net;
    const uint32_t inputs = (uint32_t)map->net->inputs;
    size_t count = 0;
    if (from->is_plain) {
        count = kernel_list(map->log.listed, pattern, inputs);
        sum_terms_in_pairs(map, (dd_sums){.start = map->bias_map,
                                          .start_rest = map->bias_map_rest,
                                          .term = before->high,
                                          .term_rest = before->low,
                                          .apart = from->stride,
                                          .count = count});
        return;
    }
    for (uint32_t i = 0; i < inputs; i++) {
        if (!from->is_nonzero[from->unit.piece[i] + pattern[i]])
            continue;
        output_pair(map->change, before, i, pattern[i]);
        put_pair(map, map->change, i);
        map->log.listed[count++] = i;
    }
    sum_terms_in_pairs(map, (dd_sums){.start = map->bias_map,
                                      .start_rest = map->bias_map_rest,
                                      .term = map->term,
                                      .term_rest = map->term_rest,
                                      .apart = inputs,
                                      .count = count});
}

static void update_pairs(pair_map *map, const pair_map *before, const uint32_t *pattern)
{
    ASSERT(map->columns > 0);
    ASSERT(before->columns > 0);
    dd *term = map->change, *old = term + map->columns;
    for (size_t k = 0; k < map->log.count; k++) {
        const uint32_t i = map->log.listed[k];
        output_pair(old, before, i, map->log.pattern[i]);
        output_pair(term, before, i, pattern[i]);
        for (size_t c = 0; c < map->columns; c++)
            term[c] = dd_subtract(term[c], old[c]);
        put_pair(map, term, i);
    }
    sum_terms_in_pairs(map, (dd_sums){.start = map->high,
                                      .start_rest = map->low,
                                      .term = map->term,
                                      .term_rest = map->term_rest,
                                      .apart = map->net->inputs,
                                      .count = map->log.count});
}

static ball rounded_pair(double high, double low)
{
    return ball_enlarged((dd){high, low}, 4 * BALL_UNIT * fabs(high));
}

void pair_map_output(ball *row, const pair_map *map, size_t unit, uint32_t piece)
{
    ASSERT(map->columns > 0);
    const rounded_layer *net = map->net;
    const size_t number = net->unit.piece[unit] + piece, last = map->columns - 1;
    const ball slope = rounded_pair(net->slope[number], net->slope_rest[number]);
    for (size_t c = 0; c <= last; c++) {
        const size_t entry = c * net->stride + net->source[number];
        row[c] = ball_multiply(slope, (ball){{map->high[entry], map->low[entry]}, map->bound[c]});
    }
    row[last] = ball_add(row[last], rounded_pair(net->offset[number], net->offset_rest[number]));
}

double pair_map_rounding(const rounded_layer *net)
{
    const double steps = (1 + PAIR_UPDATES_PER_INPUT) * (double)net->inputs + 8;
    return 8 * steps * steps * FILTER_UNIT * FILTER_UNIT;
}

// filter.md, 9: like the error bound of doubles, with u^2 for u.
static void bound_pairs(pair_map *map, const pair_map *before)
{
    ASSERT(map->columns > 0);
    ASSERT(before->columns > 0);
    const rounded_layer *net = map->net, *from = before->net;
    const double n = (double)net->inputs, rounding = pair_map_rounding(net);
    const double *norm = map->output_norm;
    map_output_norms(map->output_norm, from, before->norm, map->columns);
    for (size_t c = 0; c < map->columns; c++) {
        const double bias = c + 1 == map->columns ? net->bias_norm : 0;
        const double sums = net->sizes * norm[c] + bias;
        double error = net->spectral * (from->steepest * before->bound[c] +
                                        32 * FILTER_UNIT * FILTER_UNIT * norm[c]);
        error += rounding * sums;
        error += FILTER_TINY * (n + 1) * (n + 1) * (norm[c] + net->sizes + 4);
        map->size[c] = sums;
        map->bound[c] = sums < 0x1p1000 ? error * FILTER_ENLARGE : INFINITY;
    }
}

void pair_map_follow(pair_map *map, const pair_map *before, const uint32_t *pattern,
                     uint64_t *versions)
{
    ASSERT(map->columns > 0);
    ASSERT(before->columns > 0);
    const map_step step = map_log_step(&map->log, pattern, before->log.version);
    map->current = true;
    if (step == MAP_UNCHANGED)
        return;
    if (step == MAP_MOVED)
        bound_pairs(map, before);
    if (step == MAP_UPDATE)
        update_pairs(map, before, pattern);
    else
        rebuild_pairs(map, before, pattern);
    filter_norms(map->norm, map->high, map->net->stride, map->columns);
    map_log_accept(&map->log, pattern, before->log.version);
    map->log.version = ++*versions;
}

void pair_map_forget(pair_map *map)
{
    map_log_forget(&map->log);
}

// filter.md, 9: rounding a pair to its high part adds an error of u times its absolute value.
void pair_map_round(pair_map *map)
{
    ASSERT(map->columns > 0);
    for (size_t c = 0; c < map->columns; c++)
        map->rounded_bound[c] =
            (map->bound[c] + 2 * FILTER_UNIT * map->norm[c] + FILTER_TINY) * FILTER_ENLARGE;
}

void pair_map_init(pair_map *map, arena *memory, const double_map *beside, bool is_first,
                   bool is_rounded)
{
    ASSERT(map && beside);
    const rounded_layer *net = beside->net;
    const size_t columns = beside->columns, entries = columns * net->stride;
    const size_t terms = columns * net->inputs;
    *map = (pair_map){.net = net, .columns = columns, .bias_map = beside->bias_map};
    map_log_init(&map->log, memory, net->inputs, PAIR_UPDATES_PER_INPUT * net->inputs,
                 beside->log.listed);
    map->high = arena_new(memory, 3 * entries, sizeof *map->high);
    map->low = map->high + entries;
    map->bias_map_rest = map->low + entries;
    memcpy(map->bias_map_rest + entries - net->stride, net->bias_rest,
           net->stride * sizeof *map->bias_map_rest);
    double **const all[] = {&map->bound, &map->norm, &map->size, &map->rounded_bound,
                            &map->output_norm};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        *all[i] = arena_new(memory, columns, sizeof(double));
    map->term = arena_new(memory, 2 * terms, sizeof *map->term);
    map->term_rest = map->term + terms;
    map->change = arena_new(memory, 2 * columns, sizeof *map->change);
    if (!is_first)
        return;
    map_put_first(map->high, net->weight, net->bias, net);
    map_put_first(map->low, net->weight_rest, net->bias_rest, net);
    filter_norms(map->norm, map->high, net->stride, columns);
    if (is_rounded)
        map_bound_first(map->bound, map->high, net, columns, FILTER_UNIT * FILTER_UNIT);
    map->log.version = 1;
    map->current = true;
}
