// Whether doubles hold the maps of a network exactly. filter.md, 17.
#pragma once

#include "net/layer.h"
#include <stdbool.h>

// A power of two that divides some numbers, and their largest absolute value. grain 0: doubles do
// not represent them.
typedef struct {
    double grain, size;
} number_grain;

// The grains of a layer, whose numbers are few bits apart; the size of its weights is at least the
// largest sum of |weights| in a row. Not exact: nothing else is set.
typedef struct {
    bool exact;
    number_grain weight, bias, breakpoint, slope, offset;
} layer_grains;

layer_grains layer_grains_of(const net_layer *layer);

// Returns the grain of the forms of a layer whose inputs are outputs of this grain, on all pieces,
// and replaces it by that of the layer's own. Forms are pre-activations minus breakpoints on any
// pattern, summed in doubles in any order and updated when inputs change. 0 if doubles do not
// represent them.
double layer_grains_follow(number_grain *outputs, const layer_grains *layer);
