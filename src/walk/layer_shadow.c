// A layer's map in doubles, with a bound on its error.
#include "walk/layer.h"

#include "exact/kernels.h"
#include "exact/norm.h"
#include <math.h>
#include <string.h>

// The output of unit i on one piece, column by column.
static void output_approx(double *term, const walk_layer *before, size_t i, uint32_t piece)
{
    const rounded_layer *net = before->rounded;
    size_t row = activation_row(net->rank, i, piece);
    for (size_t c = 0; c < before->columns; c++)
        term[c] = net->slope[piece] * before->approx[c * net->stride + row];
    term[before->columns - 1] += net->offset[piece];
}

static void add_output(walk_layer *layer, const double *term, size_t i)
{
    const rounded_layer *net = layer->rounded;
    kernel_add(layer->own, net->stride, layer->columns, net->weight + i * net->stride, term);
}

double walk_layer_output_norm(const walk_layer *layer, const double *map, size_t c)
{
    const rounded_layer *net = layer->rounded;
    double norm = net->steepest * filter_norm(map + c * net->stride, net->stride);
    if (c + 1 == layer->columns)
        norm += net->farthest * sqrt((double)net->units);
    return norm * FILTER_ENLARGE;
}

// Below this share of the size of the outputs before it, an error bound need not be taken down.
static const double loose = 0x1p-30;

// filter.md, 8: the errors of the layer before, amplified, and those of the sums, for
// whatever pattern of the layer before and as many updates as are allowed. Returns
// whether the error bound is loose.
static int bound_error(walk_layer *layer, const walk_layer *before)
{
    const rounded_layer *net = layer->rounded, *from = before->rounded;
    double n = (double)net->inputs;
    double rounding = FILTER_UNIT * (n + 8 + 10 * MAP_UPDATES_PER_INPUT * n);
    int is_loose = 0;
    for (size_t c = 0; c < layer->columns; c++) {
        int constant = c + 1 == layer->columns;
        double size = walk_layer_output_norm(before, before->approx, c);
        double before_error = from->steepest * before->bound[c] + 4 * FILTER_UNIT * size;
        double error = net->spectral * before_error;
        error += rounding * (net->frobenius * size + (constant ? net->bias_norm : 0));
        error += FILTER_TINY * (n + 1) * (n + 1) * (size + net->frobenius + 4);
        layer->own_bound[c] = error * FILTER_ENLARGE;
        is_loose |= layer->own_bound[c] > loose * net->spectral * size;
    }
    return is_loose;
}

// filter.md, 9: rounding a pair to its sum costs u of its size.
void walk_maps_tighten(walk_maps *maps, size_t l)
{
    walk_layer *layer = maps->layer + l;
    size_t stride = layer->rounded->stride;
    walk_maps_need_dd(maps, l);
    for (size_t i = 0; i < layer->columns * stride; i++)
        layer->tight[i] = layer->dd_high[i] + layer->dd_low[i];
    for (size_t c = 0; c < layer->columns; c++) {
        double norm = filter_norm(layer->tight + c * stride, stride);
        layer->tight_bound[c] =
            (layer->dd_bound[c] + 2 * FILTER_UNIT * norm + FILTER_TINY) * FILTER_ENLARGE;
    }
    layer->approx = layer->tight;
    layer->bound = layer->tight_bound;
    layer->loose = 0;
    layer->approx_source.version = ++maps->versions;
}

void walk_maps_sync_tight(walk_maps *maps, size_t l)
{
    maps->layer[l].exact_current = maps->layer[l].dd_current = 0;
    walk_maps_tighten(maps, l);
}

