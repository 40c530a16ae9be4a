// Writes the tree of a certificate, line by line (certificate.md).
//
// Cones cross out the pieces of units that are in force nowhere in a case, so that the checker
// splits where the enumeration does. A cone in scope at the same vertex is used again.
#pragma once

#include "proof/write_path.h"
#include "tree/region.h"
#include "tree/tree.h"

walk_tracer proof_tracer(proof *p);
void proof_region(proof *p, const crease_region *region);
