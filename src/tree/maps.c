// The affine maps of the layers on the path of the walk: in integers, doubles and double-doubles.
#include "tree/maps.h"

#include "base/budget.h"
#include "base/limits.h"
#include "exact/kernels.h"
#include "exact/norm.h"
#include "exact/versions.h"
#include <flint/fmpz_vec.h>
#include <math.h>
#include <string.h>

void map_source_note(walk_maps *maps, map_source *source, const map_source *source_before,
                     const walk_layer *before)
{
    memcpy(source->pattern, before->pattern, before->rounded->units * sizeof *source->pattern);
    source->version_before = source_before->version;
    source->version = ++maps->versions;
}

// ---- in doubles, with a bound on their error ----

// The rows of layer 0 as a map, and the error bound of its columns, if the error of each entry is
// at most `rounding` times its size.
static void first_map(double *map, const double *weight, const double *bias,
                      const rounded_layer *first)
{
    size_t entries = first->inputs * first->stride;
    memcpy(map + entries, bias, first->stride * sizeof *map);
    if (!rounded_is_sparse(first)) {
        memcpy(map, weight, entries * sizeof *map);
        return;
    }
    for (size_t c = 0; c < first->inputs; c++)
        for (size_t k = first->at.start[c]; k < first->at.start[c + 1]; k++)
            map[c * first->stride + first->at.column[k]] = weight[k];
}

// filter.md, 8
static void first_bound(double *bound, const walk_layer *first, double rounding)
{
    const rounded_layer *net = first->rounded;
    for (size_t c = 0; c < first->columns; c++) {
        double norm = filter_norm(first->approx + c * net->stride, net->stride);
        bound[c] = (2 * rounding * norm + FILTER_TINY * ((double)net->units + 1)) * FILTER_ENLARGE;
    }
}

// Where `columns` is an argument, the compiler knows that of the plane, and makes straight code.

// At least the norm of each column of the layer's outputs, whatever their pieces, if that of its
// pre-activations is given.
IN_LINE void output_norms(double *norm, const walk_layer *layer, const double *before,
                          size_t columns)
{
    const rounded_layer *net = layer->rounded;
    UNROLLED
    for (size_t c = 0; c < columns; c++)
        norm[c] = before[c] * net->steepest * FILTER_ENLARGE;
    norm[columns - 1] += net->farthest * sqrt((double)net->units) * FILTER_ENLARGE;
}

// What piece `at` of a unit gives in each column: with steps of `apart` in term.
static void put_output(double *term, size_t apart, const walk_layer *before, size_t at)
{
    const rounded_layer *net = before->rounded;
    const double *z = before->approx + net->source[at], slope = net->slope[at];
    const size_t last = before->columns - 1;
    for (size_t c = 0; c < last; c++)
        term[c * apart] = slope * z[c * net->stride];
    term[last * apart] = slope * z[last * net->stride] + net->offset[at];
}

// The start and what `count` inputs add to it, as in kernel_sum.
static void sum_terms(walk_layer *layer, const double *start, const double *term, size_t apart,
                      const uint32_t *index, size_t count)
{
    const rounded_layer *net = layer->rounded;
    if (!rounded_is_sparse(net)) {
        kernel_sum(layer->own, net->stride, layer->columns, start, net->weight, index, term, apart,
                   count, layer->own_square);
        return;
    }
    if (start != layer->own)
        memcpy(layer->own, start, layer->columns * net->stride * sizeof *layer->own);
    for (size_t k = 0; k < count; k++) {
        sparsity_row entries = sparsity_row_of(&net->at, index[k]);
        for (size_t c = 0; c < layer->columns; c++)
            layer->change[c] = term[c * apart + index[k]];
        kernel_add_entries(layer->own, net->stride, layer->columns, entries.column,
                           net->weight + entries.first, entries.count, layer->change);
    }
    kernel_square_sums(layer->own_square, layer->own, net->stride, layer->columns);
}

// A bound is worse than its grade above this share of the size of the outputs before it.
static const double share[] = {[MAP_FIRM] = 0x1p-30, [MAP_SLACK] = 0x1p-22, [MAP_LOOSE] = 0x1p-7};

