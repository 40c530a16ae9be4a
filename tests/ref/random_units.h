// The units of a random network: how each kind of degenerate unit is made.
#ifndef RANDOM_UNITS_H
#define RANDOM_UNITS_H

#include "base/random.h"
#include "net/net.h"
#include <stdbool.h>

enum { RANDOM_POINTS = 2, RANDOM_WIDEST = 5, RANDOM_INPUTS = 8 };

// The state from which units are chosen.
typedef struct {
    random_state random;
    int range;    // integer weights in -range..range
    size_t plain; // of 8 units, how many have an arbitrary place
    // Chosen inputs through which creases are drawn, as the layers so far map them.
    fmpq image[RANDOM_POINTS][RANDOM_INPUTS];
} unit_maker;

bool random_one_in(unit_maker *maker, uint64_t n);
slong random_integer(unit_maker *maker, int range);

// Fills the rows and biases of a unit, which are zero; the units before it in the
// layer are filled.
void random_unit(unit_maker *maker, net_layer *layer, size_t unit);

#endif
