// The map of a layer in doubles, with proved bounds on its errors.
#include "tree/map_doubles.h"

#include "base/fatal.h"
#include "exact/kernels.h"
#include "exact/norm.h"
#include "exact/plane.h"
#include "exact/versions.h"
#include <math.h>
#include <string.h>

// Sums are rebuilt after UPDATES_PER_INPUT updates per input. In networks of more than FEW_LAYERS
// layers error bounds matter more: there one update per INPUTS_PER_UPDATE inputs is allowed.
enum { UPDATES_PER_INPUT = 2, INPUTS_PER_UPDATE = 8, FEW_LAYERS = 16 };

// ---- layer 0 ----

void map_put_first(double *entry, const double *weight, const double *bias,
                   const rounded_layer *first)
{
    ASSERT(entry && weight);
    ASSERT(first->stride >= first->rows);
    const size_t entries = first->inputs * first->stride;
    memcpy(entry + entries, bias, first->stride * sizeof *entry);
    if (!rounded_is_sparse(first)) {
        memcpy(entry, weight, entries * sizeof *entry);
        return;
    }
    for (size_t c = 0; c < first->inputs; c++)
        for (size_t k = first->support.start[c]; k < first->support.start[c + 1]; k++)
            entry[c * first->stride + first->support.column[k]] = weight[k];
}

void map_bound_first(double *bound, const double *entry, const rounded_layer *first, size_t columns,
                     double rounding)
{
    ASSERT(columns > 0);
    ASSERT(first->stride >= first->rows);
    for (size_t c = 0; c < columns; c++) {
        const double norm = filter_norm(entry + c * first->stride, first->stride);
        bound[c] =
            (2 * rounding * norm + FILTER_TINY * ((double)first->units + 1)) * FILTER_ENLARGE;
    }
}

// ---- sums ----

// The output of a piece of a unit in each column, stored in term at steps of `apart`.
static void put_output(double *term, size_t apart, const map_view *before, size_t piece,
                       size_t columns)
{
    ASSERT(columns > 0);
    ASSERT(before->net && before->entry);
    const rounded_layer *net = before->net;
    const double *z = before->entry + net->source[piece], slope = net->slope[piece];
    const size_t last = columns - 1;
    for (size_t c = 0; c < last; c++)
        term[c * apart] = slope * z[c * net->stride];
    term[last * apart] = slope * z[last * net->stride] + net->offset[piece];
}

// The start plus the contributions of `count` listed inputs, as in kernel_sum.
static void sum_doubles(double_map *map, const double *start, const double *term, size_t apart,
                        size_t count)
{
    ASSERT(map->columns > 0);
    const rounded_layer *net = map->net;
    if (!rounded_is_sparse(net)) {
        kernel_sum(&(map_sums){.map = map->entry,
                               .start = start,
                               .weight = net->weight,
                               .term = term,
                               .index = map->log.listed,
                               .stride = net->stride,
                               .apart = apart,
                               .count = count},
                   map->columns, map->square);
        return;
    }
    if (start != map->entry)
        memcpy(map->entry, start, map->columns * net->stride * sizeof *map->entry);
    for (size_t k = 0; k < count; k++) {
        const sparsity_row entries = sparsity_row_of(&net->support, map->log.listed[k]);
        for (size_t c = 0; c < map->columns; c++)
            map->change[c] = term[c * apart + map->log.listed[k]];
        kernel_add_entries(map->entry, net->stride, map->columns, entries.column,
                           net->weight + entries.first, entries.count, map->change);
    }
    kernel_square_sums(map->square, map->entry, net->stride, map->columns);
}

// For relu units. A rebuilt map adds all units that are on; an update adds the units that were
// turned on and subtracts those that were turned off.
static void sum_set(double_map *map, const map_view *before, const double *start)
{
    ASSERT(map->columns > 0);
    ASSERT(before->net && before->entry);
    const rounded_layer *net = map->net;
    const uint64_t on = map->log.on = kernel_set(before->pattern, net->inputs);
    const uint64_t set = start == map->entry ? map->log.changed_set : on;
    const map_sums sums = {.map = map->entry,
                           .start = start,
                           .weight = net->weight,
                           .term = before->entry,
                           .stride = net->stride,
                           .apart = before->net->stride,
                           .set = set,
                           .plus = on};
    plane_sum(&sums, map->square);
}

