// The wave of Serra, Tjandraatmadja and Ramalingam 2018, whose pieces are none of them constant.
#ifndef MAKE_SERRA_H
#define MAKE_SERRA_H

#include "make/wave.h"

// p >= 3 units with kinks at s = 1/2, 3/2, .., (2p-1)/2, of which the third is active to the
// left of its kink:
//   g = 5 - 3 relu(s - 1/2) + 2 relu(s - 3/2) - 2 relu(5/2 - s) + 2 relu(s - 7/2) - ..
// with slopes 2, -1, 1, -1, ..: p + 1 pieces, each over (0,1). The first alone
// would be half as long as the others if its slope were as theirs. With first = 1, s is the
// coordinate, else (2p+1)/2 times it, so that (0,1) is mapped over (0,1) p + 1 times.
void stack_zigzag(stack *made, slong p, int first, slong spare);

#endif
