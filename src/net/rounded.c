// The same network in doubles.
#include "net/rounded.h"

#include "base/memory.h"
#include "exact/filter.h"
#include "exact/kernels.h"
#include "exact/norm.h"
#include "exact/rational.h"
#include <math.h>
#include <stdlib.h>

static void rounded_layer_alloc(rounded_layer *to, size_t inputs, size_t units, size_t rank,
                                size_t pieces)
{
    to->inputs = inputs;
    to->units = units;
    to->rows = units * rank;
    to->rank = rank;
    to->pieces = pieces;
    to->stride = kernel_stride(to->rows);
    to->weight = memory_new(inputs * to->stride, sizeof(double));
    to->bias = memory_new(to->stride, sizeof(double));
    to->breakpoint = memory_new(pieces, sizeof(double));
    to->slope = memory_new(pieces, sizeof(double));
    to->offset = memory_new(pieces, sizeof(double));
}

static void convert(double *to, const fmpq *from, size_t count, double (*how)(const fmpq_t))
{
    for (size_t i = 0; i < count; i++)
        to[i] = how(from + i);
}

// Rows to columns.
static void convert_weights(double *to, size_t stride, const net_layer *from,
                            double (*how)(const fmpq_t))
{
    for (size_t j = 0; j < from->rows; j++)
        for (size_t i = 0; i < from->inputs; i++)
            to[i * stride + j] = how(from->weight + j * from->inputs + i);
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
        filter_spectral_norm(layer->weight, layer->rows, layer->inputs, layer->stride);
    layer->frobenius = filter_norm(layer->weight, layer->inputs * layer->stride);
    layer->bias_norm = filter_norm(layer->bias, layer->stride);
    layer->steepest = largest(layer->slope, layer->pieces) * FILTER_ENLARGE;
    layer->farthest = largest(layer->offset, layer->pieces) * FILTER_ENLARGE;
}

static void round_layer(rounded_layer *to, const net_layer *from)
{
    rounded_layer_alloc(to, from->inputs, from->units, from->act.rank, from->act.pieces);
    to->predicates = activation_predicates(&from->act);
    convert_weights(to->weight, to->stride, from, rational_double);
    convert(to->bias, from->bias, from->rows, rational_double);
    convert(to->breakpoint, from->act.breakpoint, activation_breakpoints(&from->act),
            rational_double);
    convert(to->slope, from->act.slope, from->act.pieces, rational_double);
    convert(to->offset, from->act.offset, from->act.pieces, rational_double);
    bound_norms(to);
}

static void make_rests(rounded_layer *to, const net_layer *from)
{
    to->weight_rest = memory_new(to->inputs * to->stride, sizeof(double));
    to->bias_rest = memory_new(to->stride, sizeof(double));
    to->slope_rest = memory_new(to->pieces, sizeof(double));
    to->offset_rest = memory_new(to->pieces, sizeof(double));
    convert_weights(to->weight_rest, to->stride, from, rational_rest);
    to->has_weight_rest = largest(to->weight_rest, to->inputs * to->stride) > 0;
    convert(to->bias_rest, from->bias, from->rows, rational_rest);
    convert(to->slope_rest, from->act.slope, from->act.pieces, rational_rest);
    convert(to->offset_rest, from->act.offset, from->act.pieces, rational_rest);
}

typedef void (*layer_maker)(rounded_layer *, const net_layer *);

static void make_parametrization(rounded_net *rounded, layer_maker make)
{
    net_layer parametrization;
    net_layer_init_affine(&parametrization, rounded->parametrization, rounded->dimension,
                          rounded->net->inputs);
    make(rounded->layer, &parametrization);
    net_layer_clear(&parametrization);
}

static void make_layers(rounded_net *rounded, layer_maker make)
{
    for (size_t l = 1; l < rounded->layers; l++)
        make(rounded->layer + l, rounded->net->layer + l - 1);
}

static void begin(rounded_net *rounded, const crease_net *net, const fmpq *parametrization,
                  size_t dimension)
{
    *rounded = (rounded_net){.net = net,
                             .parametrization = parametrization,
                             .dimension = dimension,
                             .layers = net->layers + 1};
    pthread_mutex_init(&rounded->lock, NULL);
    rounded->layer = memory_new(rounded->layers, sizeof *rounded->layer);
    make_parametrization(rounded, round_layer);
}

void rounded_net_init(rounded_net *rounded, const crease_net *net, const fmpq *parametrization,
                      size_t dimension)
{
    begin(rounded, net, parametrization, dimension);
    make_layers(rounded, round_layer);
}

static void borrow_layers(rounded_net *rounded)
{
    for (size_t l = 1; l < rounded->layers; l++)
        rounded->layer[l] = rounded->base->layer[l];
}

void rounded_net_init_on(rounded_net *rounded, rounded_net *base, const fmpq *parametrization,
                         size_t dimension)
{
    begin(rounded, base->net, parametrization, dimension);
    rounded->base = base;
    // Another thread may be making the rests.
    pthread_mutex_lock(&base->lock);
    borrow_layers(rounded);
    pthread_mutex_unlock(&base->lock);
}

void rounded_net_need_rests(rounded_net *rounded)
{
    if (rounded->base)
        rounded_net_need_rests(rounded->base);
    pthread_mutex_lock(&rounded->lock);
    if (!rounded->has_rests) {
        make_parametrization(rounded, make_rests);
        if (rounded->base)
            borrow_layers(rounded);
        else
            make_layers(rounded, make_rests);
    }
    rounded->has_rests = 1;
    pthread_mutex_unlock(&rounded->lock);
}

void rounded_net_clear(rounded_net *rounded)
{
    for (size_t l = 0; l < (rounded->base ? 1 : rounded->layers); l++) {
        rounded_layer *layer = rounded->layer + l;
        free(layer->weight);
        free(layer->bias);
        free(layer->breakpoint);
        free(layer->slope);
        free(layer->offset);
        free(layer->weight_rest);
        free(layer->bias_rest);
        free(layer->slope_rest);
        free(layer->offset_rest);
    }
    free(rounded->layer);
    pthread_mutex_destroy(&rounded->lock);
}
