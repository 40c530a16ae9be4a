// Networks made on purpose: random families.
#ifndef CREASE_MAKE_H
#define CREASE_MAKE_H

#include <crease/net.h>
#include <crease/status.h>
#include <stdint.h>

#pragma GCC visibility push(default)

// Reads an architecture such as "2-32-32-1": inputs, widths of the hidden layers,
// outputs; *count >= 2 numbers, each from 1 to 1000000. On success *widths is the
// caller's, to be freed with free.
crease_status crease_widths_parse(size_t **widths, size_t *count, const char *text,
                                  crease_error *error);

// How a random network is drawn. Zero-initialised are the defaults.
typedef struct {
    const char *init;       // the family of the weights, see below; NULL: "he"
    const char *bias_std;   // standard deviation of the biases: "0.1", "1/3"; NULL: 0
    const char *activation; // of the hidden layers, as in a network file; NULL: "relu"
    uint64_t seed;
} crease_random;

// A network with these widths, inputs first; the last layer is linear. Every number
// is drawn independently and rounded to the nearest binary64:
//   he: weights N(0, 2/n) in a layer of n inputs (He, Zhang, Ren and Sun 2015);
//   biases N(0, bias_std^2).
// They are drawn layer by layer, in a layer first the weights, row by row, then the
// biases, these also if bias_std is 0. docs/algorithms.md says how, to the last bit:
// the same arguments give the same network on every machine and in every version.
// The text of crease_net_about names them. After CREASE_ERROR, error->where is the
// name of the field at fault, or "widths".
crease_status crease_net_random(crease_net **net, const size_t *widths, size_t count,
                                const crease_random *how, crease_error *error);

#pragma GCC visibility pop
#endif
