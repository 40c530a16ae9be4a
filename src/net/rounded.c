// The same network in doubles.
#include "net/rounded.h"

#include "base/fatal.h"
#include "base/limits.h"
#include "base/memory.h"
#include "exact/filter.h"
#include "exact/kernels.h"
#include "exact/norm.h"
#include "exact/rational.h"
#include <math.h>
#include <stdlib.h>

// Rounding a rational takes about as long as this many operations on doubles.
enum { CONVERSION = 128 };

static void convert(double *rounded, const fmpq *from, size_t count, double (*how)(const fmpq_t))
{
    for (size_t i = 0; i < count; i++)
        rounded[i] = how(from + i);
}

static size_t pieces_of(const rounded_layer *layer)
{
    ASSERT(layer->stride >= layer->rows);
    return layer->unit.piece[layer->units];
}

// The number of doubles of the weights, padded.
static size_t weights_of(const rounded_layer *layer)
{
    ASSERT(layer->stride >= layer->rows);
    return rounded_is_sparse(layer) ? kernel_stride(sparsity_entries(&layer->support))
                                    : layer->inputs * layer->stride;
}

// From row by row to column by column.
static void convert_weights(double *weight, const rounded_layer *layer, const net_layer *from,
                            double (*how)(const fmpq_t))
{
    ASSERT(layer->stride >= layer->rows);
    ASSERT(from->rows >= from->units);
    if (rounded_is_sparse(layer)) {
        size_t *entry;
        sparsity support = sparsity_transpose(&from->support, layer->order, &entry);
        for (size_t k = 0; k < sparsity_entries(&support) && !run_poll(CONVERSION); k++)
            weight[k] = how(from->weight + entry[k]);
        sparsity_clear(&support);
        free(entry);
        return;
    }
    for (size_t j = 0; j < layer->rows && !run_poll(CONVERSION * layer->inputs); j++)
        for (size_t i = 0; i < layer->inputs; i++)
            weight[i * layer->stride + j] = how(from->weight + layer->order[j] * layer->inputs + i);
}

// Weights, biases, slopes and offsets, one after the other.
static double *convert_layer(arena *memory, const rounded_layer *layer, const net_layer *from,
                             double (*how)(const fmpq_t))
{
    ASSERT(layer->stride >= layer->rows);
    ASSERT(from->rows >= from->units);
    size_t weights = weights_of(layer), pieces = pieces_of(layer);
    double *all = arena_new(memory, weights + layer->stride + 2 * pieces, sizeof *all);
    double *bias = all + weights, *slope = bias + layer->stride, *offset = slope + pieces;
    convert_weights(all, layer, from, how);
    for (size_t j = 0; j < layer->rows; j++)
        bias[j] = how(from->bias + layer->order[j]);
    for (size_t u = 0; u < layer->units; u++) {
        const activation *act = net_layer_act(from, u);
        convert(slope + layer->unit.piece[u], act->slope, act->pieces, how);
        convert(offset + layer->unit.piece[u], act->offset, act->pieces, how);
    }
    return all;
}

// If few layers follow, an error bound that is a few bits larger decides as many signs as the least
// one, whose norms may take longer than the count. After the last hidden layer no bound is needed.
static bool rough_norm_will_do(const crease_net *net, size_t l)
{
    ASSERT(net->inputs > 0);
    enum { FEW_LAYERS = 6, FOLLOW = 1 };
    const size_t hidden = crease_net_hidden(net);
    return l > hidden || (hidden <= FEW_LAYERS && l + FOLLOW >= hidden);
}

// A slope that underflows is off by more than u of itself, but not than u^2 of this: filter.md, 8.
static const double LEAST_STEEPEST = 0x1p-960;

static void bound_norms(rounded_layer *layer, int roughly)
{
    ASSERT(layer->stride >= layer->rows);
    enum { FEW_INPUTS = 8 };
    if (rounded_is_sparse(layer)) {
        layer->spectral = layer->sizes = filter_sparse_norm(layer->weight, &layer->support);
    } else {
        layer->sizes = filter_norm(layer->weight, weights_of(layer));
        layer->spectral =
            roughly && layer->inputs > FEW_INPUTS
                ? layer->sizes
                : filter_spectral_norm(layer->weight, layer->rows, layer->inputs, layer->stride);
    }
    layer->bias_norm = filter_norm(layer->bias, layer->stride);
    layer->steepest =
        fmax(largest_entry(layer->slope, pieces_of(layer)) * FILTER_ENLARGE, LEAST_STEEPEST);
    layer->farthest = largest_entry(layer->offset, pieces_of(layer)) * FILTER_ENLARGE;
}

// ---- the order of the rows ----

typedef struct {
    size_t breakpoints; // of its unit
    uint32_t row, unit;
} ranked_row;

static int compare_rows(const void *a, const void *b)
{
    const ranked_row *left = a, *right = b;
    if (left->breakpoints != right->breakpoints)
        return left->breakpoints < right->breakpoints ? 1 : -1;
    return (left->row > right->row) - (left->row < right->row);
}

