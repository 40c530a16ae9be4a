// Families of random weights: their names, and what bounds on growth know of them.
#ifndef MAKE_RANDOM_NET_H
#define MAKE_RANDOM_NET_H

#include <crease/make.h>

typedef struct {
    double alpha;      // the probability that a weight is kept and not 0
    double variance;   // of a weight that is kept; its mean is 0
    double projection; // M, such that E |u . w| >= M |u| for all u, with a row w of such weights
    int normal;        // the weights that are kept are normal
    double bias;       // the variance of a bias
} weight_moments;

// The moments for a layer with these inputs and rows; only the xavier families depend on rows.
// M is sigma sqrt(2/pi) for normal weights, which is exact, C/(2 sqrt 2) for U(-C, C), and
// mean |w| / sqrt 2 for finitely many values. CREASE_ERROR as crease_net_random, or if the
// values are not symmetric about 0, which the theorem asks for.
crease_status weight_moments_of(weight_moments *moments, const crease_random *how, size_t inputs,
                                size_t rows, crease_error *error);

#endif