// Computes the whole map from the outputs of the layer before.
static void rebuild_doubles(double_map *map, const map_view *before)
{
    ASSERT(map->columns > 0);
    ASSERT(before->net && before->entry);
    const rounded_layer *from = before->net;
    const uint32_t inputs = (uint32_t)map->net->inputs;
    size_t count = 0;
    if (map->log.by_sets) {
        sum_set(map, before, map->bias_map);
        return;
    }
    if (from->is_plain) {
        count = kernel_list(map->log.listed, before->pattern, inputs);
        sum_doubles(map, map->bias_map, before->entry, from->stride, count);
        return;
    }
    for (uint32_t i = 0; i < inputs; i++) {
        const size_t piece = from->unit.piece[i] + before->pattern[i];
        if (!from->is_nonzero[piece])
            continue;
        put_output(map->term + i, inputs, before, piece, map->columns);
        map->log.listed[count++] = i;
    }
    sum_doubles(map, map->bias_map, map->term, inputs, count);
}

// The change in each column when a relu unit, whose row has the same index, is turned on or off.
static void put_switched(double *term, size_t apart, const map_view *before, uint32_t unit,
                         size_t columns)
{
    ASSERT(columns > 0);
    ASSERT(before->net && before->entry);
    const double *z = before->entry + unit, sign = 2 * (double)(before->pattern[unit] != 0) - 1;
    for (size_t c = 0; c < columns; c++)
        term[c * apart] = sign * z[c * before->net->stride];
}

// Adds the changes of all inputs at once.
static void update_doubles(double_map *map, const map_view *before)
{
    ASSERT(map->columns > 0);
    ASSERT(before->net && before->entry);
    const unit_table *unit = &before->net->unit;
    const size_t inputs = map->net->inputs, count = map->log.count;
    if (map->log.by_sets) {
        sum_set(map, before, map->entry);
        return;
    }
    for (size_t k = 0; k < count; k++) {
        const uint32_t i = map->log.listed[k];
        double *term = map->term + i;
        if (before->net->is_plain) {
            put_switched(term, inputs, before, i, map->columns);
            continue;
        }
        put_output(map->change, 1, before, unit->piece[i] + map->log.pattern[i], map->columns);
        put_output(term, inputs, before, unit->piece[i] + before->pattern[i], map->columns);
        for (size_t c = 0; c < map->columns; c++)
            term[c * inputs] -= map->change[c];
    }
    sum_doubles(map, map->entry, map->term, inputs, count);
}

// ---- error bounds ----

// The compiler knows the argument `columns` in the plane, and unrolls the loops.

IN_LINE void output_norms(double *norm, const rounded_layer *net, const double *rows,
                          size_t columns)
{
    ASSERT(norm && rows);
    ASSERT(columns > 0);
    ASSERT(net->stride >= net->rows);
    UNROLLED
    for (size_t c = 0; c < columns; c++)
        norm[c] = rows[c] * net->steepest * FILTER_ENLARGE;
    norm[columns - 1] += net->farthest * sqrt((double)net->units) * FILTER_ENLARGE;
}

void map_output_norms(double *norm, const rounded_layer *net, const double *rows, size_t columns)
{
    ASSERT(columns > 0);
    ASSERT(net->stride >= net->rows);
    output_norms(norm, net, rows, columns);
}

// Not a quotient, since a reach may be 0: in the constant column, behind the identity. Branch-free:
// grades of neighbouring layers differ.
IN_LINE unsigned grade_of(double bound, double reach)
{
    static const double share[] = {
        [MAP_FIRM] = 0x1p-30, [MAP_SLACK] = 0x1p-22, [MAP_LOOSE] = 0x1p-7};
    return (unsigned)(bound > share[MAP_FIRM] * reach) +
           (unsigned)(bound > share[MAP_SLACK] * reach) +
           (unsigned)(bound > share[MAP_LOOSE] * reach);
}