static ranked_row *rank_rows(const net_layer *from)
{
    ASSERT(from->rows >= from->units);
    ranked_row *ranked = memory_new(from->rows, sizeof *ranked);
    for (size_t u = 0; u < from->units; u++)
        for (size_t r = from->unit.row[u]; r < from->unit.row[u + 1]; r++)
            ranked[r] = (ranked_row){activation_breakpoints(net_layer_act(from, u)), (uint32_t)r,
                                     (uint32_t)u};
    if (from->kinds > 1)
        qsort(ranked, from->rows, sizeof *ranked, compare_rows);
    return ranked;
}

// Orders rows by their number of breakpoints, largest first, so that those with a b-th one are the
// first rows_with_breakpoint[b].
static void order_rows(arena *memory, rounded_layer *layer, const net_layer *from)
{
    ASSERT(layer->stride >= layer->rows);
    ASSERT(from->rows >= from->units);
    ranked_row *ranked = rank_rows(from);
    layer->order = arena_new(memory, layer->rows, sizeof *layer->order);
    layer->owner = arena_new(memory, layer->rows, sizeof *layer->owner);
    layer->breakpoints = layer->rows ? ranked->breakpoints : 0;
    layer->rows_with_breakpoint =
        arena_new(memory, layer->breakpoints, sizeof *layer->rows_with_breakpoint);
    layer->in_order = true;
    for (size_t j = 0; j < layer->rows; j++) {
        layer->order[j] = ranked[j].row;
        layer->owner[j] = ranked[j].unit;
        layer->in_order &= !ranked[j].breakpoints || ranked[j].unit == j;
        for (size_t b = 0; b < ranked[j].breakpoints; b++)
            layer->rows_with_breakpoint[b]++;
    }
    free(ranked);
}

// ---- layers ----

static void set_sources(arena *memory, rounded_layer *layer)
{
    ASSERT(layer->stride >= layer->rows);
    uint32_t *place = memory_new(layer->rows, sizeof *place); // of each row of the network
    layer->source = arena_new(memory, pieces_of(layer), sizeof *layer->source);
    for (size_t j = 0; j < layer->rows; j++)
        place[layer->order[j]] = (uint32_t)j;
    for (size_t u = 0; u < layer->units; u++) {
        layer->has_maxout |= unit_rows(&layer->unit, u) > 1;
        for (size_t p = 0; p < unit_pieces(&layer->unit, u); p++)
            layer->source[layer->unit.piece[u] + p] = place[unit_row(&layer->unit, u, p)];
    }
    free(place);
}

static void round_breakpoints(arena *memory, rounded_layer *layer, const net_layer *from)
{
    ASSERT(layer->stride >= layer->rows);
    ASSERT(from->rows >= from->units);
    layer->breakpoint =
        arena_new(memory, layer->breakpoints * layer->stride, sizeof *layer->breakpoint);
    layer->outermost = arena_new(memory, layer->breakpoints, sizeof *layer->outermost);
    for (size_t b = 0; b < layer->breakpoints; b++) {
        double *row = layer->breakpoint + b * layer->stride;
        for (size_t j = layer->rows_with_breakpoint[b]; j < layer->stride; j++)
            row[j] = INFINITY;
        for (size_t j = 0; j < layer->rows_with_breakpoint[b]; j++)
            row[j] = rational_double(net_layer_act(from, layer->owner[j])->breakpoint + b);
        layer->outermost[b] = largest_entry(row, layer->rows_with_breakpoint[b]);
    }
}

// All units are ReLUs in the order of the rows.
static bool has_plain_units(const rounded_layer *layer)
{
    ASSERT(layer->stride >= layer->rows);
    for (size_t u = 0; u < layer->units; u++) {
        const size_t first = layer->unit.piece[u];
        if (unit_pieces(&layer->unit, u) != 2 || layer->slope[first] != 0 ||
            layer->offset[first] != 0 || layer->slope[first + 1] != 1 ||
            layer->offset[first + 1] != 0 || layer->source[first + 1] != u)
            return false;
    }
    return true;
}

// The layer in doubles, with what kernels read. roughly: norms are bounds of less work.
static void round_layer(arena *memory, rounded_layer *layer, const net_layer *from, int roughly)
{
    ASSERT(layer->stride >= layer->rows);
    ASSERT(from->rows >= from->units);
    *layer = (rounded_layer){.inputs = from->inputs,
                             .units = from->units,
                             .rows = from->rows,
                             .stride = kernel_stride(from->rows)};
    size_t *entry;
    layer->unit = from->unit;
    order_rows(memory, layer, from);
    set_sources(memory, layer);
    layer->support = sparsity_transpose(&from->support, layer->order, &entry);
    free(entry);
    layer->weight = convert_layer(memory, layer, from, rational_double);
    layer->bias = layer->weight + weights_of(layer);
    layer->slope = layer->bias + layer->stride;
    layer->offset = layer->slope + pieces_of(layer);
    layer->is_nonzero = arena_new(memory, pieces_of(layer), sizeof *layer->is_nonzero);
    for (size_t i = 0; i < pieces_of(layer); i++)
        layer->is_nonzero[i] = layer->slope[i] != 0 || layer->offset[i] != 0;
    layer->is_plain = has_plain_units(layer);
    round_breakpoints(memory, layer, from);
    bound_norms(layer, roughly);
    layer->grains = layer_grains_of(from);
}

