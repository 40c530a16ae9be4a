// Random networks that try error bounds: of all sizes, and full of numbers that doubles cannot
// distinguish.
#ifndef FILTER_NETS_H
#define FILTER_NETS_H

#include "random_nets.h"

// Fills the case (two inputs) and returns its family. The same seed gives the same case on every
// machine.
const char *filter_case_init(random_case *of, uint64_t seed);

#endif
