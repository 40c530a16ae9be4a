// A network in memory.
#pragma once

#include "net/layer.h"
#include <crease/net.h>

// A part of the file of a network, and what the reader made of it.
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
// net_layer_store for all layers. The hash does not depend on it.
void net_store(crease_net *net, net_storage which);
// The number of units of the first `layers` layers.
size_t net_units(const crease_net *net, size_t layers);
// The number of layers that commute with positive scaling, up to the first that does not.
size_t net_homogeneous_layers(const crease_net *net);
// Notes what the reader made of a part of the file. name is copied; the rest is as in printf.
void net_note_part(crease_net *net, const char *name, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
// Sets the hash, the SHA-256 of the canonical text. To be called once all layers are filled.
void net_finish(crease_net *net);

// A copy with one more layer, a maxout unit whose rows are the forms, 2 to DECISION_MOST rows of
// outputs + 1 entries: its piece is the class, and its regions are those of the network, cut where
// two forms are equal and greatest. It has no hash.
crease_net *net_deciding(const crease_net *net, const fmpq *forms, size_t count);

enum { DECISION_MOST = ACTIVATION_MAX_RANK };
