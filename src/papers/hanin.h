// What the files of Hanin and Rolnick's figures have in common.
#ifndef PAPERS_HANIN_H
#define PAPERS_HANIN_H

#include "papers/figure.h"

typedef struct {
    size_t depth, width;
} shape;

// A random network of this shape; init and bias_std as in crease_random.
crease_status hanin_random(crease_net **net, size_t inputs, shape of, const char *init,
                           const char *bias_std, uint64_t seed, crease_error *error);

// He weights, biases N(0, 10^-6).
crease_status hanin_he(crease_net **net, size_t inputs, shape of, uint64_t seed,
                       crease_error *error);

// Figure 3, and its pictures.
crease_status hanin_3(experiment *e, crease_error *error);
crease_status hanin_3_draw(experiment *e, crease_error *error);
// Figure 5: during training, and at initialisation.
crease_status hanin_5(experiment *e, crease_error *error);
crease_status hanin_5_initial(experiment *e, crease_error *error);
// Figure 6, the same, and figure 7.
crease_status hanin_6(experiment *e, crease_error *error);
crease_status hanin_6_initial(experiment *e, crease_error *error);
crease_status hanin_7(experiment *e, crease_error *error);
// Figure 8: during training, its pictures, and at initialisation.
crease_status hanin_8(experiment *e, crease_error *error);
crease_status hanin_8_draw(experiment *e, crease_error *error);
crease_status hanin_8_initial(experiment *e, crease_error *error);
// Theorem 1: lines and activations of several breakpoints.
crease_status hanin_activations(experiment *e, crease_error *error);
// Theorem 3.
crease_status hanin_density(experiment *e, crease_error *error);

#endif
