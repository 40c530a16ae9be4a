// What figures look at: networks, points, squares in planes, and distances.
#ifndef TOOL_FIGURE_NETS_H
#define TOOL_FIGURE_NETS_H

#include "tool/figure.h"
#include <crease/distance.h>
#include <crease/make.h>

// A random network of `depth` hidden layers of the same width, one output.
crease_status nets_random(crease_net **net, size_t inputs, size_t width, size_t depth,
                          const crease_random *how, crease_error *error);

// The same with N(0, variance) added to each weight and bias, drawn from the seed; output layer
// included.
crease_status nets_add_noise(crease_net *net, const fmpq_t variance, uint64_t seed,
                             crease_error *error);

// A square in the plane through three points of R^inputs, rows p, q and r: its centre is that of
// the circle through them, its sides run along p - q and at a right angle to it, and half a
// side is as long as the circle's radius, to within one part in 2^40. In its coordinates it is
// [-1, 1]^2, and box may name another part of the plane; NULL: all of it. Source: Hanin and Rolnick
// 2019, figure 8. CREASE_ERROR if the points lie on one line.
crease_status nets_square(crease_domain **square, const char *box, const fmpq *p, const fmpq *q,
                          const fmpq *r, size_t inputs, crease_error *error);

// ---- trained networks ----

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

// ---- distances ----

// squared[i]: of the distance of point i, of count rows, to the function boundary, B_N of Hanin and
// Rolnick; count entries, initialised by the caller. CREASE_ERROR if there is none.
crease_status near_measure(fmpq *squared, const experiment *e, const crease_net *net,
                           const fmpq *points, size_t count, crease_error *error);

// sqrt(squared), the nearest double but for the last digit.
double near_distance(const fmpq_t squared);

#endif