// filter.md, 8: the errors of the sums after the largest allowed number of updates.
static void bound_sums(double_map *map)
{
    ASSERT(map->columns > 0);
    const rounded_layer *net = map->net;
    const double n = (double)net->inputs, tiny = FILTER_TINY * (n + 1) * (n + 1);
    const double rounding = FILTER_UNIT * (n + 8 + 10 * (double)map->log.most_changes);
    map->share_per_size = net->spectral * 4 * FILTER_UNIT + rounding * net->sizes + tiny;
    map->share_of_rest = tiny * (net->sizes + 4);
    map->share_of_constant = map->share_of_rest + rounding * net->bias_norm;
}

// Includes the amplified errors of the layer before, for any pattern of it. If the absolute values
// of the terms overflow, the sums may too, so the bound must overflow.
IN_LINE void bound_columns(double_map *map, const map_view *before, size_t columns)
{
    ASSERT(columns > 0);
    ASSERT(map->columns > 0);
    ASSERT(before->net && before->entry);
    const rounded_layer *net = map->net, *from = before->net;
    const size_t last = columns - 1;
    UNROLLED
    for (size_t c = 0; c <= last; c++)
        map->output_norm[c] = before->square
                                  ? filter_norm_of_squares(before->square[c], from->stride)
                                  : before->norm[c];
    output_norms(map->output_norm, from, map->output_norm, columns);
    unsigned grade = MAP_FIRM;
    UNROLLED
    for (size_t c = 0; c <= last; c++) {
        const double reach = double_map_reach(map, c);
        double error = map->share_per_size * map->output_norm[c];
        error += c < last ? map->share_of_rest : map->share_of_constant;
        error *= FILTER_ENLARGE * KERNEL_OVERFLOW;
        error *= 1 / KERNEL_OVERFLOW;
        map->rounding[c] = error;
        map->norm[c] = (reach + error) * FILTER_ENLARGE;
        error += net->spectral * from->steepest * before->bound[c];
        error *= FILTER_ENLARGE;
        map->bound[c] = error;
        const unsigned own = grade_of(error, reach);
        grade = own > grade ? own : grade;
    }
    map->grade = (map_grade)grade;
}

static void bound_doubles(double_map *map, const map_view *before)
{
    ASSERT(map->columns > 0);
    ASSERT(before->net && before->entry);
    if (map->columns == 3)
        bound_columns(map, before, 3);
    else
        bound_columns(map, before, map->columns);
}

// ---- all of it ----

bool double_map_follow(double_map *map, const map_view *before, bool bounds, bool afresh)
{
    ASSERT(map->columns > 0);
    ASSERT(before->net && before->entry);
    const map_step step = map_log_step(&map->log, before->pattern, before->version);
    if (step == MAP_UNCHANGED && !afresh)
        return false;
    if (step == MAP_MOVED && bounds)
        bound_doubles(map, before);
    if (step == MAP_UPDATE && !afresh)
        update_doubles(map, before);
    else
        rebuild_doubles(map, before);
    map_log_accept(&map->log, before->pattern, before->version);
    return true;
}

void double_map_forget(double_map *map)
{
    map_log_forget(&map->log);
}

void double_map_init(double_map *map, arena *memory, const rounded_layer *net,
                     const rounded_layer *before, size_t columns, size_t layers)
{
    ASSERT(columns > 0);
    const size_t entries = columns * net->stride;
    *map = (double_map){.net = net, .columns = columns};
    map_log_init(&map->log, memory, net->inputs,
                 layers > FEW_LAYERS ? net->inputs / INPUTS_PER_UPDATE
                                     : UPDATES_PER_INPUT * net->inputs,
                 NULL);
    map->entry = arena_new(memory, 2 * entries, sizeof *map->entry);
    map->bias_map = map->entry + entries;
    memcpy(map->bias_map + entries - net->stride, net->bias, net->stride * sizeof *map->bias_map);
    map->term = arena_new(memory, kernel_stride(net->inputs) * columns, sizeof *map->term);
    double **const all[] = {&map->bound,  &map->rounding,    &map->norm,
                            &map->square, &map->output_norm, &map->change};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        *all[i] = arena_new(memory, columns, sizeof(double));
    if (before) {
        bound_sums(map);
        map->log.by_sets = columns == 3 && net->inputs <= KERNEL_SET && before->is_plain &&
                           !rounded_is_sparse(net);
        return;
    }
    map_put_first(map->entry, net->weight, net->bias, net);
    kernel_square_sums(map->square, map->entry, net->stride, columns);
}
