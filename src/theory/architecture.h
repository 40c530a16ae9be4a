// An architecture: the data of a network that bounds depend on.
#pragma once

#include <crease/theory.h>
#include <stdbool.h>

// One convolutional layer of relu units along a line of `length` places with `channels`
// numbers each: n_0 = length channels. Each of `filters` filters sees `kernel` neighbouring
// places and moves by `stride`, without padding. CREASE_ERROR if the kernel
// is longer than the line, or for more than 100000 inputs, or the limits of
// crease_architecture_new.
typedef struct {
    size_t length, channels, kernel, filters, stride;
} convolution_shape;

// The units of a layer that have one activation.
typedef struct {
    ulong units;
    ulong pieces; // of a unit: K for maxout:K, 1 for linear units, which have no crease
    ulong rank;   // rows of weights for each unit: 1, or K for maxout:K
    bool is_relu;
} architecture_kind;

typedef struct {
    ulong units;  // n_l, of all kinds
    size_t kinds; // >= 1
    architecture_kind *kind;
    // The rank of the rows of the weight matrix that belong to units with creases.
    ulong weight_rank;
} architecture_layer;

struct crease_architecture {
    ulong inputs, outputs; // outputs 0: no linear output layer
    ulong columns;         // of W^1: more than inputs if the domain is a slice
    size_t layers;         // >= 1
    architecture_layer *layer;
    char *activation;    // of the first layer; NULL: its units have several
    bool has_ranks;      // made from a network
    bool is_convolution; // one layer, of this shape
    convolution_shape shape;
    ulong windows; // places of a filter
    char *text;
};

enum { ARCHITECTURE_MAX_UNITS = 10000, ARCHITECTURE_MAX_TOTAL = 100000 };

crease_status architecture_new_convolution(crease_architecture **architecture,
                                           const convolution_shape *shape, crease_error *error);
