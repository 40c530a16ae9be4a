// The trained networks and the points that figures use.
#ifndef REPRODUCE_DIGITS_H
#define REPRODUCE_DIGITS_H

#include "reproduce/figure.h"

// Checkpoints of a classifier of digits while it is trained, and data points.
typedef struct {
    size_t epochs;    // checkpoints
    const int *epoch; // after how many epochs of training; borrowed
    crease_net **net; // for each
    fmpq *point;      // points x inputs
    size_t points, inputs;
    size_t units; // N, hidden
} digits;

// Reads them from the folder of data. CREASE_ERROR: nothing is to be cleared.
crease_status digits_read(digits *d, const experiment *e, crease_error *error);
void digits_clear(digits *d);

#endif
