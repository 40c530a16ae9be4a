// Counts the pieces into which cuts of a layer divide a cell, without making them.
//
// Insert the cuts one by one. A cut that meets the earlier ones in p distinct
// interior points of the cell runs through p + 1 pieces and divides each in two; one that
// lies on an earlier cut divides none. So the number of pieces is 1 + sum (p + 1).
//
// Each unbounded piece has a part of the border at infinity, which the ends there divide.
// docs/algorithms.md shows how many pieces are unbounded.
#pragma once

#include "tree/insertion.h"
#include <stdbool.h>

typedef struct {
    uint64_t all, bounded;
} piece_counts;

// Whether walk_pieces applies: to units of one variable, in cells of two dimensions; one cut may
// divide a cell of any dimension.
bool walk_pieces_can(walk_position *pos, size_t l, size_t cuts);

// `list` holds the cuts of the layer that cut the cell. The cell was surveyed for layer l or arose
// from such a cell by cuts of that layer. Unless added is NULL, added[k] is how many pieces cut k
// adds to those of the cuts before it. Cost for m cuts: O(m log m) signs, O(m^2) comparisons of
// integers, and a sort of the meeting points along each cut.
piece_counts walk_pieces(walk_position *pos, size_t l, const geom_cell *cell, const uint32_t *list,
                         size_t cuts, uint64_t *added);

// The key of the output map (tree/fingerprint.h) of each piece, in no particular order; l is the
// last layer with a pattern. Returns pieces->all keys, which live until the arena of cells is
// released. Changes the pattern of the listed units. Cost: as for twice as many cuts.
//
// The border of the cell begins before its first vertex, and each cut runs from its first to its
// second end along the border, with the beginning on its left. A walk along the border and each cut
// changes the key by a fixed difference at each cut that it crosses. It passes each piece once
// where the piece begins: docs/algorithms.md has the proof.
const uint64_t *walk_piece_keys(piece_counts *pieces, walk_position *pos, size_t l,
                                const geom_cell *cell, const uint32_t *list, size_t cuts);
