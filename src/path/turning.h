// A point under a layer whose weights turn: a path through a network of two inputs, and
// where its label changes on it.
#pragma once

#include "base/limits.h"
#include "exact/ball.h"
#include "net/net.h"
#include <crease/path.h>

typedef struct {
    const crease_net *net, *other;
    size_t layer, label, vertices;
    size_t reach; // of a segment; 0: the circle
} turning;

// Whether labels from the turning layer on are constant on rays from the origin.
int turning_is_homogeneous(const turning *s);

// The network of (x, y): the turning layer, its weights those that the point v sees, the layers
// after it, borrowed from the network, and the label: a last unit with a ReLU after the
// output, on its upper piece where the label is 1. To be freed with turning_net_free.
crease_net *turning_net_new(const turning *s, const fmpq *v);
void turning_net_free(crease_net *net);

// ---- where the label changes ----

// Labels alternate from flip to flip round the polygon.
typedef struct {
    int last;        // the label before the first flip: that at the end of the last edge
    size_t count;    // even
    ball *at;        // places t, in increasing order
    fmpq *exact;     // the same; NULL unless asked for
    uint64_t pieces; // on which the network is affine, an edge at least one
} flip_list;

// Crosses the edges of the polygon, in filtered or exact arithmetic. The list is to be cleared
// in any case. Returns 0 if the ticker stopped it, which counts pieces, `done` before these.
int flips_find(flip_list *flips, const turning *of, const fmpq *v, int exact, crease_arith arith,
               run_ticker *ticker, uint64_t done);
void flips_clear(flip_list *flips);

// The label after flip i.
static inline int flips_label(const flip_list *flips, size_t i)
{
    return flips->last ^ (int)(~i & 1);
}
