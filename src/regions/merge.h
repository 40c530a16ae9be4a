// Linear regions and affine maps of the regions of a walk.
#ifndef REGIONS_MERGE_H
#define REGIONS_MERGE_H

#include <crease/regions.h>

// crease_count_linear, while beside->region hears of every region once, if there is one. Then
// linear is of no use after CREASE_STOPPED.
crease_status merge_count(crease_counts *counts, crease_linear_counts *linear,
                          const crease_net *net, const crease_domain *domain,
                          const crease_options *options, const crease_visitor *beside,
                          crease_error *error);

#endif
