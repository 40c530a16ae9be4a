// Linear regions and affine maps of the regions of a walk.
#ifndef REGIONS_MERGE_H
#define REGIONS_MERGE_H

#include "regions/joining.h"
#include <crease/regions.h>

// crease_count_linear, which leaves witnesses of the maps, to be cleared whatever it returns,
// unless NULL.
crease_status merge_count(crease_counts *counts, crease_linear_counts *linear,
                          const crease_net *net, const crease_domain *domain,
                          const crease_options *options, row_table *witnesses, crease_error *error);

// Whether the witnesses prove that no other region of that walk has the same map.
int merge_is_alone(const row_table *witnesses, const crease_region *region);

// Counts a share of the work, and leaves what it has to know of the others, to be cleared whatever
// it returns. Any region may have the same map as one of another share, so each is looked at, in
// one walk.
crease_status merge_share(crease_counts *counts, joining *share, const crease_net *net,
                          const crease_domain *domain, const crease_options *options,
                          crease_error *error);

#endif
