// The same network in doubles.
#include "net/rounded.h"

#include "base/memory.h"
#include "exact/filter.h"
#include "exact/kernels.h"
#include "exact/norm.h"
#include "exact/rational.h"
#include <math.h>
#include <stdlib.h>

static double *convert(double *to, const fmpq *from, size_t count, double (*how)(const fmpq_t))
{
    for (size_t i = 0; i < count; i++)
        to[i] = how(from + i);
    return to;
}

// How many doubles the weights are, padded.
static size_t weights_of(const rounded_layer *layer)
{
    return rounded_is_sparse(layer) ? kernel_stride(sparsity_entries(&layer->at))
                                    : layer->inputs * layer->stride;
}

// Row by row there, column by column here.
static void convert_weights(double *weight, const rounded_layer *to, const net_layer *from,
                            double (*how)(const fmpq_t))
{
    if (rounded_is_sparse(to)) {
        size_t *entry;
        sparsity at = sparsity_transpose(&from->at, &entry);
        for (size_t k = 0; k < sparsity_entries(&at); k++)
            weight[k] = how(from->weight + entry[k]);
        sparsity_clear(&at);
        free(entry);
        return;
    }
    for (size_t j = 0; j < to->rows; j++)
        for (size_t i = 0; i < to->inputs; i++)
            weight[i * to->stride + j] = how(from->weight + j * to->inputs + i);
}

// Weights, biases, slopes and offsets, one after the other.
static double *convert_layer(const rounded_layer *to, const net_layer *from,
                             double (*how)(const fmpq_t))
{
    size_t weights = weights_of(to);
    double *all = memory_new(weights + to->stride + 2 * to->pieces, sizeof *all);
    convert_weights(all, to, from, how);
    convert(all + weights, from->bias, to->rows, how);
    convert(all + weights + to->stride, from->act->slope, to->pieces, how);
    convert(all + weights + to->stride + to->pieces, from->act->offset, to->pieces, how);
    return all;
}

static double largest(const double *entries, size_t count)
{
    double most = 0;
    for (size_t i = 0; i < count; i++)
        most = fabs(entries[i]) > most ? fabs(entries[i]) : most;
    return most;
}

static void bound_norms(rounded_layer *layer)
{
    layer->spectral =
        rounded_is_sparse(layer)
            ? filter_spectral_norm_sparse(layer->weight, &layer->at)
            : filter_spectral_norm(layer->weight, layer->rows, layer->inputs, layer->stride);
    layer->frobenius = filter_norm(layer->weight, weights_of(layer));
    layer->bias_norm = filter_norm(layer->bias, layer->stride);
    layer->steepest = largest(layer->slope, layer->pieces) * FILTER_ENLARGE;
    layer->farthest = largest(layer->offset, layer->pieces) * FILTER_ENLARGE;
}

static void round_layer(rounded_layer *to, const net_layer *from)
{
    *to = (rounded_layer){.inputs = from->inputs,
                          .units = from->units,
                          .rows = from->rows,
                          .rank = from->act->rank,
                          .pieces = from->act->pieces,
                          .predicates = activation_predicates(from->act),
                          .stride = kernel_stride(from->rows)};
    size_t *entry;
    to->at = sparsity_transpose(&from->at, &entry);
    free(entry);
    to->weight = convert_layer(to, from, rational_double);
    to->bias = to->weight + weights_of(to);
    to->slope = to->bias + to->stride;
    to->offset = to->slope + to->pieces;
    to->breakpoint = convert(memory_new(to->pieces, sizeof(double)), from->act->breakpoint,
                             activation_breakpoints(from->act), rational_double);
    bound_norms(to);
}

static void make_rests(rounded_layer *to, const net_layer *from)
{
    to->weight_rest = convert_layer(to, from, rational_rest);
    to->bias_rest = to->weight_rest + weights_of(to);
    to->slope_rest = to->bias_rest + to->stride;
    to->offset_rest = to->slope_rest + to->pieces;
    to->has_weight_rest = largest(to->weight_rest, weights_of(to)) > 0;
}

typedef void (*layer_maker)(rounded_layer *, const net_layer *);

// Layer 0, and all others unless they belong to the base.
static void make_layers(rounded_net *rounded, layer_maker make)
{
    rounded_net *base = rounded->base;
    net_layer first;
    net_layer_init_affine(&first, rounded->parametrization, rounded->dimension,
                          rounded->net->inputs);
    make(rounded->layer, &first);
    net_layer_clear(&first);
    if (base)
        pthread_mutex_lock(&base->lock); // another thread may be making its rests
    for (size_t l = 1; l < rounded->layers; l++)
        if (base)
            rounded->layer[l] = base->layer[l];
        else
            make(rounded->layer + l, rounded->net->layer + l - 1);
    if (base)
        pthread_mutex_unlock(&base->lock);
}

static void begin(rounded_net *rounded, const crease_net *net, rounded_net *base,
                  const fmpq *parametrization, size_t dimension)
{
    *rounded = (rounded_net){.net = net,
                             .base = base,
                             .parametrization = parametrization,
                             .dimension = dimension,
                             .layers = net->layers + 1};
    pthread_mutex_init(&rounded->lock, NULL);
    rounded->layer = memory_new(rounded->layers, sizeof *rounded->layer);
    make_layers(rounded, round_layer);
}

void rounded_net_init(rounded_net *rounded, const crease_net *net, const fmpq *parametrization,
                      size_t dimension)
{
    begin(rounded, net, NULL, parametrization, dimension);
}

void rounded_net_init_on(rounded_net *rounded, rounded_net *base, const fmpq *parametrization,
                         size_t dimension)
{
    begin(rounded, base->net, base, parametrization, dimension);
}

void rounded_net_need_rests(rounded_net *rounded)
{
    if (rounded->base)
        rounded_net_need_rests(rounded->base);
    pthread_mutex_lock(&rounded->lock);
    if (!rounded->has_rests)
        make_layers(rounded, make_rests);
    rounded->has_rests = 1;
    pthread_mutex_unlock(&rounded->lock);
}

void rounded_net_clear(rounded_net *rounded)
{
    for (size_t l = 0; l < (rounded->base ? 1 : rounded->layers); l++) {
        rounded_layer *layer = rounded->layer + l;
        sparsity_clear(&layer->at);
        free(layer->weight);
        free(layer->breakpoint);
        free(layer->weight_rest);
    }
    free(rounded->layer);
    pthread_mutex_destroy(&rounded->lock);
}
