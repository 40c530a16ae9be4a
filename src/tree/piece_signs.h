// Which pieces cuts of a layer divide a cell into, by the signs of the cuts there, without making
// them.
//
// A piece is a convex polygon, so it has a vertex, and around a vertex the signs of all cuts are
// known where no more cuts meet than must: at a vertex of the cell those there, where one cut ends
// inside an edge either of its own, where two cross inside the cell all four of theirs. The first
// two are all pieces that have a part of the border; two cuts cross iff there are such in all four
// quadrants that they make (docs/algorithms.md). Where a sign is zero, or doubles do not know it,
// this says nothing: the pieces must be made.
#ifndef TREE_PIECE_SIGNS_H
#define TREE_PIECE_SIGNS_H

#include "tree/insertion.h"

// Of so many cuts; with every crossing, beside the first piece and one for each cut, a piece comes.
enum { PIECE_CUTS = 8, MOST_PIECES = 1 + PIECE_CUTS + PIECE_CUTS * (PIECE_CUTS - 1) / 2 };

typedef struct {
    size_t count;
    unsigned char above[MOST_PIECES];  // bit k: above cut k of the list
    unsigned char crossed[PIECE_CUTS]; // bit f of crossed[k]: cuts f < k and k cross in the cell
} piece_signs;

// list: as for walk_pieces (tree/pieces.h), of which this is for at most PIECE_CUTS. Only for
// bounded cells, and, of more than one cut, polygons. Returns 0 if it says nothing.
int piece_signs_find(piece_signs *pieces, walk_position *pos, size_t l, const geom_cell *cell,
                     hyperplane_list list);

// The keys of the maps of the network (residues.h) on the pieces; l is the last layer that takes
// part in the pattern.
void piece_signs_keys(uint64_t key[MOST_PIECES], walk_position *pos, size_t l, hyperplane_list list,
                      const piece_signs *pieces);

#endif
