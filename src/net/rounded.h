// The same network in doubles, every number rounded to the nearest.
#ifndef NET_ROUNDED_H
#define NET_ROUNDED_H

#include "net/net.h"
#include <pthread.h>

typedef struct {
    size_t inputs, units, rows, rank, pieces; // rows = units * rank, see net/activation.h
    size_t predicates;                        // of each unit: pieces - 1, or the pairs of its rows
    size_t stride; // rows, padded for exact/kernels.h; the padding is zero
    // Which weights are stored, column by column for updates by one input: entry k of column i of
    // the layer is entry k of row i of `at`, in row at.column[k] of the layer.
    sparsity at;
    double *weight; // inputs x stride if all are stored, else the entries of `at`
    double *bias;   // stride
    // Shared by all units: pieces - 1 (none for maxout), pieces, pieces.
    double *breakpoint, *slope, *offset;
    // Upper bounds, for error bounds: norms of the weight matrix (spectral, Frobenius)
    // and of the bias, and the largest |slope| and |offset|.
    double spectral, frobenius, bias_norm, steepest, farthest;
    // What rounding left out, in the same shapes; see rounded_net_need_rests.
    double *weight_rest, *bias_rest, *slope_rest, *offset_rest;
    int has_weight_rest; // it is not zero
} rounded_layer;

static inline int rounded_is_sparse(const rounded_layer *layer)
{
    return layer->at.start != NULL;
}

// Layer 0 is the parametrization, as in scaled_net.
typedef struct rounded_net {
    const crease_net *net;
    const fmpq *parametrization; // NULL: the identity
    size_t dimension;            // of the domain
    size_t layers;
    rounded_layer *layer;
    pthread_mutex_t lock; // of the rests: threads share the network
    int has_rests;
    struct rounded_net *base; // to which all layers but layer 0 belong, or NULL
} rounded_net;

// parametrization and dimension as in net_layer_init_affine; it and the network must live as long
// as the result.
void rounded_net_init(rounded_net *rounded, const crease_net *net, const fmpq *parametrization,
                      size_t dimension);
// The same network after another parametrization. Cost: that of layer 0. base must live as long as
// the result; several threads may share it.
void rounded_net_init_on(rounded_net *rounded, rounded_net *base, const fmpq *parametrization,
                         size_t dimension);
// Computes the rests, once. May be called from several threads.
void rounded_net_need_rests(rounded_net *rounded);
void rounded_net_clear(rounded_net *rounded);

#endif
