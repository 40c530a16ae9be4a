// The common part of two regions on a hyperplane that bounds both.
#ifndef SHARED_FACET_H
#define SHARED_FACET_H

#include "portrait.h"
#include <crease/status.h>
#include <mpfr.h>
#include <stdbool.h>

// Whether rows a and b are opposite, up to a positive factor; both primitive.
bool rows_are_opposite(const fmpq *a, const fmpq *b, size_t columns);

// All inequalities of both regions on the hyperplane plane = 0, as *count rows of d entries, in the
// d - 1 coordinates other than number *axis. To be freed with _fmpq_vec_clear(rows, *count * d).
fmpq *shared_facet(size_t *axis, size_t *count, const portrait_region *a, const portrait_region *b,
                   const fmpq *plane, size_t d);

// Adds the volume of dimension d - 1 of the common part on each hyperplane that bounds both. The
// last root is taken by MPFR, the volumes of projections by Lasserre's formula.
void shared_facets_measure(mpfr_t sum, const portrait_region *a, const portrait_region *b,
                           size_t d);
enum { SHARED_FACET_BITS = 400 }; // of such sums

// Whether an enclosure contains such a sum, up to what its roots have rounded, and is narrow:
// hi - lo <= 10^-digits lo.
bool enclosure_holds(const crease_enclosure *e, const mpfr_t value, unsigned digits);

#endif
