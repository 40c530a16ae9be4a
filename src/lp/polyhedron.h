// Polyhedra as a walk makes them: a domain's, halves, and dictionaries made again.
#pragma once

#include "domain/domain.h"
#include "lp/tie.h"
#include <stdbool.h>

// The polyhedron of a domain, for which the space is made. Returns 0 if it has no interior.
bool polyhedron_from_domain(dictionary **dict, geom_space *space, const crease_domain *domain);
// Whether a domain that lies in the box low to high, perhaps infinite, has an interior. Reads only
// its dimension and its inequalities; the box affects only speed.
bool polyhedron_has_interior(const crease_domain *domain, const double *low, const double *high,
                             crease_arith arith, double tolerance);
// Whether no point satisfies all inequalities of a domain.
bool polyhedron_is_empty(const crease_domain *domain);

// The half of a polyhedron on one side of a plane that cuts it.
dictionary *polyhedron_half(geom_space *space, dictionary *dict, half_space inequality);
// Makes a dictionary of dictionary_half, unless it is made.
void polyhedron_make(geom_space *space, dictionary *dict);
// The part on one side of any plane: the same dictionary if that is all of it, NULL if it has no
// interior.
dictionary *polyhedron_clip(geom_space *space, dictionary *dict, half_space inequality);
// A dictionary of its own that follows from the inequalities alone; bounded: as in the dictionary.
dictionary *polyhedron_canonical(geom_space *space, const half_space *inequality, size_t count,
                                 int bounded);