// How far error bounds of the layer's own sums have grown.
IN_LINE map_grade grade_of(const walk_layer *layer, const double *bound, size_t columns)
{
    map_grade grade = MAP_FIRM;
    // Not a quotient, for a size may be 0: in the constant column, behind the identity.
    UNROLLED
    for (size_t c = 0; c < columns; c++)
        while (grade < MAP_LOST && bound[c] > share[grade] * walk_layer_reach(layer, c))
            grade++;
    return grade;
}

// filter.md, 8: the errors of the sums, for as many updates as are allowed.
static void bound_sums(walk_layer *layer)
{
    const rounded_layer *net = layer->rounded;
    double n = (double)net->inputs, tiny = FILTER_TINY * (n + 1) * (n + 1);
    double rounding = FILTER_UNIT * (n + 8 + 10 * (double)layer->most_updates);
    layer->share_per_size = net->spectral * 4 * FILTER_UNIT + rounding * net->sizes + tiny;
    layer->share_of_rest = tiny * (net->sizes + 4);
    layer->share_of_constant = layer->share_of_rest + rounding * net->bias_norm;
}

// With the errors of the layer before, amplified, for whatever pattern of that. Where the sizes of
// the terms overflow the sums may, so the bound has to.
IN_LINE void bound_columns(walk_layer *layer, const walk_layer *before, size_t columns)
{
    const rounded_layer *net = layer->rounded, *from = before->rounded;
    const size_t last = columns - 1;
    const int is_own = before->approx == before->own;
    UNROLLED
    for (size_t c = 0; c <= last; c++)
        layer->output_norm[c] = is_own ? filter_norm_of_squares(before->own_square[c], from->stride)
                                       : before->dd_norm[c];
    output_norms(layer->output_norm, before, layer->output_norm, columns);
    UNROLLED
    for (size_t c = 0; c <= last; c++) {
        double error = layer->share_per_size * layer->output_norm[c];
        error += c < last ? layer->share_of_rest : layer->share_of_constant;
        error *= FILTER_ENLARGE * KERNEL_OVERFLOW;
        error *= 1 / KERNEL_OVERFLOW;
        layer->own_norm[c] = (walk_layer_reach(layer, c) + error) * FILTER_ENLARGE;
        error += net->spectral * from->steepest * before->bound[c];
        layer->own_bound[c] = error * FILTER_ENLARGE;
    }
    layer->own_grade = grade_of(layer, layer->own_bound, columns);
}

static void bound_error(walk_layer *layer, const walk_layer *before)
{
    if (layer->columns == 3)
        bound_columns(layer, before, 3);
    else
        bound_columns(layer, before, layer->columns);
}

// filter.md, 9: rounding a pair to its high part costs u of its size.
static void round_pairs(walk_maps *maps, size_t l)
{
    walk_layer *layer = maps->layer + l;
    walk_maps_need_dd(maps, l);
    for (size_t c = 0; c < layer->columns; c++)
        layer->tight_bound[c] =
            (layer->dd_bound[c] + 2 * FILTER_UNIT * layer->dd_norm[c] + FILTER_TINY) *
            FILTER_ENLARGE;
}

void walk_maps_tighten(walk_maps *maps, size_t l)
{
    walk_layer *layer = maps->layer + l;
    round_pairs(maps, l);
    layer->approx = layer->dd_high;
    layer->bound = layer->tight_bound;
    layer->norm = layer->dd_norm;
    layer->grade = MAP_FIRM;
    layer->approx_source.version = ++maps->versions;
}

void walk_maps_sync_tight(walk_maps *maps, size_t l)
{
    maps->layer[l].exact_current = maps->layer[l].dd_current = 0;
    walk_maps_tighten(maps, l);
}

// Of relu units: what those that are on add to a map made afresh; or else what those add that have
// been turned on, and those take away that have been turned off.
static void sum_set(walk_layer *layer, const walk_layer *before, const double *start)
{
    const rounded_layer *net = layer->rounded;
    const uint64_t on = kernel_set(before->pattern, net->inputs);
    const uint64_t set = start == layer->own ? layer->changed_set : on;
    kernel_sum_set(layer->own, net->stride, start, net->weight, set, on, before->approx,
                   before->rounded->stride, layer->own_square);
}

