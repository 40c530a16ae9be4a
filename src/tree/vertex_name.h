// Names of vertices: one name, one point, whatever cell it is a vertex of.
//
// A vertex is where the breakpoints F of some units, and borders of the domain, meet. Their forms
// depend on the pieces of the units of earlier layers. So F and the pieces of all units before its
// last layer name the forms. The point has more names: where a unit of F is at its breakpoint it
// has the same output on both sides, so by induction over the layers the points where all of F
// vanish are the same for any pieces of units of F next to their breakpoints. Its name has the
// lower ones.
#pragma once

#include "domain/space.h"
#include "tree/maps.h"
#include <stdbool.h>

// The bytes that a name of `count` planes takes at most.
size_t walk_vertex_name_size(const walk_maps *maps, size_t count);
// The name of a point of the present cell. Returns its bytes, or 0 if there is none: a plane is not
// one of a unit or of the domain's inequalities, or a unit has too many pieces.
size_t walk_vertex_name(void *maps, unsigned char *name, const plane_origin *const *plane,
                        size_t count);
