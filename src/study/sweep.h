// What a point sees of a layer whose weights turn: a network of one input, the place t.
#ifndef STUDY_SWEEP_H
#define STUDY_SWEEP_H

#include "net/net.h"

typedef struct {
    const crease_net *net, *other;
    size_t layer, label, vertices;
} sweep;

// Whether labels from the turning layer on are constant on rays from the origin.
int sweep_is_homogeneous(const sweep *s);

// Vertex number i of the polygon; i >= vertices goes round again.
void sweep_vertex(fmpq_t x, fmpq_t y, size_t vertices, size_t i);

// The network that takes t in [0, vertices] to (x, y), then to the pre-activations of the
// turning layer for the point v, and on to the output, behind a ReLU: its last unit is
// active where the label is 1. Layers behind the turning one are borrowed from the sweep's net. To
// be freed with sweep_net_free.
crease_net *sweep_net_new(const sweep *s, const fmpq *v);
void sweep_net_free(crease_net *net);

#endif
