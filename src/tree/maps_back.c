// The error bound of one form, followed back through the layers. docs/filter.md, 18
//
// A bound on the error of a whole map grows by the spectral norm of every layer on the way, for
// some error and some pattern grow so. What becomes of errors on the pattern at hand is a product
// of matrices, and for one form a row of it: the form's errors are this row times the errors of an
// earlier map, whatever these are.
#include "tree/maps.h"

#include "exact/kernels.h"
#include "exact/norm.h"
#include <string.h>

// filter.md, 18: by how much the dependence on the layer before is off, if that on this one is by
// `slip` and has at most that norm.
static double next_slip(const rounded_layer *net, const rounded_layer *from, double norm,
                        double slip)
{
    const double rounding = FILTER_UNIT * ((double)net->stride + 8) * net->sizes * norm;
    slip = from->steepest * (net->spectral * slip + rounding) + FILTER_TINY * (1 + from->steepest);
    return slip * FILTER_ENLARGE;
}

// What is asked of an error bound, beside the reach of the layer whose it is.
static const double fine = 0x1p-27;

// Adds what the errors of a layer's map make of it, or only of its own sums where errors of the
// layers before are still to be followed. Returns whether that is all: the bounds are fine now, or
// there is nothing before.
static int add_errors(const walk_maps *maps, const walk_layer *at, double *error, double norm,
                      const walk_layer *of)
{
    int ends = 1;
    for (size_t c = 0; c < maps->columns; c++)
        ends &= error[c] + norm * at->bound[c] <= fine * walk_layer_reach(of, c);
    ends |= at == maps->layer || at->approx != at->own;
    const double *share = ends ? at->bound : at->own_share;
    for (size_t c = 0; c < maps->columns; c++)
        error[c] += norm * share[c];
    for (size_t c = 0; c < maps->columns && ends; c++)
        error[c] = error[c] * FILTER_ENLARGE + FILTER_TINY;
    return ends;
}

// The form's dependence on each entry of a column of layer l, to begin with.
static double pull_form(const walk_layer *layer, size_t unit, size_t breakpoint)
{
    const rounded_layer *net = layer->rounded;
    const uint32_t *source = net->source + net->unit.piece[unit];
    const size_t rank = unit_rank(&net->unit, unit);
    memset(layer->pull, 0, net->stride * sizeof *layer->pull);
    if (rank > 1) {
        maxout_rows pair = maxout_pair(breakpoint, rank);
        layer->pull[source[pair.later]] = 1;
        layer->pull[source[pair.earlier]] = -1;
        return 1.4142136;
    }
    layer->pull[source[0]] = 1;
    return 1;
}

static double pull_entries(const rounded_layer *net, const double *pull, size_t input)
{
    sparsity_row at = sparsity_row_of(&net->at, input);
    const double *weight = net->weight + at.first;
    double sum = 0;
    for (size_t k = 0; k < at.count; k++)
        sum += weight[k] * pull[at.column[k]];
    return sum;
}

// That of the layer before, on its piece; returns its norm, and raises *slip to what it is off by.
static double pull_back(walk_layer *layer, walk_layer *before, double norm, double *slip)
{
    const rounded_layer *net = layer->rounded, *from = before->rounded;
    if (!layer->is_listed)
        walk_layer_list_active(layer, before);
    const uint32_t *active = layer->active;
    double *pull = from->is_plain ? before->pull : layer->term;
    memset(before->pull, 0, from->stride * sizeof *before->pull);
    if (!rounded_is_sparse(net))
        kernel_pull(pull, net->weight, net->stride, active, layer->actives, layer->pull);
    for (size_t k = 0; k < layer->actives && rounded_is_sparse(net); k++)
        pull[active[k]] = pull_entries(net, layer->pull, active[k]);
    for (size_t k = 0; k < layer->actives && !from->is_plain; k++) {
        const size_t piece = from->unit.piece[active[k]] + before->pattern[active[k]];
        before->pull[from->source[piece]] = from->slope[piece] * pull[active[k]];
    }
    *slip = next_slip(net, from, norm, *slip);
    return filter_norm(before->pull, from->stride);
}

void walk_maps_steady_form(walk_maps *maps, double *form, size_t l, size_t unit, size_t breakpoint)
{
    walk_layer *layer = maps->layer + l, *at = layer;
    if (layer->grade == MAP_FIRM) {
        walk_layer_approx(form, layer, unit, breakpoint);
        return;
    }
    double norm = pull_form(layer, unit, breakpoint), slip = 0, *error = maps->error;
    for (size_t c = 0; c < maps->columns; c++)
        error[c] = 0;
    while (!add_errors(maps, at, error, norm + slip, layer)) {
        norm = pull_back(at, at - 1, norm, &slip);
        at--;
    }
    const double *rough = walk_layer_errors(layer, unit);
    for (size_t c = 0; c < maps->columns; c++)
        error[c] = error[c] < rough[c] ? error[c] : rough[c];
    walk_layer_form(form, layer, unit, breakpoint, error);
}
