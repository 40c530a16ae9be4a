// The same function with maxout units and without.
#ifndef MAXOUT_NETS_H
#define MAXOUT_NETS_H

#include <crease/net.h>

// Every relu, abs or leaky unit whose slope is less than 1 becomes maxout:2 of its two pieces, the
// lower one first: the same function, and the same pattern. For relu max(0, z).
crease_net *maxout_net_of(const crease_net *net);

// Every maxout layer becomes rounds of
//   max(a, b) = relu(a) - relu(-a) + relu(b - a)
// in relu layers, with a linear layer after each: the same function, other patterns.
crease_net *maxout_net_unfolded(const crease_net *net);

#endif
