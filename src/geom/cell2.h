// Convex polygons of the plane, bounded or not.
//
// A cell is its generators in counterclockwise order; each generator carries the line of
// the edge that leaves it, oriented so that the cell lies on its positive side. An
// unbounded cell is a polygon too: generators at infinity are directions, and the line
// at infinity may be an edge. Consecutive generators are never antipodal (as seen from
// the origin of R^3): where a line would run from a direction to its opposite, its
// foot is put in as a generator. So every cell but the whole plane is the cone spanned
// by its generators, and a form's signs at the generators are its signs on the cell. The
// whole plane has its four axis directions as generators, none of them finite.
//
// Generators may be flat (both edges on one line); nothing below minds.
#ifndef GEOM_CELL2_H
#define GEOM_CELL2_H

#include "geom/cell.h"

void cell2_from_box(geom_cell *cell, geom_space *space, const crease_domain *box);
// What the approximations of the generators tell, into a box of dimension 2; 0 if a generator lies
// at infinity.
int cell2_box(box_approx *box, const geom_cell *cell, const geom_space *space);

#endif
