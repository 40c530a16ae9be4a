// Linear regions that are proved not to be convex.
#pragma once

#include "regions/union_find.h"
#include <crease/net.h>

// regions: sets of regions of one map, the linear regions; point: one inside each of them, as many
// entries as the network has inputs. Adds to *single the sets of one region, and to *bent those
// with two points between which the network is not affine. Tries pairs of neighbours in the order
// of the walk, and others at distances 2, 4, 8, ..: an evaluation each,
// and one for each point.
void bent_count(uint64_t *single, uint64_t *bent, union_find *regions, const fmpq *point,
                const crease_net *net);
