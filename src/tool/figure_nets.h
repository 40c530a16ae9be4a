// Networks and domains that figures look at.
#ifndef TOOL_FIGURE_NETS_H
#define TOOL_FIGURE_NETS_H

#include <crease/domain.h>
#include <crease/make.h>
#include <crease/net.h>
#include <flint/fmpq.h>

// A random network of `depth` hidden layers of the same width, one output.
crease_status nets_random(crease_net **net, size_t inputs, size_t width, size_t depth,
                          const crease_random *how, crease_error *error);

// The first layers of a network, a copy.
crease_net *nets_first_layers(const crease_net *net, size_t layers);

// The same with N(0, variance) added to each weight and bias, drawn from the seed; output layer
// included.
crease_status nets_add_noise(crease_net *net, const fmpq_t variance, uint64_t seed,
                             crease_error *error);

// A square in the plane through three points of R^inputs, rows p, q and r: its centre is that of
// the circle through them, its sides run along p - q and at a right angle to it, and half a
// side is as long as the circle's radius, to within one part in 2^40. The coordinates are
// those of [-1, 1]^2. Source: Hanin and Rolnick 2019, figure 8.
// CREASE_ERROR if the points lie on one line.
crease_status nets_square(crease_domain **square, const fmpq *p, const fmpq *q, const fmpq *r,
                          size_t inputs, crease_error *error);

#endif
