// Slices: the affine parametrization of a domain.
#ifndef GEOM_SLICE_H
#define GEOM_SLICE_H

#include "geom/domain.h"

// Takes the parametrization, inputs rows of dimension + 1 entries, for a domain that has none yet,
// and adds to the domain's text where it lies.
void domain_set_parametrization(crease_domain *domain, fmpq *parametrization, size_t inputs);

#endif
