// Changes that make a random network hard for doubles.
#ifndef FILTER_CHANGES_H
#define FILTER_CHANGES_H

#include "base/random.h"
#include "net/net.h"

#include <flint/fmpq_vec.h>
#include <stdbool.h>

typedef struct {
    random_state random;
    crease_net *net;
    fmpq *point; // of the plane; creases may be drawn through it
} net_changer;

bool change_one_in(net_changer *c, uint64_t n);
void change_power_of_ten(fmpq_t x, slong exponent);

// Some creases of every layer run through the chosen point.
void change_concurrent(net_changer *c);
// Some creases are copies of others, or run through the chosen point, but for 10^-12 to 10^-200.
void change_slivers(net_changer *c);
// Copies of units, and one number changed by less than a double can represent.
void change_one_weight(net_changer *c);
// Layers are multiplied by powers of ten from -300 to 300, some taken back by the next one.
void change_layer_scales(net_changer *c);
// The same for single units.
void change_row_scales(net_changer *c);
// Some weights and biases near 10^-310, where doubles have few bits left.
void change_to_denormal(net_changer *c);
// Some weights and biases near 10^-400 and 10^400.
void change_beyond_doubles(net_changer *c);

#endif
