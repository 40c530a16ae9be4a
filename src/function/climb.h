// Local search in doubles for a point of a box where an objective of inputs and outputs is large.
//
// Projected ascent along the gradient from several starts. Nothing follows from what it does not
// find, and what it finds is to be confirmed exactly.
#pragma once

#include "net/rounded.h"
#include <stdbool.h>

typedef struct {
    const rounded_net *net;
    const double *low, *high; // of the box: dimension numbers each
    // The objective at coordinates u with outputs y, and the derivatives of its latest value by
    // both, which are zero before.
    double (*value)(void *data, const double *u, const double *y);
    void (*slope)(void *data, double *by_u, double *by_y);
    // Called at points where the objective is positive or 0, and higher than at the last of them.
    // Returns 1 to end the search.
    bool (*reached)(void *data, const double *u);
    void *data;
    uint64_t seed; // of the random starts
} climb_task;

// Searches for about `work` products of weights, one start at least, 256 at most; polls the limits.
// best: the highest point, dimension numbers. Returns whether `reached` ended it.
bool climb_search(double *best, const climb_task *task, double work);

// The bounds of a box rounded inwards. Returns 0 if a side has no doubles inside or is too long.
bool climb_box(double *low, double *high, const fmpq *lo, const fmpq *hi, size_t dimension);
