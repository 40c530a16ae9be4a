// A network on a line by an exact forward pass: pattern, pre-activations as functions of t.
#ifndef LINE_PASS_H
#define LINE_PASS_H

#include "net/net.h"

#include <stdbool.h>
#include <stdint.h>

// Affine functions of t, slope t + value: two rationals each.
typedef struct {
    fmpq *entry;
    size_t count;
} line_row;

// The part of the line where the inequalities so far hold.
typedef struct {
    fmpq_t low, high;
    bool has_low, has_high, empty;
} line_interval;

// The network at x(t) = from + t (to - from). Writes the pattern of the hidden layers there, one
// layer after the other; takes from `on`, initialised by the caller, all t at which one of the
// units is not on that piece; returns the outputs, as on the pattern they depend on t.
line_row line_pass(uint32_t *pattern, line_interval *on, const crease_net *net, const fmpq *from,
                   const fmpq *to, const fmpq_t t);
void line_row_clear(line_row *row);

#endif
