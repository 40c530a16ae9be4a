// The engine against the reference: all results for one network.
#ifndef VERSUS_H
#define VERSUS_H

#include "ref.h"

#include <crease/domain.h>
#include <crease/walk.h>
#include <stdbool.h>

// Walks, counts and merges with the library, in both exact arithmetics, and compares all results
// with the reference. Differences are printed on stderr, the first few in words; returns their
// number.
size_t versus_reference(const ref_result *reference, const crease_net *net,
                        const crease_domain *domain);

// Whether the facets that the engine shows are exactly the inequalities that the region needs,
// which are gathered in `needed`, initialised here; otherwise *what names the error.
// (versus_facets.c)
bool versus_facets(const char **what, ref_system *needed, const crease_region *region,
                   const ref_region *reference);

// Whether it has the vertices, rays, order and volume of the reference's, whose system should be
// the one above. (versus_shape.c)
bool versus_shape(const char **what, const crease_region *region, const ref_region *reference);

#endif
