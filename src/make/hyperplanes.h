// An arrangement of hyperplanes as a network: one layer of relu units, no linear output layer.
//
// Unit i computes relu(w_i . x + b_i), so its crease is hyperplane i, and patterns are
// the sign vectors of the cells. Outputs tell them apart: linear regions and
// affine maps are as many as activation regions, if no w_i is zero.
#ifndef MAKE_HYPERPLANES_H
#define MAKE_HYPERPLANES_H

#include "net/net.h"

typedef struct {
    crease_net *net;
    size_t next;
} hyperplanes;

// Room for count >= 1 hyperplanes in R^dimension.
void hyperplanes_open(hyperplanes *made, slong dimension, slong count);

// The next hyperplane: its constant is set, its weights are 0 and the caller's to set.
fmpq *hyperplanes_add(hyperplanes *made, slong constant);

// Ends; as many must have been added as there was room for. The caller owns the network.
crease_net *hyperplanes_close(hyperplanes *made);

#endif
