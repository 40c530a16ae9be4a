// Units that are the largest of several rows.
//
// Row i has won on the part of a cell where z_i >= z_j for all j: a convex part, that the
// ties z_i = z_j cut out. A tie is no border where a third row is larger, so the parts
// are cut out one by one, instead of one tie after the other. Where rows are equal, the one
// of the lowest index has won.
#ifndef WALK_MAXOUT_H
#define WALK_MAXOUT_H

#include "walk/insertion.h"

// Does for a maxout layer what insertion_survey does: fixes the pieces of units of which
// one row wins on the whole cell; of all other units all questions are kept, side by
// side.
void maxout_survey(walker *w, size_t l, const geom_cell *cell);

// The row that wins on the whole cell, or `fan` if there is none. first is the number of
// the unit's first question.
uint32_t maxout_winner(walker *w, size_t l, size_t first, const geom_cell *cell);

// What the parts of one cell share.
typedef struct {
    size_t l, first;     // as above
    plane_origin origin; // of the first tie
    uint32_t *plane;     // of each tie, once it is needed; NO_PLANE before
} maxout_ties;

enum { NO_PLANE = UINT32_MAX };

// The part of the cell where row `winner` wins. Returns 0 if it has no interior.
int maxout_part(geom_cell *part, walker *w, const maxout_ties *ties, const geom_cell *cell,
                uint32_t winner);

#endif
