// The polyhedra of a path, one for each of its beginnings.
//
// Cells that are enumerated one after another have most of their path in common. For each beginning
// of it the space keeps, until the path changes there, its dictionary and the inequalities that
// integers have shown to be redundant. A facet of a polyhedron lies in a facet of each polyhedron
// around it, so these are redundant for the whole path. Proofs by doubles are kept longer
// (lp/known_proofs.h).
#pragma once

#include "lp/dictionary.h"
#include <stdbool.h>

// The result of polyhedron_canonical, for the inequalities of a cell's whole path.
dictionary *prefix_canonical(geom_space *space, const half_space *inequality, size_t count,
                             int bounded);

// The inequalities that are facets, as in polyhedron_facets. The dictionary is not changed.
size_t prefix_facets(half_space **facet, geom_space *space, const dictionary *dict, bool lower);
