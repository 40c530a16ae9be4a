// From a graph of single numbers to layers.
//
// The depth of a unit, the number of units on the longest path to it, is its layer. Linear units
// carry values past the layers between; affine parts are composed into the weights of the layer
// that reads them, except that an affine node known before a layer is carried as it is, such as the
// sum of a residual connection. Units that no output depends on are omitted. A last linear layer
// makes the outputs, unless they are the units of the last layer, once each: then these units have
// the order of the outputs.
#pragma once

#include "format/dag.h"
#include "net/net.h"
#include <stdbool.h>

// The layers and units that come from a group of nodes: the first and the last layer, from 1, that
// its nodes contribute to, or 0, and the number of its units. Linear units that carry values belong
// to no group.
typedef struct {
    size_t first, last, units;
    bool counted; // used within
} lower_group;

// keeps: units that no output depends on stay, if they are not deeper than all outputs. Fails if
// the network would be too large. At least one output. `groups` is NULL or has a zeroed entry for
// each group of nodes. The network still lacks its identity (net_finish).
crease_status lower(crease_net **net, const dag *g, const dag_id *output, size_t outputs,
                    bool keeps, lower_group *groups, crease_error *error);