static void rebuild_approx(walk_layer *layer, const walk_layer *before)
{
    const rounded_layer *from = before->rounded;
    const uint32_t inputs = (uint32_t)layer->rounded->inputs;
    layer->updates = 0;
    if (layer->by_sets) {
        sum_set(layer, before, layer->fresh);
        return;
    }
    if (from->is_plain) {
        const size_t count = kernel_list(layer->changed, before->pattern, inputs);
        sum_terms(layer, layer->fresh, before->approx, from->stride, layer->changed, count);
        return;
    }
    size_t count = 0;
    for (uint32_t i = 0; i < inputs; i++) {
        const size_t at = from->unit.piece[i] + before->pattern[i];
        if (!from->gives[at])
            continue;
        put_output(layer->term + i, inputs, before, at);
        layer->changed[count++] = i;
    }
    sum_terms(layer, layer->fresh, layer->term, inputs, layer->changed, count);
}

// What a relu unit that has changed, with its row at the same place, adds in each column.
static void put_switched(double *term, size_t apart, const walk_layer *before, uint32_t unit,
                         int is_on)
{
    const double *z = before->approx + unit;
    const size_t stride = before->rounded->stride;
    const double sign = 2 * (double)is_on - 1;
    for (size_t c = 0; c < before->columns; c++)
        term[c * apart] = sign * z[c * stride];
}

// All of what has changed at once.
static void update_changed(walk_layer *layer, const walk_layer *before, size_t count)
{
    const unit_table *unit = &before->rounded->unit;
    const size_t inputs = layer->rounded->inputs;
    uint32_t *pattern = layer->approx_source.pattern;
    double *old = layer->change;
    layer->updates += count;
    if (layer->by_sets) {
        sum_set(layer, before, layer->own);
        memcpy(pattern, before->pattern, inputs * sizeof *pattern);
        return;
    }
    for (size_t k = 0; k < count; k++) {
        const uint32_t i = layer->changed[k];
        double *term = layer->term + i;
        if (before->rounded->is_plain) {
            put_switched(term, inputs, before, i, before->pattern[i] != 0);
            pattern[i] = before->pattern[i];
            continue;
        }
        put_output(old, 1, before, unit->piece[i] + pattern[i]);
        put_output(term, inputs, before, unit->piece[i] + before->pattern[i]);
        for (size_t c = 0; c < layer->columns; c++)
            term[c * inputs] -= old[c];
        pattern[i] = before->pattern[i];
    }
    sum_terms(layer, layer->own, layer->term, inputs, layer->changed, count);
}

// Finds the inputs whose piece is another one than when the sums were made; both patterns are
// padded. Returns how many.
static size_t find_changed(walk_layer *layer, const walk_layer *before)
{
    const uint32_t *old = layer->approx_source.pattern;
    const size_t inputs = layer->rounded->inputs;
    return layer->by_sets ? kernel_set_other(&layer->changed_set, old, before->pattern, inputs)
                          : kernel_list_other(layer->changed, old, before->pattern, inputs);
}

static void sync_doubles(walk_maps *maps, size_t l)
{
    walk_layer *layer = maps->layer + l, *before = layer - 1;
    map_source *source = &layer->approx_source;
    int moved = source->version_before != before->approx_source.version;
    const size_t count = moved ? 0 : find_changed(layer, before);
    if (moved && maps->arith == CREASE_FILTERED)
        bound_error(layer, before);
    if (moved || maps->always_afresh || layer->updates + count > layer->most_updates) {
        rebuild_approx(layer, before);
        map_source_note(maps, source, &before->approx_source, before);
    } else if (count) {
        update_changed(layer, before, count);
        source->version = ++maps->versions;
    } else if (layer->approx != layer->own || layer->bound != layer->own_bound) {
        source->version = ++maps->versions;
    }
    layer->approx = layer->own;
    layer->bound = layer->own_bound;
    layer->norm = layer->own_norm;
    layer->grade = layer->own_grade;
}

