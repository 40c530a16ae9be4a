// What a point sees of a layer whose weights turn: a path through a network of two inputs.
#ifndef PATH_TURNING_H
#define PATH_TURNING_H

#include "net/net.h"

typedef struct {
    const crease_net *net, *other;
    size_t layer, label, vertices;
} turning;

// Whether labels from the turning layer on are constant on rays from the origin.
int turning_is_homogeneous(const turning *s);

// Vertex number i of the polygon; i >= vertices goes round again.
void turning_vertex(fmpq_t x, fmpq_t y, size_t vertices, size_t i);

// The network of (x, y): the turning layer, its weights those that the point v sees, the layers
// after it, borrowed from the network, and the label: a last unit with a ReLU after the
// output, on its upper piece where the label is 1. To be freed with turning_net_free.
crease_net *turning_net_new(const turning *s, const fmpq *v);
void turning_net_free(crease_net *net);

#endif
