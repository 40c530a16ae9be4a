// The chart of a domain as a linear layer in front of the network.
#ifndef NET_CHART_H
#define NET_CHART_H

#include "net/net.h"

// x_i = sum_k chart[i][k] u_k + chart[i][dimension]: a linear layer that takes the
// coordinates u to the inputs x of a network. chart has inputs rows of dimension + 1
// entries and is copied; NULL is the identity, for which dimension == inputs.
void chart_layer_init(net_layer *layer, const fmpq *chart, size_t dimension, size_t inputs);

#endif
