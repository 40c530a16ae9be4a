// Units that are the largest of several rows.
//
// Row i has won on the part of a cell where z_i >= z_j for all j: a convex part, that the
// ties z_i = z_j cut out. A tie is no border where a third row is larger, so the parts
// are cut out one by one, instead of one tie after the other. Where rows are equal, the one
// of the lowest index has won.
//
// Several ties may lie on one plane H. Of a facet of part i there, the neighbour is
// one row n: of the rows that equal z_i on H the one that falls most steeply towards the
// part, the lowest of these. The part is cut by the tie of i and n, so that both sides of a
// facet say that the same tie has made it: for n, the row in question is i.
#ifndef WALK_MAXOUT_H
#define WALK_MAXOUT_H

#include "walk/insertion.h"

// Does for a maxout layer what insertion_survey does: fixes the pieces of units of which
// one row wins on the whole cell; of all other units all predicates are kept, side by
// side.
void maxout_survey(walker *w, size_t l, const geom_cell *cell);

// The row that wins on the whole cell, or `rank` if there is none. first is the number of
// the unit's first predicate.
uint32_t maxout_winner(walker *w, size_t l, size_t first, const geom_cell *cell);

// What the parts of one cell share.
typedef struct {
    size_t l, first;     // as above
    plane_origin origin; // of the first tie
    uint32_t *plane;     // of each tie, once it is needed; NO_PLANE before
} maxout_ties;

enum { NO_PLANE = UINT32_MAX };

// The part of the cell where row `winner` wins, cut out by the ties with its neighbours.
// Returns 0 if it has no interior.
int maxout_part(geom_cell *part, walker *w, const maxout_ties *ties, const geom_cell *cell,
                uint32_t winner);

#endif
