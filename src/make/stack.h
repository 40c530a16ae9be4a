// A deep network, layer by layer, each given by what it does to a few coordinates.
//
// The constructions of the literature carry some coordinates y from layer to layer, which
// first are the inputs: a layer is given by affine forms of y, and what is read from it, as
// affine forms of its outputs, are the coordinates from there on. The weights of a layer are
// the forms composed with what was read from the layer before.
//
// Matrices of forms have one row each, coefficients first and the constant last.
#ifndef MAKE_STACK_H
#define MAKE_STACK_H

#include "net/net.h"
#include <flint/fmpq_mat.h>

typedef struct {
    crease_net *net;
    size_t next;      // the layer to come
    fmpq_mat_t below; // coordinates as forms in the outputs of the last layer; a last row 0 .. 0 1
} stack;

void stack_open(stack *made, slong inputs, slong layers);

// A layer of units with this activation, one form for each row of its weights.
void stack_layer(stack *made, const fmpq_mat_t forms, const char *activation);
// The same, with the weights and the bias of every unit multiplied by the positive number that
// makes them integers without a common divisor. For last layers: outputs are scaled.
void stack_integers(stack *made, const fmpq_mat_t forms, const char *activation);
// The coordinates are from now on these forms in the outputs of the last layer.
void stack_read(stack *made, const fmpq_mat_t forms);
// A linear layer, last of all, whose outputs are the coordinates.
void stack_output_layer(stack *made);

slong stack_coordinates(const stack *made);
// Ends; there must be as many layers as there was room for. The caller owns the network.
crease_net *stack_close(stack *made);

#endif
