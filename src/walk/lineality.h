// The lineality space, which all regions share: the directions of the lines that they contain.
#ifndef WALK_LINEALITY_H
#define WALK_LINEALITY_H

#include <crease/domain.h>
#include <crease/net.h>

// A region contains, with a point, the line through it in direction v iff no predicate of the
// network and no inequality of the domain can tell its points apart. Which directions these are
// does not depend on the region: as long as a unit is on one of its pieces, all
// pre-activations of a layer with breakpoints must be constant along v, and then all that
// follows is; of the rows of a maxout unit all must grow alike, and then so does the
// unit. They are a linear space L, and r = d - dim L is returned.
//
// If r < d, *section is a domain of dimension max(r, 1), to be freed, else NULL: of all points
// of the domain those that have zeros in d - r coordinates, complementary to L. The
// regions that the network has there are those of the domain, each met in a part that
// contains no line (unless r = 0: there is one region, the whole line).
size_t walk_section(crease_domain **section, const crease_net *net, const crease_domain *domain);

#endif
