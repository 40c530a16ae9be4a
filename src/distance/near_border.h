// The nearest border of the region that a point lies in.
#ifndef DISTANCE_NEAR_BORDER_H
#define DISTANCE_NEAR_BORDER_H

#include "distance/near_planes.h"

typedef struct {
    fmpq_t square; // of the distance
    size_t k, predicate;
    fmpz *row; // the form
    size_t columns;
} near_border;

void near_border_init(near_border *border, size_t columns);
void near_border_clear(near_border *border);

// The nearest of all hyperplanes that bound the region, the first of equal ones; planes have been
// entered at a point inside, with these pieces. Returns 0 if nothing bounds it.
int near_border_find(near_border *border, near_planes *planes, const uint32_t *piece);

// The point of the hyperplane that is nearest to x; both homogeneous.
void near_border_foot(fmpz *foot, const near_border *border, const fmpz *x);

#endif
