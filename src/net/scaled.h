// The same network in integers.
//
// Piecewise-linear activations commute with positive scaling of their numbers, so every unit can
// have its own unit of length. For unit j with pre-activation z_j and output y_j there are positive
// rationals tau_j and sigma_j such that, with
//   Z_j = tau_j z_j   and   Y_j = sigma_j y_j,
// all of the network is integer:
//   Z_j = sum_i weight[j][i] Y_i + bias[j],
//   Y_j = slope[j][p] Z_j + offset[j][p]   on piece p, between the integers
//         breakpoint[j][p-1] and breakpoint[j][p].
// A maxout unit u has several rows j, all in its unit of length: Z_j = tau_u z_j. So differences
// of its rows are forms, and the output is that of one row.
//
// The scales depend on the network alone, not on the pattern: so forms have no denominators, no
// greatest common divisors are needed, and two affine maps of the whole network are equal if and
// only if their integer rows are.
//
// Layer 0 is the affine parametrization of the domain, x = M u + p, as a linear layer.
#pragma once

#include "net/net.h"

typedef struct {
    size_t inputs, units, rows;
    unit_table unit;  // borrowed unchanged from the network
    sparsity support; // rows x inputs: which weights are stored
    fmpz *weight;     // its entries
    // If not all are stored: the same by inputs, with weight[entry[k]] for entry k.
    sparsity by_input;
    size_t *entry;
    fmpz *bias; // rows
    // For every piece of every unit; breakpoint: the one above the piece, if it has one.
    fmpz *slope, *offset, *breakpoint;
    fmpq *tau, *sigma; // units
} scaled_layer;

typedef struct {
    size_t dimension; // of the domain
    size_t layers;    // those of the network and the parametrization
    size_t words;     // of a signed integer: they suffice for the entries of every row and output
                      // of the maps, whatever the pattern, and for the difference of two
    scaled_layer *layer;
    net_layer first; // layer 0, exactly
} scaled_net;

// parametrization and dimension as in net_layer_init_affine: NULL and the network's inputs for the
// network on its own input space. The network must live as long as the result.
void scaled_net_init(scaled_net *scaled, const crease_net *net, const fmpq *parametrization,
                     size_t dimension);
// For layers from .. end - 1 alone.
size_t scaled_words(const scaled_net *scaled, size_t from, size_t end);
void scaled_net_clear(scaled_net *scaled);