static void rebuild_approx(walk_layer *layer, const walk_layer *before)
{
    const rounded_layer *net = layer->rounded, *from = before->rounded;
    uint32_t *active = layer->active;
    size_t count = 0, last = layer->columns - 1;
    for (uint32_t i = 0; i < net->inputs; i++) {
        uint32_t piece = before->pattern[i];
        active[count] = i;
        count += from->slope[piece] != 0 || from->offset[piece] != 0;
    }
    for (size_t c = 0; c <= last; c++) {
        const double *z = before->approx + c * from->stride;
        double *term = layer->term + c * count;
        for (size_t k = 0; k < count; k++) {
            uint32_t i = active[k], piece = before->pattern[i];
            term[k] = from->slope[piece] * z[activation_row(from->rank, i, piece)];
        }
    }
    for (size_t k = 0; k < count; k++)
        layer->term[last * count + k] += from->offset[before->pattern[active[k]]];
    kernel_sum(layer->own, net->stride, layer->columns, net->bias, net->weight, active, layer->term,
               count);
    layer->updates = 0;
}

static void update_approx(walk_layer *layer, const walk_layer *before, size_t i)
{
    double *term = layer->change, *old = term + layer->columns;
    output_approx(old, before, i, layer->approx_source.pattern[i]);
    output_approx(term, before, i, before->pattern[i]);
    for (size_t c = 0; c < layer->columns; c++)
        term[c] -= old[c];
    add_output(layer, term, i);
    layer->updates++;
}

static int update_changed(walk_layer *layer, const walk_layer *before)
{
    enum { BLOCK = 16 };
    const uint32_t *old = layer->approx_source.pattern, *new = before->pattern;
    size_t inputs = layer->rounded->inputs;
    int changed = 0;
    for (size_t from = 0; from < inputs; from += BLOCK) {
        size_t to = from + BLOCK < inputs ? from + BLOCK : inputs;
        if (!memcmp(old + from, new + from, (to - from) * sizeof *old))
            continue;
        for (size_t i = from; i < to; i++)
            if (old[i] != new[i])
                update_approx(layer, before, i);
        changed = 1;
    }
    return changed;
}

void walk_maps_sync_doubles(walk_maps *maps, size_t l)
{
    walk_layer *layer = maps->layer + l, *before = layer - 1;
    map_source *source = &layer->approx_source;
    size_t inputs = layer->rounded->inputs;
    int moved = source->version_before != before->approx_source.version;
    int changed =
        moved || maps->always_afresh || layer->updates + inputs > MAP_UPDATES_PER_INPUT * inputs;
    if (moved && maps->arith == CREASE_FILTERED)
        layer->own_loose = bound_error(layer, before);
    if (changed)
        rebuild_approx(layer, before);
    else
        changed = update_changed(layer, before);
    changed |= layer->approx != layer->own;
    layer->approx = layer->own;
    layer->bound = layer->own_bound;
    layer->loose = layer->own_loose;
    if (changed)
        map_source_note(maps, source, &before->approx_source, before);
}

// filter.md, 8: later row less earlier row, each entry rounded once. By itself, so that the
// usual form needs no registers for it.
static __attribute__((noinline)) void difference_approx(double *form, const walk_layer *layer,
                                                        size_t unit, size_t predicate)
{
    static const double root_of_two = 1.4142136;
    const rounded_layer *net = layer->rounded;
    maxout_rows pair = maxout_pair(predicate, net->rank);
    double *bound = form + layer->columns;
    for (size_t c = 0; c < layer->columns; c++) {
        const double *z = layer->approx + c * net->stride + unit * net->rank;
        form[c] = z[pair.later] - z[pair.earlier];
        bound[c] = root_of_two * layer->bound[c] + 2 * FILTER_UNIT * fabs(form[c]);
        bound[c] *= FILTER_ENLARGE;
    }
}

void walk_layer_approx(double *form, const walk_layer *layer, size_t unit, size_t breakpoint)
{
    const rounded_layer *net = layer->rounded;
    if (net->rank > 1) {
        difference_approx(form, layer, unit, breakpoint);
        return;
    }
    double *bound = form + layer->columns;
    for (size_t c = 0; c < layer->columns; c++) {
        form[c] = layer->approx[c * net->stride + unit];
        bound[c] = layer->bound[c];
    }
    double shift = net->breakpoint[breakpoint];
    size_t last = layer->columns - 1;
    form[last] -= shift;
    bound[last] += 2 * FILTER_UNIT * (fabs(shift) + fabs(form[last])) + FILTER_TINY;
}
