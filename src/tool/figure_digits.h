// The trained networks and the points that figures use.
#ifndef TOOL_FIGURE_DIGITS_H
#define TOOL_FIGURE_DIGITS_H

#include "tool/figure.h"

// Checkpoints of a classifier of digits while it is trained, and data points.
typedef struct {
    size_t epochs;    // checkpoints
    const int *epoch; // after how many epochs of training; borrowed
    crease_net **net; // for each
    fmpq *point;      // points x inputs
    size_t points, inputs;
    size_t units; // N, hidden
} digits;

// Reads the one file *_points.json there and the one file *_epochNN.json for each NN from the
// folder of data; by default scikit-learn's digits. CREASE_ERROR: nothing is to be cleared.
crease_status digits_read(digits *d, const experiment *e, crease_error *error);
void digits_clear(digits *d);

#endif