// filter.md, 8: later row less earlier row, each entry rounded once. By itself, so that the
// usual form needs no registers for it.
static __attribute__((noinline)) void difference_approx(double *form, const walk_layer *layer,
                                                        size_t unit, size_t predicate,
                                                        const double *error)
{
    const rounded_layer *net = layer->rounded;
    maxout_rows pair = maxout_pair(predicate, unit_rank(&net->unit, unit));
    const uint32_t *source = net->source + net->unit.piece[unit];
    double *bound = form + layer->columns;
    for (size_t c = 0; c < layer->columns; c++) {
        const double *z = layer->approx + c * net->stride;
        form[c] = z[source[pair.later]] - z[source[pair.earlier]];
        bound[c] = (error[c] + 2 * FILTER_UNIT * fabs(form[c])) * FILTER_ENLARGE;
    }
}

IN_LINE void entry_in_columns(double *form, const walk_layer *layer, size_t unit, size_t breakpoint,
                              const double *error, size_t columns)
{
    const rounded_layer *net = layer->rounded;
    size_t row = net->source[net->unit.piece[unit]];
    double *bound = form + columns;
    UNROLLED
    for (size_t c = 0; c < columns; c++) {
        form[c] = layer->approx[c * net->stride + row];
        bound[c] = error[c];
    }
    double shift = net->breakpoint[breakpoint * net->stride + row];
    size_t last = columns - 1;
    form[last] -= shift;
    bound[last] += 2 * FILTER_UNIT * (fabs(shift) + fabs(form[last])) + FILTER_TINY;
}

static inline void entry_approx(double *form, const walk_layer *layer, size_t unit,
                                size_t breakpoint, const double *error)
{
    if (layer->columns == 3)
        entry_in_columns(form, layer, unit, breakpoint, error, 3);
    else
        entry_in_columns(form, layer, unit, breakpoint, error, layer->columns);
}

void walk_layer_form(double *form, const walk_layer *layer, size_t unit, size_t breakpoint,
                     const double *error)
{
    if (unit_rank(&layer->rounded->unit, unit) > 1)
        difference_approx(form, layer, unit, breakpoint, error);
    else
        entry_approx(form, layer, unit, breakpoint, error);
}

const double *walk_layer_errors(const walk_layer *layer, size_t unit)
{
    static const double root_of_two = 1.4142136;
    if (unit_rank(&layer->rounded->unit, unit) == 1)
        return layer->bound;
    for (size_t c = 0; c < layer->columns; c++)
        layer->change[c] = root_of_two * layer->bound[c];
    return layer->change;
}

void walk_layer_approx(double *form, const walk_layer *layer, size_t unit, size_t breakpoint)
{
    if (unit_rank(&layer->rounded->unit, unit) > 1)
        difference_approx(form, layer, unit, breakpoint, walk_layer_errors(layer, unit));
    else
        entry_approx(form, layer, unit, breakpoint, layer->bound);
}

void walk_maps_tight_form(walk_maps *maps, double *form, size_t l, size_t unit, size_t breakpoint)
{
    round_pairs(maps, l);
    walk_layer tight = maps->layer[l];
    tight.approx = tight.dd_high;
    tight.bound = tight.tight_bound;
    walk_layer_approx(form, &tight, unit, breakpoint);
}

// ---- in double-doubles: the same sums, to 106 bits ----

static void output_dd(dd *term, const walk_layer *before, size_t i, uint32_t piece)
{
    const rounded_layer *net = before->rounded;
    size_t number = net->unit.piece[i] + piece;
    dd slope = {net->slope[number], net->slope_rest[number]};
    dd offset = {net->offset[number], net->offset_rest[number]};
    for (size_t c = 0; c < before->columns; c++) {
        size_t at = c * net->stride + net->source[number];
        term[c] = dd_multiply(slope, (dd){before->dd_high[at], before->dd_low[at]});
    }
    if (offset.high != 0)
        term[before->columns - 1] = dd_add(term[before->columns - 1], offset);
}

static void put_term_dd(walk_layer *layer, const dd *term, size_t i)
{
    const size_t inputs = layer->rounded->inputs;
    for (size_t c = 0; c < layer->columns; c++) {
        layer->dd_term[c * inputs + i] = term[c].high;
        layer->dd_term_rest[c * inputs + i] = term[c].low;
    }
}

