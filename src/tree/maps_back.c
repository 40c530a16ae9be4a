// The error bound of one form, followed back through the layers. docs/filter.md, 18
//
// A bound on the error of a whole map grows by the spectral norm of every layer on the way, for
// some error and some pattern grow so. What becomes of errors on the pattern at hand is a product
// of matrices, and for one form a row of it: the form's errors are this row times the errors of an
// earlier map, whatever these are.
#include "tree/maps.h"

#include "exact/kernels.h"
#include "exact/norm.h"
#include <math.h>
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

// What an error bound is made for: the form of a predicate of that layer, and of the corners of a
// polygon, if they are given, the error that does not matter there.
typedef struct {
    const walk_layer *layer;
    const corners_approx *corners;
    double enough;
} form_target;

// Half of the least size of the form's values at the corners, 0 where they have both signs.
static double enough_at(const double *form, const corners_approx *corners)
{
    double least = INFINITY, greatest = -INFINITY;
    for (size_t i = 0; i < corners->count; i++) {
        const double value = form[0] * corners->x[i] + form[1] * corners->y[i] + form[2];
        least = value < least ? value : least;
        greatest = value > greatest ? value : greatest;
    }
    return 0.5 * (least > 0 ? least : greatest < 0 ? -greatest : 0);
}

// Whether the bounds suffice with what all errors of a map make of them.
static int is_enough(const form_target *target, const walk_layer *at, const double *error,
                     double norm)
{
    int is_fine = 1;
    for (size_t c = 0; c < at->columns; c++)
        is_fine &= error[c] + norm * at->bound[c] <= fine * walk_layer_reach(target->layer, c);
    if (is_fine || !target->corners)
        return is_fine;
    double off = error[2] + norm * at->bound[2];
    for (size_t c = 0; c < 2; c++)
        off += (error[c] + norm * at->bound[c]) * target->corners->reach[c];
    return off <= target->enough;
}

// Adds what the errors of a layer's map make of it, or only of its own sums where errors of the
// layers before are still to be followed. Returns whether that is all: the bounds are enough now,
// or there is nothing before.
static int add_errors(const form_target *target, const walk_layer *at, double *error, double norm,
                      int is_first)
{
    const int ends = is_first || at->approx != at->own || is_enough(target, at, error, norm);
    const double *share = ends ? at->bound : at->own_share;
    for (size_t c = 0; c < at->columns; c++)
        error[c] += norm * share[c];
    for (size_t c = 0; c < at->columns && ends; c++)
        error[c] = error[c] * FILTER_ENLARGE + FILTER_TINY;
    return ends;
}

// How the form depends on each entry of a column of a layer, layer->pull: on none but those of some
// rows. Its norm, and what it is off by.
typedef struct {
    const uint32_t *row;
    size_t rows;
    double norm, slip;
} form_pull;

static form_pull pull_form(const walk_layer *layer, size_t unit, size_t breakpoint, uint32_t row[2])
{
    const rounded_layer *net = layer->rounded;
    const uint32_t *source = net->source + net->unit.piece[unit];
    const size_t rank = unit_rank(&net->unit, unit);
    memset(layer->pull, 0, net->stride * sizeof *layer->pull);
    if (rank > 1) {
        maxout_rows pair = maxout_pair(breakpoint, rank);
        row[0] = source[pair.later];
        row[1] = source[pair.earlier];
        layer->pull[row[0]] = 1;
        layer->pull[row[1]] = -1;
        return (form_pull){row, 2, 1.4142136, 0};
    }
    row[0] = source[0];
    layer->pull[row[0]] = 1;
    return (form_pull){row, 1, 1, 0};
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

// The weights row by row, where all are stored, made when they are first asked for.
static void need_across(walk_maps *maps, walk_layer *layer)
{
    const rounded_layer *net = layer->rounded;
    if (layer->across || rounded_is_sparse(net))
        return;
    const size_t stride = kernel_stride(net->inputs);
    layer->across = arena_new(&maps->memory, net->rows * stride, sizeof *layer->across);
    for (size_t i = 0; i < net->inputs; i++)
        for (size_t j = 0; j < net->rows; j++)
            layer->across[j * stride + i] = net->weight[i * net->stride + j];
}

// On the outputs before a layer.
static void pull_outputs(double *pull, walk_layer *layer, const form_pull *of)
{
    kernel_sum(pull, kernel_stride(layer->rounded->inputs), 1, NULL, layer->across, of->row,
               layer->pull, 0, of->rows, NULL);
}

// Where those are rows of the layer before or 0, that is all.
static void pull_plain(walk_layer *layer, walk_layer *before, form_pull *of)
{
    const size_t stride = before->rounded->stride;
    pull_outputs(before->pull, layer, of);
    of->norm = filter_norm_of_squares(kernel_keep(before->pull, before->pattern, stride), stride);
    of->row = layer->active;
    of->rows = layer->actives;
}

static void pull_any(walk_layer *layer, walk_layer *before, form_pull *of)
{
    const rounded_layer *net = layer->rounded, *from = before->rounded;
    const int is_sparse = rounded_is_sparse(net);
    double *pull = layer->term;
    if (!is_sparse)
        pull_outputs(pull, layer, of);
    memset(before->pull, 0, from->stride * sizeof *before->pull);
    for (size_t k = 0; k < layer->actives; k++) {
        const uint32_t i = layer->active[k];
        const size_t piece = from->unit.piece[i] + before->pattern[i];
        const double at = is_sparse ? pull_entries(net, layer->pull, i) : pull[i];
        layer->changed[k] = from->source[piece];
        before->pull[from->source[piece]] = from->slope[piece] * at;
    }
    of->row = layer->changed;
    of->rows = layer->actives;
    of->norm = filter_norm(before->pull, from->stride);
}

// That on the layer before, on its piece.
static void pull_back(walk_layer *layer, walk_layer *before, form_pull *of)
{
    if (!layer->is_listed)
        walk_layer_list_active(layer, before);
    of->slip = next_slip(layer->rounded, before->rounded, of->norm, of->slip);
    if (before->rounded->is_plain && !rounded_is_sparse(layer->rounded))
        pull_plain(layer, before, of);
    else
        pull_any(layer, before, of);
}

void walk_maps_steady_form(walk_maps *maps, double *form, size_t l, size_t unit, size_t breakpoint,
                           const corners_approx *corners)
{
    walk_layer *layer = maps->layer + l, *at = layer;
    walk_layer_approx(form, layer, unit, breakpoint);
    if (layer->grade == MAP_FIRM)
        return;
    uint32_t row[2];
    form_pull pull = pull_form(layer, unit, breakpoint, row);
    const form_target target = {layer, corners, corners ? enough_at(form, corners) : 0};
    double *error = maps->error;
    for (size_t c = 0; c < maps->columns; c++)
        error[c] = 0;
    while (!add_errors(&target, at, error, pull.norm + pull.slip, at == maps->layer)) {
        need_across(maps, at);
        pull_back(at, at - 1, &pull);
        at--;
    }
    const double *rough = walk_layer_errors(layer, unit);
    for (size_t c = 0; c < maps->columns; c++)
        error[c] = error[c] < rough[c] ? error[c] : rough[c];
    walk_layer_form(form, layer, unit, breakpoint, error);
}
