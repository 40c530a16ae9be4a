// The affine function of a network with prescribed pieces.
//
// Computes its values at a point, and single rows of its maps, by one pass up or down the layers,
// with one multiplication for each weight. Everything is in the integer units of scaled_net, on the
// network's own inputs.
#pragma once

#include "net/scaled.h"
#include <stdint.h>

// Layers are numbered as in scaled_net: 1 .. layers - 1 are those of the network. Point and
// values are homogeneous: z[l][r] is Z_r times the last entry of the point.
typedef struct {
    const scaled_net *net;
    uint32_t **pattern;  // the piece of each unit
    fmpz **z;            // of each row of weights
    const fmpz *point;   // borrowed
    fmpz *weight, *next; // scratch, as wide as the widest layer
} branch;

void branch_init(branch *b, const scaled_net *net);
void branch_clear(branch *b);

// Computes z of layer l >= 1 at the point from those of the layer before and its pattern.
void branch_rise(branch *b, size_t l);

// The value at the point, z of layer l known, of the form of a predicate of a unit, as in
// walk.h: z - breakpoint; in a maxout layer, the later row of maxout_pair less the earlier.
void branch_value(fmpz_t value, const branch *b, size_t l, size_t unit, size_t predicate);
// That form itself: inputs coefficients, then the constant. Only the pattern of the layers
// before l matters.
void branch_form(fmpz *row, branch *b, size_t l, size_t unit, size_t predicate);

// Output `unit` of the last layer, as a form. Only the pattern matters.
void branch_output_form(fmpz *row, branch *b, size_t unit);
