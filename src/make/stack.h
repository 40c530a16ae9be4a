// A deep network, layer by layer, each given by what it does to a few coordinates.
//
// The constructions of the literature carry some coordinates y from layer to layer, which
// first are the inputs: a layer is given by affine forms of y, and what is read from it, as
// affine forms of its outputs, are the coordinates from there on. The weights of a layer are
// the forms composed with what was read from the layer before.
//
// Matrices of forms have one row each, coefficients first and the constant last.
#pragma once

#include "net/net.h"
#include <flint/fmpq_mat.h>
#include <stdbool.h>

typedef struct {
    crease_net *net;
    size_t capacity;  // of net->layer
    fmpq_mat_t below; // coordinates as forms in the outputs of the last layer; a last row 0 .. 0 1
} stack;

void stack_open(stack *network, slong inputs);
slong stack_coordinates(const stack *network);

// A layer of units with this activation, one form for each row of its weights.
void stack_layer(stack *network, const fmpq_mat_t forms, const char *activation);
// The same, with the weights and the bias of every unit multiplied by the positive number that
// makes them integers without a common divisor. For last layers: outputs are scaled.
void stack_integers(stack *network, const fmpq_mat_t forms, const char *activation);
// The coordinates are from now on these forms in the outputs of the last layer.
void stack_read(stack *network, const fmpq_mat_t forms);
// A linear layer, last of all, whose outputs are the coordinates.
void stack_output_layer(stack *network);

// Ends; the caller owns the network, of which net_finish is still to be called.
crease_net *stack_close(stack *network);

// ---- Layers that do the same to every coordinate ----

// A continuous piecewise-linear function g(s) = sum_i c_i act(a_i s + b_i) + c.
typedef struct {
    char activation[32];
    slong units, rank;  // rank rows (a, b) for each unit
    fmpq_mat_t forms;   // units * rank x 2: a, b
    fmpq_mat_t weights; // 1 x (units + 1): c_1, .., c_units, c
} wave;

// rank 1: relu, else maxout:rank. All numbers are 0.
void wave_init(wave *w, slong units, slong rank);
// Row `row` of the layer is slope s + constant.
void wave_row(wave *w, slong row, slong slope, slong constant);
// c_unit, or c if unit is w->units.
void wave_weight(wave *w, slong unit, slong weight);
// s = numerator / denominator times what it was.
void wave_stretch(wave *w, slong numerator, slong denominator);

// For every coordinate y_j its units, then `spare` units that are constant: relu(-1). The
// coordinates are g(y_j) from then on. Clears w.
void stack_wave(stack *network, wave *w, slong spare);

// A wave whose rows (slope, constant) and weights c_1, .., c_units, c are listed; no spare units.
void stack_small_wave(stack *network, slong units, slong rank, const slong (*row)[2],
                      const slong *weight);

// The wave of p edges that Montufar et al. 2014 and Arora et al. 2018 share: units relu(p s - i),
// i = 0..p-1, and g = h_0 - 2 h_1 + 2 h_2 - ..: slopes p, -p, p, .. from s = 0 on, where g = 0,
// with a kink at every i / p. So (0,1) is mapped over (0,1) p times.
void stack_sawtooth(stack *network, slong p, slong spare);

// The wave of Serra, Tjandraatmadja and Ramalingam 2018, whose pieces are none of them constant:
// p >= 3 units with kinks at s = 1/2, 3/2, .., (2p-1)/2, of which the third is active to the
// left of its kink,
//   g = 5 - 3 relu(s - 1/2) + 2 relu(s - 3/2) - 2 relu(5/2 - s) + 2 relu(s - 7/2) - ..
// with slopes 2, -1, 1, -1, ..: p + 1 pieces, each over (0,1). The first alone
// would be half as long as the others if its slope were as theirs. With first = 1, s is the
// coordinate, else (2p+1)/2 times it, so that (0,1) is mapped over (0,1) p + 1 times.
void stack_zigzag(stack *network, slong p, bool first, slong spare);

// ---- The support function of a zonotope ----

// 2m units relu(b_t . x), relu(-b_t . x), t = 1..m, with the moment vectors
// b_t = (1, t, .., t^(d-1)), any d of which are independent. The one coordinate from then on
// is the sum of all, gamma(x) = sum_t |b_t . x|, linear on the cones that the m hyperplanes
// b_t . x = 0 make of R^d, and on each by another form.
void stack_zonotope(stack *network, slong m);