// What `count` inputs, listed in layer->changed, add to the start.
static void sum_terms_dd(walk_layer *layer, const double *start, const double *start_rest,
                         const double *term, const double *term_rest, size_t apart, size_t count)
{
    const rounded_layer *net = layer->rounded;
    const double *rest = net->has_weight_rest ? net->weight_rest : NULL;
    double *high = layer->dd_high, *low = layer->dd_low;
    const size_t entries = layer->columns * net->stride;
    if (!rounded_is_sparse(net)) {
        dd_kernel_sum(&(dd_sums){high, low, start, start_rest, net->weight, rest, term, term_rest,
                                 layer->changed, layer->dd_size, net->stride, layer->columns, apart,
                                 count});
        return;
    }
    if (start != high) {
        memcpy(high, start, entries * sizeof *high);
        memcpy(low, start_rest, entries * sizeof *low);
    }
    for (size_t k = 0; k < count; k++) {
        const uint32_t i = layer->changed[k];
        const sparsity_row at = sparsity_row_of(&net->at, i);
        dd_kernel_add_entries(high, low, net->stride, layer->columns, at.column,
                              net->weight + at.first, rest ? rest + at.first : NULL, at.count,
                              term + i, term_rest + i, apart);
    }
    dd_kernel_normalise(high, low, entries);
}

static void rebuild_dd(walk_layer *layer, const walk_layer *before)
{
    const rounded_layer *from = before->rounded;
    const uint32_t inputs = (uint32_t)layer->rounded->inputs;
    layer->dd_updates = 0;
    if (from->is_plain) {
        const size_t count = kernel_list(layer->changed, before->pattern, inputs);
        sum_terms_dd(layer, layer->fresh, layer->dd_fresh_rest, before->dd_high, before->dd_low,
                     from->stride, count);
        return;
    }
    size_t count = 0;
    dd *term = layer->dd_change;
    for (uint32_t i = 0; i < inputs; i++) {
        if (!from->gives[from->unit.piece[i] + before->pattern[i]])
            continue;
        output_dd(term, before, i, before->pattern[i]);
        put_term_dd(layer, term, i);
        layer->changed[count++] = i;
    }
    sum_terms_dd(layer, layer->fresh, layer->dd_fresh_rest, layer->dd_term, layer->dd_term_rest,
                 inputs, count);
}

static void update_dd(walk_layer *layer, const walk_layer *before, size_t count)
{
    dd *term = layer->dd_change, *old = term + layer->columns;
    for (size_t k = 0; k < count; k++) {
        const uint32_t i = layer->changed[k];
        output_dd(old, before, i, layer->dd_source.pattern[i]);
        output_dd(term, before, i, before->pattern[i]);
        for (size_t c = 0; c < layer->columns; c++)
            term[c] = dd_subtract(term[c], old[c]);
        put_term_dd(layer, term, i);
    }
    sum_terms_dd(layer, layer->dd_high, layer->dd_low, layer->dd_term, layer->dd_term_rest,
                 layer->rounded->inputs, count);
    layer->dd_updates += count;
}

// filter.md, 9: like the error bound of the doubles, with u^2 for u.
static void bound_error_dd(walk_layer *layer, const walk_layer *before)
{
    const rounded_layer *net = layer->rounded, *from = before->rounded;
    double n = (double)net->inputs, steps = (1 + MAP_UPDATES_PER_INPUT) * n + 8;
    double rounding = 8 * steps * steps * FILTER_UNIT * FILTER_UNIT, *norm = layer->change;
    output_norms(norm, before, before->dd_norm, layer->columns);
    for (size_t c = 0; c < layer->columns; c++) {
        const double bias = c + 1 == layer->columns ? net->bias_norm : 0;
        const double sums = net->sizes * norm[c] + bias;
        double error = net->spectral * (from->steepest * before->dd_bound[c] +
                                        32 * FILTER_UNIT * FILTER_UNIT * norm[c]);
        error += rounding * sums;
        error += FILTER_TINY * (n + 1) * (n + 1) * (norm[c] + net->sizes + 4);
        layer->dd_size[c] = sums;
        layer->dd_bound[c] = sums < 0x1p1000 ? error * FILTER_ENLARGE : INFINITY;
    }
}

