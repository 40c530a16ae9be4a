// The wave of p edges that Montufar et al. 2014 and Arora et al. 2018 share.
#ifndef MAKE_SAWTOOTH_H
#define MAKE_SAWTOOTH_H

#include "make/wave.h"

// p units relu(p s - i), i = 0..p-1, and g = h_0 - 2 h_1 + 2 h_2 - ..: slopes p, -p, p, .. from
// s = 0 on, where g = 0, with a kink at every i / p. So (0,1) is mapped over (0,1) p times.
void stack_sawtooth(stack *made, slong p, slong spare);

#endif
