// A network in memory.
#ifndef NET_NET_H
#define NET_NET_H

#include "net/activation.h"
#include "net/units.h"
#include <crease/net.h>

// Unit u has the activation act[unit.kind[u]] and the rows unit.row[u] .. unit.row[u + 1] - 1 of
// the weight matrix: one, or K if that is maxout:K.
typedef struct {
    size_t inputs, units, rows;
    fmpq *weight; // rows x inputs, row by row
    fmpq *bias;   // rows
    // The different activations of the units, in the order in which they first occur.
    size_t kinds;
    activation *act;
    unit_table unit;
    char *summary; // "relu", or if there are several kinds "3 relu, 1 linear"
} net_layer;

// A part of the file that a network was read from, and what it became.
typedef struct {
    char *name, *became;
} net_part;

struct crease_net {
    size_t inputs;
    size_t layers;
    net_layer *layer;
    char *about;
    const char *format; // of the file; a literal
    net_part *part;     // in the order of the file
    size_t parts, part_capacity;
    char sha256[65];
};

// An empty network with room for `layers` layers, to be filled by a reader or a
// construction. A layer counts as filled once it was initialised.
crease_net *net_new(size_t inputs, size_t layers);
// Every unit has this activation: units * act.rank rows, all weights and biases zero. Takes
// ownership of act.
void net_layer_init(net_layer *layer, size_t inputs, size_t units, activation act);
// Unit u has the activation act[kind[u]], and the layer as many rows as these have ranks. Takes
// ownership of the `kinds` activations, though not of the two arrays: those of one name become one,
// and those that no unit has are cleared. Cost: O(units + kinds log kinds).
void net_layer_init_mixed(net_layer *layer, size_t inputs, size_t units, activation *act,
                          size_t kinds, const uint32_t *kind);
// The affine parametrization of a domain as a linear layer in front of the network:
//   x_i = sum_k rows[i][k] u_k + rows[i][dimension]
// takes the coordinates u to the inputs x. rows has inputs rows of dimension + 1 entries and is
// copied; NULL is the identity, for which dimension == inputs.
void net_layer_init_affine(net_layer *layer, const fmpq *rows, size_t dimension, size_t inputs);
void net_layer_clear(net_layer *layer);
static inline const activation *net_layer_act(const net_layer *layer, size_t unit)
{
    return layer->act + layer->unit.kind[unit];
}
// y = the outputs of the units for inputs x, exactly; the two do not overlap.
void net_layer_evaluate(fmpq *y, const net_layer *layer, const fmpq *x);
// All units are linear.
int net_layer_is_linear(const net_layer *layer);
// Whether the layers from `first` on commute with positive scaling.
int net_is_homogeneous_from(const crease_net *net, size_t first);
// Notes what a part of the file became. name is copied; the rest is as of printf.
void net_note_part(crease_net *net, const char *name, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
// To be called once all layers are filled: computes the identity, the SHA-256 of the canonical
// text that docs/formats.md defines. It depends on weights, biases and activations only.
void net_finish(crease_net *net);

#endif
