// An architecture: what bounds know of a network.
#ifndef THEORY_ARCHITECTURE_H
#define THEORY_ARCHITECTURE_H

#include <crease/theory.h>

typedef struct {
    ulong units;
    ulong pieces; // of a unit: K for maxout:K
    ulong rank;   // rows of weights for each unit: 1, or K for maxout:K
    int is_relu;
    ulong weight_rank; // of the weight matrix, at most min(inputs of the layer, units)
} architecture_layer;

struct crease_architecture {
    ulong inputs, outputs; // outputs 0: no linear output layer
    ulong columns;         // of W^1: more than inputs if the domain is a slice
    size_t layers;         // >= 1
    architecture_layer *layer;
    char *activation;         // of the first layer
    int has_ranks;            // made from a network
    int is_convolution;       // one layer, of this shape
    crease_convolution shape; //
    ulong windows;            // places of a filter
    char *text;
};

enum { ARCHITECTURE_MAX_UNITS = 10000, ARCHITECTURE_MAX_TOTAL = 100000 };

#endif
