// One layer of a network: weights, biases, activation.
#pragma once

#include "exact/sparsity.h"
#include "net/activation.h"
#include "net/units.h"
#include <stdbool.h>

// Unit u has the activation act[unit.kind[u]] and the rows unit.row[u] .. unit.row[u + 1] - 1 of
// the weight matrix: one, or K if that is maxout:K.
typedef struct {
    size_t inputs, units, rows;
    // Which of the rows x inputs weights are stored; the others are zero. Read them by
    // sparsity_row_of, or one by net_layer_weight.
    sparsity support;
    fmpq *weight; // the entries of `support`: row by row, if all are stored
    fmpq *bias;   // rows
    // The different activations of the units, in the order of their first occurrence.
    size_t kinds;
    activation *act;
    unit_table unit;
    char *summary; // "relu", or if there are several kinds "3 relu, 1 linear"
} net_layer;

// Weights and biases are zero and all weights are stored; weight_rows below create sparse layers.
// Every unit has this activation; takes ownership of it.
void net_layer_init(net_layer *layer, size_t inputs, size_t units, activation act);
// Unit u has the activation act[kind[u]]. Takes ownership of the `kinds` activations, not of the
// arrays: those of one name become one, and those that no unit has are cleared.
void net_layer_init_mixed(net_layer *layer, size_t inputs, size_t units, activation *act,
                          size_t kinds, const uint32_t *kind);
// The affine parametrization of a domain as a linear layer in front of the network:
//   x_i = sum_k rows[i][k] u_k + rows[i][dimension]
// takes the coordinates u to the inputs x. rows has inputs rows of dimension + 1 entries and is
// copied; NULL is the identity, for which dimension == inputs.
void net_layer_init_affine(net_layer *layer, const fmpq *rows, size_t dimension, size_t inputs);
// A copy of a layer, which the caller clears.
void net_layer_copy(net_layer *copy, const net_layer *layer);
void net_layer_clear(net_layer *layer);
static inline const activation *net_layer_act(const net_layer *layer, size_t unit)
{
    return layer->act + layer->unit.kind[unit];
}
// weight = the weight from an input to a row.
void net_layer_weight(fmpq_t weight, const net_layer *layer, size_t row, size_t input);
// y = the outputs of the units for inputs x, exactly; the two do not overlap.
void net_layer_evaluate(fmpq *y, const net_layer *layer, const fmpq *x);
// All units are linear.
bool net_layer_is_linear(const net_layer *layer);

// Collects the nonzero weights of a layer for a reader or a construction:
//
//   weight_rows rows = {0};
//   for each row {
//       for each entry that is not zero, by increasing column
//           fmpq_set(weight_rows_add(&rows, column), value);
//       weight_rows_end(&rows);
//   }
//   net_layer_init_rows(layer, &rows, inputs, units, &act, 1, NULL);
//
// A zeroed weight_rows is empty.
typedef struct {
    size_t *start; // of each row, and of the present one
    uint32_t *column;
    fmpq *weight; // `capacity` of them are initialised
    size_t rows, entries;
    size_t row_capacity, column_capacity, capacity;
} weight_rows;

// The next entry of the present row, zero, to be set by the caller; columns increase. Borrowed
// until the next call.
fmpq *weight_rows_add(weight_rows *rows, size_t column);
void weight_rows_end(weight_rows *rows);
void weight_rows_clear(weight_rows *rows);

// The layer of net_layer_init_mixed with these weights, as many rows as it has. Entries that are
// zero after all are left out. Takes ownership of the activations, and leaves rows empty.
void net_layer_init_rows(net_layer *layer, weight_rows *rows, size_t inputs, size_t units,
                         activation *act, size_t kinds, const uint32_t *kind);

// Stores the layer's weights again: all, the nonzero ones, or whichever pays.
typedef enum { STORE_WHAT_PAYS, STORE_ALL, STORE_NONZERO } net_storage;
void net_layer_store(net_layer *layer, net_storage which);
