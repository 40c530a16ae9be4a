// Linear regions and affine maps of the regions of a walk.
#pragma once

#include "exact/key_set.h"
#include <crease/regions.h>

// crease_count_linear, which leaves witnesses of the maps, initialised before, to be cleared
// whatever it returns.
crease_status merge_count(crease_counts *counts, crease_linear_counts *linear,
                          const crease_net *net, const crease_domain *domain,
                          const crease_options *options, key_set *witnesses, crease_error *error);