static void make_rests(arena *memory, rounded_layer *layer, const net_layer *from, int roughly)
{
    ASSERT(layer->stride >= layer->rows);
    ASSERT(from->rows >= from->units);
    (void)roughly;
    layer->weight_rest = convert_layer(memory, layer, from, rational_rest);
    layer->bias_rest = layer->weight_rest + weights_of(layer);
    layer->slope_rest = layer->bias_rest + layer->stride;
    layer->offset_rest = layer->slope_rest + pieces_of(layer);
    layer->has_weight_rest = largest_entry(layer->weight_rest, weights_of(layer)) > 0;
}

typedef void (*layer_maker)(arena *memory, rounded_layer *, const net_layer *, int roughly);

// Layer 0, and all others unless they belong to the base.
static void make_rounded_layers(rounded_net *rounded, layer_maker make)
{
    ASSERT(rounded->layers > 0);
    rounded_net *base = rounded->base;
    make(&rounded->memory, rounded->layer, &rounded->first, 0);
    if (base)
        pthread_mutex_lock(&base->lock); // another thread may be making its rests
    for (size_t l = 1; l < rounded->layers; l++)
        if (base)
            rounded->layer[l] = base->layer[l];
        else
            make(&rounded->memory, rounded->layer + l, rounded->net->layer + l - 1,
                 rough_norm_will_do(rounded->net, l));
    if (base)
        pthread_mutex_unlock(&base->lock);
}

static void find_grains(rounded_net *rounded)
{
    ASSERT(rounded->layers > 0);
    number_grain outputs = {1, 1}; // of the domain: its coordinates as forms
    for (size_t l = 0; l < rounded->layers; l++)
        rounded->grain[l] = layer_grains_follow(&outputs, &rounded->layer[l].grains);
}

static void rounded_begin(rounded_net *rounded, const crease_net *net, rounded_net *base,
                          const fmpq *parametrization, size_t dimension)
{
    ASSERT(dimension > 0);
    *rounded = (rounded_net){.net = net,
                             .base = base,
                             .parametrization = parametrization,
                             .dimension = dimension,
                             .layers = net->layers + 1};
    pthread_mutex_init(&rounded->lock, NULL);
    arena_init(&rounded->memory);
    net_layer_init_affine(&rounded->first, parametrization, dimension, net->inputs);
    rounded->layer = arena_new(&rounded->memory, rounded->layers, sizeof *rounded->layer);
    rounded->grain = arena_new(&rounded->memory, rounded->layers, sizeof *rounded->grain);
    make_rounded_layers(rounded, round_layer);
    find_grains(rounded);
}

void rounded_net_init(rounded_net *rounded, const crease_net *net, const fmpq *parametrization,
                      size_t dimension)
{
    ASSERT(dimension > 0);
    rounded_begin(rounded, net, NULL, parametrization, dimension);
}

void rounded_net_init_on(rounded_net *rounded, rounded_net *base, const fmpq *parametrization,
                         size_t dimension)
{
    ASSERT(dimension > 0);
    rounded_begin(rounded, base->net, base, parametrization, dimension);
}

void rounded_net_need_rests(rounded_net *rounded)
{
    ASSERT(rounded->layers > 0);
    if (rounded->base)
        rounded_net_need_rests(rounded->base);
    pthread_mutex_lock(&rounded->lock);
    if (!rounded->has_rests)
        make_rounded_layers(rounded, make_rests);
    rounded->has_rests = true;
    pthread_mutex_unlock(&rounded->lock);
}

const scaled_net *rounded_net_integers(rounded_net *rounded)
{
    ASSERT(rounded->layers > 0);
    pthread_mutex_lock(&rounded->lock);
    if (!rounded->integers) {
        rounded->integers = memory_new(1, sizeof *rounded->integers);
        scaled_net_init(rounded->integers, rounded->net, rounded->parametrization,
                        rounded->dimension);
    }
    pthread_mutex_unlock(&rounded->lock);
    return rounded->integers;
}

void rounded_net_clear(rounded_net *rounded)
{
    if (rounded->integers)
        scaled_net_clear(rounded->integers);
    free(rounded->integers);
    for (size_t l = 0; l < (rounded->base ? 1 : rounded->layers); l++)
        sparsity_clear(&rounded->layer[l].support);
    net_layer_clear(&rounded->first);
    arena_clear(&rounded->memory);
    pthread_mutex_destroy(&rounded->lock);
}
