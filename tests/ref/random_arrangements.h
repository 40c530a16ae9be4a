// Small random networks of one layer: arrangements biased to degeneracy.
#ifndef RANDOM_ARRANGEMENTS_H
#define RANDOM_ARRANGEMENTS_H

#include <crease/net.h>
#include <stdint.h>

// At most `most` creases, at least one unit, dimension 1 to 5, any activation but linear, no
// output layer. Hyperplanes coincide, are parallel, meet in chosen points, are
// constant, or miss one of these by 10^-200. The same seed gives the same network on every machine.
crease_net *random_arrangement(uint64_t seed, size_t dimension, size_t most);

#endif
