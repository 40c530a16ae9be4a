// Counts regions by images, layer by layer.
#pragma once

#include <crease/images.h>

// crease_count with CREASE_IMAGES_ALWAYS, into totals that are zero; the network has hidden layers.
// linear_regions: changed if the count ends; not NULL on a line alone.
crease_status images_count(crease_totals *totals, fmpz *linear_regions, const crease_net *net,
                           const crease_domain *domain, const crease_options *options,
                           crease_error *error);

// The same, stopped when this thread has worked for `seconds`.
crease_status images_try(crease_totals *totals, const crease_net *net, const crease_domain *domain,
                         const crease_options *options, double seconds, crease_error *error);

// CREASE_ERROR if counting by images does not have these options.
crease_status images_refuse(const crease_options *options, crease_error *error);

// The numbers of a walk region by region.
void totals_take_counts(crease_totals *totals, const crease_counts *counts);
