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

// A copy of a cell with a dictionary of its own.
void simplex_afresh(geom_cell *fresh, geom_space *space, const geom_cell *cell);

// ---- linear programs, which begin where doubles end ----

// The greatest value of a form, a point where it is attained, and a proof of the bound.
typedef struct {
    int unbounded; // it has no greatest value: of the rest only point means anything
    fmpq_t value;
    // Dimension + 1 integers. A vertex where the value is attained, its last entry positive; if
    // unbounded a direction of the cell in which the form grows, its last entry 0.
    fmpz *point;
    // form = value - sum of times[i] g_i, times[i] > 0, where g_i >= 0 is the inequality of
    // facet[i]: side times the plane's row, divided by its content. At most dimension of them, all
    // tight at the point: this is a Farkas proof, and the cone that a certificate names. Planes of
    // bounds of coordinates are made when they are needed; their origin is the inequality of the
    // domain.
    size_t count;
    cell_facet *facet;
    fmpq *times;
} simplex_optimum;
void simplex_optimum_init(simplex_optimum *of, size_t dimension);
void simplex_optimum_clear(simplex_optimum *of, size_t dimension);

// The optimum of the form that is sign (1 or -1) times the row, dimension + 1 integers, the
// constant last: with sign -1 value is minus the least value. Returns 0 on cancellation.
int simplex_greatest(simplex_optimum *of, geom_space *space, const geom_cell *cell, const fmpz *row,
                     int sign);
// Only the facets of a proof that sign times the form, which is positive nowhere, is not; there may
// be fewer than the optimum has. Solves for the multipliers at the dictionary's vertex, which
// doubles have chosen, and makes no table unless that is the wrong one.
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
