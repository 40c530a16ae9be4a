// Questions about a cell without vertices (geom_cell with a dictionary, cell->simplex), answered
// exactly: facets, a point inside, boundedness, the range of a form, proofs.
//
// Every function takes a cell that simplex_afresh has made. Its dictionary follows from the
// inequalities of the path alone, not from what the enumeration did before, so answers are the
// same for any number of threads and tasks if the same questions are asked in the same order.
// Queries change the dictionary, so only one thread may use a cell. Memory comes from space->cells
// and lasts until that is released. On cancellation (base/limits.h) the results are valid but
// meaningless.
//
//     geom_cell cell;
//     simplex_afresh(&cell, space, region->cell);
//     simplex_optimum best;
//     simplex_optimum_init(&best, space->dimension);
//     if (simplex_greatest(&best, space, &cell, row, 1) && !best.unbounded)
//         ... best.value, best.point, best.facet[i], best.times[i] ...
//     simplex_optimum_clear(&best, space->dimension);
//
// Cost: simplex_afresh a few climbs in doubles, about 1 us for each inequality of the path in 8
// dimensions; simplex_greatest one program in integers, which begins where doubles have ended, 20
// to 200 us there; simplex_facets one program for each inequality that no point proves to be a
// facet.
#pragma once

#include "geom/simplex.h"
#include "geom/simplex_exact.h"

// A copy of a cell with a dictionary of its own.
void simplex_afresh(geom_cell *fresh, geom_space *space, const geom_cell *cell);

// ---- linear programs, which begin where doubles end ----

// simplex_program and simplex_refutation of geom/simplex_exact.h.
int simplex_greatest(simplex_optimum *of, geom_space *space, const geom_cell *cell, const fmpz *row,
                     int sign);
int simplex_refute(simplex_optimum *of, geom_space *space, const geom_cell *cell, const fmpz *row,
                   int sign);

// ---- the cell ----

// A point inside, exactly: dimension numbers, initialised by the caller. A mean of points of the
// cell; if doubles find it, truncated to as few binary digits as keep it inside.
void simplex_interior(fmpq *x, geom_space *space, const geom_cell *cell);

// The inequalities that are facets, bounds of coordinates first, then in the order of the path;
// planes as in simplex_optimum. If several are equal, only the first counts. Returns their number;
// the list lives in space->cells.
size_t simplex_facets(cell_facet **facet, geom_space *space, const geom_cell *cell);

// A point, like that of simplex_interior, beyond one facet that is not a bound of a coordinate, and
// inside all other inequalities.
void simplex_beyond(fmpq *x, geom_space *space, const geom_cell *cell, uint32_t plane);

// Moves outwards, by 1 or by -1 back, each bound of a coordinate that is none of the cell's facets,
// so that programs do not use it.
void simplex_move_others(geom_space *space, const cell_facet *facet, size_t facets, int by);