static void bring_up_dd(walk_maps *maps, size_t l)
{
    walk_layer *layer = maps->layer + l, *before = layer - 1;
    map_source *source = &layer->dd_source;
    const size_t inputs = layer->rounded->inputs;
    const int moved = source->version_before != before->dd_source.version;
    const size_t count =
        moved ? 0 : kernel_list_other(layer->changed, source->pattern, before->pattern, inputs);
    if (!moved && !count)
        return;
    if (moved)
        bound_error_dd(layer, before);
    if (moved || layer->dd_updates + count > MAP_UPDATES_PER_INPUT * inputs)
        rebuild_dd(layer, before);
    else
        update_dd(layer, before, count);
    filter_norms(layer->dd_norm, layer->dd_high, layer->rounded->stride, layer->columns);
    map_source_note(maps, source, &before->dd_source, before);
}

static void make_layer_dd(walk_layer *layer, arena *memory)
{
    const rounded_layer *net = layer->rounded;
    const size_t entries = layer->columns * net->stride, terms = layer->columns * net->inputs;
    layer->dd_high = arena_new(memory, 3 * entries, sizeof *layer->dd_high);
    layer->dd_low = layer->dd_high + entries;
    layer->dd_fresh_rest = layer->dd_low + entries;
    memcpy(layer->dd_fresh_rest + entries - net->stride, net->bias_rest,
           net->stride * sizeof *layer->dd_fresh_rest);
    layer->dd_bound = arena_new(memory, layer->columns, sizeof(double));
    layer->dd_norm = arena_new(memory, layer->columns, sizeof(double));
    layer->dd_size = arena_new(memory, layer->columns, sizeof(double));
    layer->tight_bound = arena_new(memory, layer->columns, sizeof(double));
    layer->dd_term = arena_new(memory, 2 * terms, sizeof *layer->dd_term);
    layer->dd_term_rest = layer->dd_term + terms;
    layer->dd_change = arena_new(memory, 2 * layer->columns, sizeof *layer->dd_change);
    layer->dd_source.pattern = arena_new(memory, kernel_stride(net->inputs), sizeof(uint32_t));
}

static void make_dd(walk_maps *maps)
{
    rounded_net_need_rests(maps->rounded);
    maps->has_dd = 1;
    for (size_t l = 0; l < maps->layers; l++)
        make_layer_dd(maps->layer + l, &maps->memory);
    walk_layer *first = maps->layer;
    const rounded_layer *net = first->rounded;
    first_map(first->dd_high, net->weight, net->bias, net);
    first_map(first->dd_low, net->weight_rest, net->bias_rest, net);
    filter_norms(first->dd_norm, first->dd_high, net->stride, first->columns);
    if (maps->rounded->parametrization)
        first_bound(first->dd_bound, first, FILTER_UNIT * FILTER_UNIT);
    first->dd_source.version = first->approx_source.version;
    first->dd_current = 1;
}

void walk_maps_need_dd(walk_maps *maps, size_t l)
{
    if (!maps->has_dd)
        make_dd(maps);
    for (size_t i = 1; i <= l; i++)
        if (!maps->layer[i].dd_current) {
            bring_up_dd(maps, i);
            maps->layer[i].dd_current = 1;
        }
}

// ---- all of them ----

void walk_maps_sync(walk_maps *maps, size_t l)
{
    walk_layer *layer = maps->layer + l;
    layer->exact_current = layer->dd_current = 0;
    if (maps->arith != CREASE_EXACT)
        sync_doubles(maps, l);
    else
        memcpy(layer->approx_source.pattern, layer[-1].pattern,
               layer->rounded->inputs * sizeof *layer->approx_source.pattern);
}

// Integers depend on nothing but the path, so they may stay. No map has version 0.
void walk_maps_forget(walk_maps *maps)
{
    for (size_t l = 1; l < maps->layers; l++) {
        walk_layer *layer = maps->layer + l;
        size_t size = layer->rounded->inputs * sizeof *layer->pattern;
        layer->approx_source.version_before = layer->dd_source.version_before = 0;
        memset(layer->approx_source.pattern, 0, size);
        if (maps->has_dd)
            memset(layer->dd_source.pattern, 0, size);
    }
}

