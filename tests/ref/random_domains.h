// Random domains of all kinds.
#ifndef RANDOM_DOMAINS_H
#define RANDOM_DOMAINS_H

#include "base/random.h"
#include <crease/domain.h>

// The whole space, a box, or a polytope with the origin inside, bounded or not.
crease_domain *random_domain(random_state *random, size_t dimension);

// Sometimes embeds a domain of dimension d into a space of more dimensions; returns how many these
// are.
size_t random_inputs(random_state *random, crease_domain *domain, size_t d);

#endif
