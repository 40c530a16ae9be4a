// Dichotomies of random hard-tanh networks: what figures of sweeps have in common.
#ifndef TOOL_FIGURE_GREAT_CIRCLE_H
#define TOOL_FIGURE_GREAT_CIRCLE_H

#include "path/dichotomies.h"
#include "tool/figure.h"

enum { GREAT_CIRCLE_POINTS = 15 }; // that are labelled, as in Raghu et al.

// Weights N(0, variance/width), no biases, on as many inputs as units. The weights of layer
// `layer` turn.
typedef struct {
    size_t width, depth, layer;
    int variance;
} great_circle;

// Sweeps a network of the case, and 15 normal points, drawn from the seed of a repeat: those of
// a repeat are alike in all cases. The result is to be cleared, in any case.
crease_status great_circle_sweep(crease_dichotomies *result, const experiment *e,
                                 const great_circle *of, size_t repeat, crease_error *error);

#endif
