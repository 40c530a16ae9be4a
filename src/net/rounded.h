// The same network in doubles, every number rounded to the nearest.
#ifndef NET_ROUNDED_H
#define NET_ROUNDED_H

#include "net/net.h"

typedef struct {
    size_t inputs, units, pieces;
    double *weight; // inputs x units: column by column, for updates by one input
    double *bias;   // units
    double *breakpoint, *slope, *offset; // pieces - 1, pieces, pieces: shared by all units
} rounded_layer;

// Layer 0 is the chart, as in scaled_net.
typedef struct {
    size_t layers;
    rounded_layer *layer;
} rounded_net;

void rounded_net_init(rounded_net *rounded, const crease_net *net);
void rounded_net_clear(rounded_net *rounded);

#endif
