// The walk of all regions, or of those that touch one point.
#ifndef WALK_NEAR_H
#define WALK_NEAR_H

#include <crease/walk.h>

// As crease_walk. focus is NULL or a point (x, w), w > 0, that lies on each of the domain's
// borders.
crease_status walk_near(crease_counts *counts, const crease_net *net, const crease_domain *domain,
                        const fmpz *focus, const crease_options *options,
                        const crease_visitor *visitor, crease_error *error);

// Counts of nothing, as after an error.
void walk_counts_reset(crease_counts *counts);

#endif
