// The same network in doubles, every number rounded to the nearest.
#ifndef NET_ROUNDED_H
#define NET_ROUNDED_H

#include "net/net.h"
#include <pthread.h>

typedef struct {
    size_t inputs, units, rows, fan, pieces; // rows = units * fan, see net/activation.h
    size_t questions;                        // of each unit: pieces - 1, or the pairs of its rows
    size_t stride;  // rows, padded for exact/kernels.h; the padding is zero
    double *weight; // inputs x stride: column by column, for updates by one input
    double *bias;   // stride
    // Shared by all units: pieces - 1 (none for maxout), pieces, pieces.
    double *breakpoint, *slope, *offset;
    // Upper bounds, for error bounds: norms of the weight matrix (spectral, Frobenius)
    // and of the bias, and the largest |slope| and |offset|.
    double spectral, frobenius, bias_norm, steepest, farthest;
    // What rounding left out, in the same shapes; see rounded_net_need_rests.
    double *weight_rest, *bias_rest, *slope_rest, *offset_rest;
} rounded_layer;

// Layer 0 is the chart, as in scaled_net.
typedef struct {
    const crease_net *net;
    const fmpq *chart; // NULL: the identity
    size_t dimension;  // of the chart
    size_t layers;
    rounded_layer *layer;
    pthread_mutex_t lock; // of the rests: threads share the network
    int has_rests;
} rounded_net;

// chart and dimension as in chart.h; network and chart must live as long as the result.
void rounded_net_init(rounded_net *rounded, const crease_net *net, const fmpq *chart,
                      size_t dimension);
// Computes the rests, once. May be called from several threads.
void rounded_net_need_rests(rounded_net *rounded);
void rounded_net_clear(rounded_net *rounded);

// The same network behind another chart, all but the chart borrowed from `from`, whose rests
// must have been computed; those of the chart are. To be freed with rounded_net_return.
void rounded_net_borrow(rounded_net *rounded, const rounded_net *from, const fmpq *chart,
                        size_t dimension);
void rounded_net_return(rounded_net *rounded);

#endif