static void layer_init(walk_layer *layer, arena *memory, const rounded_layer *rounded,
                       size_t columns)
{
    *layer = (walk_layer){.rounded = rounded, .columns = columns};
    layer->pattern = arena_new(memory, rounded->stride, sizeof *layer->pattern);
    layer->exact_source.pattern =
        arena_new(memory, kernel_stride(rounded->inputs), sizeof(uint32_t));
    layer->approx_source.pattern =
        arena_new(memory, kernel_stride(rounded->inputs), sizeof(uint32_t));
    layer->changed = arena_new(memory, rounded->inputs, sizeof *layer->changed);
    layer->own = arena_new(memory, 2 * columns * rounded->stride, sizeof *layer->own);
    layer->approx = layer->own;
    layer->fresh = layer->own + columns * rounded->stride;
    memcpy(layer->fresh + (columns - 1) * rounded->stride, rounded->bias,
           rounded->stride * sizeof *layer->fresh);
    layer->term = arena_new(memory, kernel_stride(rounded->inputs) * columns, sizeof *layer->term);
    layer->change = arena_new(memory, columns, sizeof *layer->change);
    layer->output_norm = arena_new(memory, columns, sizeof *layer->output_norm);
    rows_init(&layer->exact, columns);
    layer->bound = layer->own_bound = arena_new(memory, columns, sizeof(double));
    layer->norm = layer->own_norm = arena_new(memory, columns, sizeof(double));
    layer->own_square = arena_new(memory, columns, sizeof(double));
}

static size_t most_updates(size_t inputs, size_t layers)
{
    enum { FEW_LAYERS = 16 };
    return layers > FEW_LAYERS ? inputs / MAP_INPUTS_PER_UPDATE : MAP_UPDATES_PER_INPUT * inputs;
}

static int starts_at_origin(const rounded_net *rounded)
{
    const size_t d = rounded->dimension;
    size_t i = 0, inputs = rounded->parametrization ? crease_net_inputs(rounded->net) : 0;
    while (i < inputs && fmpq_is_zero(rounded->parametrization + i * (d + 1) + d))
        i++;
    return i == inputs;
}

void walk_maps_init(walk_maps *maps, const crease_net *net, rounded_net *rounded,
                    crease_arith arith)
{
    *maps = (walk_maps){.net = net, .rounded = rounded, .arith = arith, .versions = 1};
    maps->layers = rounded->layers;
    maps->columns = rounded->dimension + 1;
    arena_init(&maps->memory);
    maps->homogeneous = starts_at_origin(rounded) ? net_homogeneous_layers(net) : 0;
    maps->layer = arena_new(&maps->memory, maps->layers, sizeof *maps->layer);
    for (size_t l = 0; l < maps->layers; l++)
        layer_init(maps->layer + l, &maps->memory, rounded->layer + l, maps->columns);
    for (size_t l = 1; l < maps->layers; l++)
        maps->layer[l].predicates =
            walk_maps_first_predicate(maps, l - 1, rounded->layer[l - 1].units);
    for (size_t l = 0; l < maps->layers; l++)
        maps->layer[l].most_updates = most_updates(rounded->layer[l].inputs, maps->layers);
    for (size_t l = 1; l < maps->layers; l++) {
        walk_layer *layer = maps->layer + l;
        bound_sums(layer);
        layer->by_sets = maps->columns == 3 && layer->rounded->inputs <= KERNEL_SET &&
                         layer[-1].rounded->is_plain && !rounded_is_sparse(layer->rounded);
    }

    walk_layer *first = maps->layer;
    first_map(first->approx, first->rounded->weight, first->rounded->bias, first->rounded);
    kernel_square_sums(first->own_square, first->approx, first->rounded->stride, maps->columns);
    if (rounded->parametrization) // the identity is not rounded
        first_bound(first->bound, first, FILTER_UNIT);
    first->exact_source.version = first->approx_source.version = 1;
}

void walk_maps_clear(walk_maps *maps)
{
    for (size_t l = 0; l < maps->layers; l++) {
        rows_clear(&maps->layer[l].exact);
        exact_changes_free(maps->layer[l].exact_changes);
    }
    arena_clear(&maps->memory);
}
