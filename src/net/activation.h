// Piecewise-linear activations of one variable.
#ifndef NET_ACTIVATION_H
#define NET_ACTIVATION_H

#include <crease/status.h>
#include <flint/fmpq.h>

// act(z) = slope[p] z + offset[p] on piece p, where piece p is
// breakpoint[p-1] <= z <= breakpoint[p], the outer ones unbounded. Continuous.
typedef struct {
    char *name;       // as in the file, canonical: "relu", "leaky:1/10", ...
    size_t pieces;    // >= 1
    fmpq *breakpoint; // pieces - 1, increasing
    fmpq *slope;      // pieces
    fmpq *offset;     // pieces
} activation;

// Reads a name such as "relu" or "leaky:0.1". On failure nothing is to be cleared.
crease_status activation_parse(activation *act, const char *name, crease_error *error);
void activation_clear(activation *act);

// The index of the piece in force at z; a breakpoint belongs to the lower piece.
size_t activation_piece(const activation *act, const fmpq_t z);
void activation_apply(fmpq_t y, const activation *act, const fmpq_t z);

#endif
