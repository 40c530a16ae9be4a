// Domains: the convex set of inputs that is looked at, whole space or a box.
#ifndef CREASE_DOMAIN_H
#define CREASE_DOMAIN_H

#include <crease/status.h>
#include <flint/fmpq.h>

#pragma GCC visibility push(default)

typedef struct crease_domain crease_domain;

// The whole space R^dimension.
crease_domain *crease_domain_new_space(size_t dimension);

// The box with lo[i] <= x_i <= hi[i]; lo and hi have dimension entries and are
// copied. CREASE_ERROR unless lo[i] < hi[i] for every i.
crease_status crease_domain_new_box(crease_domain **domain, const fmpq *lo, const fmpq *hi,
                                    size_t dimension, crease_error *error);

// The box spelled "LO,HI" (every input) or "LO1,HI1,LO2,HI2,...", each number
// an integer, a decimal, p/q or a hexadecimal float, taken exactly.
crease_status crease_domain_parse_box(crease_domain **domain, const char *text, size_t dimension,
                                      crease_error *error);

void crease_domain_free(crease_domain *domain);

size_t crease_domain_dimension(const crease_domain *domain);
int crease_domain_is_bounded(const crease_domain *domain);
// "R^2" or "[-2, 3] x [-2, 2]", borrowed from the domain.
const char *crease_domain_text(const crease_domain *domain);

#pragma GCC visibility pop
#endif
