// Questions about a polyhedron, answered exactly: a point inside, facets, a point beyond one.
//
// Every function takes a dictionary that polyhedron_canonical has made. It follows from the
// inequalities alone, not from what the enumeration did before, so answers are the same for any
// number of threads and tasks if the same questions are asked in the same order. Some queries
// change the dictionary, so only one thread may use it. Memory comes from space->cells and lasts
// until that is released. On cancellation (base/limits.h) the results are valid but meaningless.
//
// Cost: polyhedron_canonical a few climbs in doubles, about 1 us for each inequality in 8
// dimensions; program_maximise one program in integers, which begins where doubles have ended, 20
// to 200 us there; polyhedron_facets one program in doubles for each inequality that no point near
// a vertex proves to be a facet.
#pragma once

#include "lp/polyhedron.h"

// A point inside, exactly: dimension numbers, initialised by the caller. If doubles find it, it is
// rounded to as few binary digits as keep it inside, and does not depend on earlier queries.
void polyhedron_interior(fmpq *x, geom_space *space, dictionary *dict);

// The inequalities that are facets, bounds of coordinates first, then in the order of the path;
// planes as in program_optimum. If several are equal, only the first counts. Returns their number;
// the list lives in space->cells. lower: only those on creases that the polyhedron lies below.
size_t polyhedron_facets(half_space **facet, geom_space *space, dictionary *dict, bool lower);

// A point, like that of polyhedron_interior, beyond one facet that is not a bound of a coordinate,
// and inside all other inequalities.
void polyhedron_point_beyond(fmpq *x, geom_space *space, dictionary *dict, uint32_t plane);

// Moves outwards, by 1 or by -1 back, each bound of a coordinate that is none of the cell's facets,
// so that programs do not use it.
void polyhedron_relax_others(geom_space *space, const half_space *facet, size_t facets, int by);
