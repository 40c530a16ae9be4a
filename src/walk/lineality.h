// The whole space modulo the directions in which no neuron changes.
#pragma once

#include "geom/domain.h"
#include <crease/net.h>

// If the weights of the first layer do not span the space: a linear subspace on which they have the
// same rank, as a domain on a slice. Every region of the network is the sum of its part in the
// subspace and of the kernel of these weights, so there are as many regions, and none is bounded.
// Else, or if the domain is not the whole space, NULL. The caller frees it.
crease_domain *lineality_complement(const crease_net *net, const crease_domain *domain);
