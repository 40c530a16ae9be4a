// Planes and points that are given in integers: the borders of the domain.
#pragma once

#include "domain/space.h"

// These make a plane or a point and return its index. A row has d + 1 entries; a plane has no
// origin.
uint32_t space_add_border(geom_space *space, const fmpz *row);
// The same of bound number 2 c + upper of coordinate c.
uint32_t space_add_bound(geom_space *space, size_t number, const fmpq *bound);
// The plane of inequality i of the domain, which is positive inside.
uint32_t space_add_inequality(geom_space *space, const crease_domain *domain, size_t i);
// A homogeneous point, w >= 0.
uint32_t space_add_point(geom_space *space, const fmpz *row);
