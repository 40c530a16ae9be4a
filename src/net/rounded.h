// The same network in doubles, every number rounded to the nearest.
#pragma once

#include "base/arena.h"
#include "net/grain.h"
#include "net/scaled.h"
#include <pthread.h>
#include <stdbool.h>

// Rows whose units have the most breakpoints come first, so that those with a breakpoint number b
// are the first rows_with_breakpoint[b]; otherwise rows keep the order of the network. If all units
// have the same activation this is the order of the network.
typedef struct {
    size_t inputs, units, rows;
    unit_table unit; // of the network, as are its rows; borrowed
    size_t stride;   // rows, padded for exact/kernels.h; the padding is zero
    uint32_t *order; // the row of the network of each
    uint32_t *owner; // and its unit
    // The stored weights, column by column for updates by one input: entry k of column i of the
    // layer is entry k of row i of `support`, in row support.column[k] of the layer.
    sparsity support;
    double *weight; // inputs x stride if all are stored, else the entries of `support`
    double *bias;   // stride
    // For every piece of every unit: the unit's output is slope * row + offset.
    double *slope, *offset;
    uint32_t *source;
    unsigned char *is_nonzero;    // the output is not 0 everywhere on the piece
    size_t breakpoints;           // the most that a unit has
    size_t *rows_with_breakpoint; // breakpoints
    double *breakpoint;           // breakpoints x stride; infinite for rows that have fewer
    double *outermost; // breakpoints: upper bounds of the |breakpoint| number b of all units
    bool in_order;     // the first rows_with_breakpoint[0] rows are those of units 0, 1, ..
    bool has_maxout;   // among the units
    bool is_plain;     // unit i is 0 on its piece 0, and row i on its piece 1, its last
    // Upper bounds, for error bounds: the spectral norms of the weight matrix and of the matrix of
    // the weights' sizes (its Frobenius norm, or less), the norm of the bias, and the largest
    // |slope| and |offset|.
    double spectral, sizes, bias_norm, steepest, farthest;
    layer_grains grains;
    // The rounding errors, in the same shapes; see rounded_net_need_rests.
    double *weight_rest, *bias_rest, *slope_rest, *offset_rest;
    bool has_weight_rest; // it is not zero
} rounded_layer;

static inline bool rounded_is_sparse(const rounded_layer *layer)
{
    return layer->support.start != NULL;
}

// Layer 0 is the parametrization, as in scaled_net.
typedef struct rounded_net {
    const crease_net *net;
    const fmpq *parametrization; // NULL: the identity
    size_t dimension;            // of the domain
    size_t layers;
    rounded_layer *layer;
    double *grain;        // of the forms of each layer: multiples of it, held exactly; 0: not
    pthread_mutex_t lock; // of the rests and the integers: threads share the network
    bool has_rests;
    scaled_net *integers;     // rounded_net_integers
    struct rounded_net *base; // to which all layers but layer 0 belong, or NULL
    net_layer first;          // layer 0, exactly
    arena memory;             // of the layers that are its own
} rounded_net;

// parametrization and dimension as in net_layer_init_affine; it and the network must live as long
// as the result.
void rounded_net_init(rounded_net *rounded, const crease_net *net, const fmpq *parametrization,
                      size_t dimension);
// The same network after another parametrization. Cost: that of layer 0. base must live as long as
// the result; several threads may share it.
void rounded_net_init_on(rounded_net *rounded, rounded_net *base, const fmpq *parametrization,
                         size_t dimension);
// Computes the rounding errors, once. May be called from several threads.
void rounded_net_need_rests(rounded_net *rounded);
// The same network in integers, made at the first call. It lives as long as the doubles. May be
// called from several threads.
const scaled_net *rounded_net_integers(rounded_net *rounded);
void rounded_net_clear(rounded_net *rounded);
