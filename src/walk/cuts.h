// Which cuts of a layer are still to be inserted into a cell.
#ifndef WALK_CUTS_H
#define WALK_CUTS_H

#include "walk/insertion.h"

// Numbers of the cuts of a layer that cut the present cell, in order; of maxout units the
// number of the first predicate.
typedef struct {
    uint32_t *cut;
    size_t count;
} cut_list;

int cuts_are_ties(const walker *w, size_t l); // the layer is one of maxout units

// All that the survey found.
cut_list cuts_all(walker *w, size_t l);

// Those of the list that cut a part of the cell too; the others fix a piece there.
cut_list cuts_left(walker *w, size_t l, const geom_cell *part, cut_list list);

// Puts a cut from the middle of the list first: parallel creases tend to come in order.
// It is the first of its unit's, as cuts_left expects.
void cuts_middle_first(const walker *w, size_t l, cut_list list);

#endif
