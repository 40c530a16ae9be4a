// What a point sees of a layer whose weights turn: a network of one input, the place t.
#ifndef STUDY_TURNING_H
#define STUDY_TURNING_H

#include "net/net.h"

typedef struct {
    const crease_net *net, *other;
    size_t layer, label, vertices;
} turning;

// Whether labels from the turning layer on are constant on rays from the origin.
int turning_is_homogeneous(const turning *s);

// Vertex number i of the polygon; i >= vertices goes round again.
void turning_vertex(fmpq_t x, fmpq_t y, size_t vertices, size_t i);

// The network that takes t in [0, vertices] to (x, y), then to the pre-activations of the
// turning layer for the point v, and on to the output, behind a ReLU: its last unit is
// active where the label is 1. Layers behind the turning one are borrowed from the sweep's net. To
// be freed with turning_net_free.
crease_net *turning_net_new(const turning *s, const fmpq *v);
void turning_net_free(crease_net *net);

#endif
