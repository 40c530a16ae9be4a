// Whether doubles hold the maps of a network exactly. filter.md, 17.
#ifndef NET_GRAIN_H
#define NET_GRAIN_H

#include "net/layer.h"

// Powers of two that divide the numbers of a layer, and their largest absolute values. exact: the
// numbers are doubles, few bits apart; otherwise nothing else is set.
typedef struct {
    int exact;
    double weight, bias, breakpoint, slope, offset; // grains
    double row_sum, bias_size, breakpoint_size, slope_size,
        offset_size; // row_sum: of |weights|, at least
} layer_grains;

layer_grains layer_grains_of(const net_layer *layer);

// The grain and magnitude of the outputs, on all pieces.
typedef struct {
    double grain, size; // grain 0: doubles do not represent them
} output_grain;

// Returns the grain of the forms of a layer whose inputs are such outputs, and replaces these by
// the layer's own. Forms are pre-activations minus breakpoints on any pattern, summed in doubles in
// any order and updated when inputs change. 0 if doubles do not represent them.
double layer_grains_follow(output_grain *outputs, const layer_grains *layer);

#endif
