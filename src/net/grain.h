// Whether doubles hold the maps of a network exactly. filter.md, 17.
#ifndef NET_GRAIN_H
#define NET_GRAIN_H

#include "net/layer.h"

// Of the numbers of a layer: powers of two that they are multiples of, and their largest sizes.
// exact: they are doubles, and few bits apart; otherwise nothing else is known.
typedef struct {
    int exact;
    double weight, bias, breakpoint, slope, offset; // grains
    double row_sum, bias_size, breakpoint_size, slope_size,
        offset_size; // row_sum: of |weights|, at least
} layer_grains;

layer_grains layer_grains_of(const net_layer *layer);

// Of the outputs on all pieces.
typedef struct {
    double grain, size; // grain 0: doubles do not hold them
} output_grain;

// Returns the grain of the forms of a layer behind others with such outputs, and makes these the
// layer's own: of its pre-activations less breakpoints, as maps that are summed by doubles in any
// order, and changed by what inputs change, at any pattern. 0 if they are not exact then.
double layer_grains_follow(output_grain *outputs, const layer_grains *layer);

#endif
