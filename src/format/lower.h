// From a graph of single numbers to layers.
//
// A unit goes to the layer of its depth, the number of units above each other that end with it.
// What later layers read is carried past the layers between by linear units; affine parts are
// composed into the weights of the layer that reads them. Units that no output depends on are
// left out. A last linear layer makes the outputs, unless they are the units of the last layer,
// each once: then it is left out, and the units stand in the order of the outputs.
//
// An affine node is carried as it is, such as a sum that a residual connection passes on.
#ifndef FORMAT_LOWER_H
#define FORMAT_LOWER_H

#include "format/dag.h"
#include "net/net.h"

// What became of a group of nodes: the first and the last layer, from 1, to which its nodes
// contribute, 0 and 0 if to none; and how many units of it there are. Linear units that carry are
// of no group.
typedef struct {
    size_t first, last, units;
    int counted; // used within
} lower_group;

// Fails if the network would be too large, with too many layers, weights or digits. `groups` may
// be NULL, else has an entry for each group of nodes. At least one output. The network lacks its
// identity (net_finish).
crease_status lower(crease_net **net, const dag *g, const dag_id *output, size_t outputs,
                    lower_group *groups, crease_error *error);

#endif
