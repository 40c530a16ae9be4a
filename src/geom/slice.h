// Slices: the chart of a domain.
#ifndef GEOM_SLICE_H
#define GEOM_SLICE_H

#include "geom/domain.h"

// Takes the chart, inputs rows of dimension + 1 entries, for a domain that has none yet, and
// adds to the domain's text where it lies.
void domain_set_chart(crease_domain *domain, fmpq *chart, size_t inputs);

#endif
