// One layer of a network as a network of its own, whose inputs are those of the layer.
#pragma once

#include "net/net.h"

// Units of layer l, as a hidden layer of unit weights, and then the weights of layer l + 1, if
// there is one. The caller frees it; it has no hash.
crease_net *stage_new(const crease_net *net, size_t l);
// The first `count` units of the layers, one layer after the other, count >= 1.
crease_net *stage_new_units(const crease_net *net, size_t count);
// The layers before l, and the weights of layer l: its outputs are the inputs of the units there.
crease_net *stage_new_before(const crease_net *net, size_t l);
