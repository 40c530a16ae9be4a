// A layer that does the same to every coordinate: a continuous piecewise-linear wave
// g(s) = sum_i c_i act(a_i s + b_i) + c.
#ifndef MAKE_WAVE_H
#define MAKE_WAVE_H

#include "make/stack.h"

typedef struct {
    char activation[32];
    slong units, rank;  // rank rows (a, b) for each unit
    fmpq_mat_t forms;   // units * rank x 2: a, b
    fmpq_mat_t weights; // 1 x (units + 1): c_1, .., c_units, c
} wave;

// rank 1: relu, else maxout:rank. All numbers are 0.
void wave_init(wave *w, slong units, slong rank);
void wave_clear(wave *w);

// Row `row` of the layer is (slope s + constant) / denominator.
void wave_row(wave *w, slong row, slong slope, slong constant, slong denominator);
// c_unit, or c if unit is w->units.
void wave_weight(wave *w, slong unit, slong weight);
// s = numerator / denominator times what it was.
void wave_stretch(wave *w, slong numerator, slong denominator);

// For every coordinate y_j its units, then `spare` units that are constant: relu(-1). The
// coordinates are g(y_j) from then on.
void stack_wave(stack *made, const wave *w, slong spare);

#endif
