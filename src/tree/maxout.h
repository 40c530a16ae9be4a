// Units that are the largest of several rows.
//
// Row i attains the maximum (wins) on the part of a cell where z_i >= z_j for all j. This part is
// convex, and ties z_i = z_j bound it. A tie is not a border where a third row is larger, so the
// parts are cut out one by one, instead of one tie after the other. Among equal rows the one with
// the lowest index wins.
#pragma once

#include "tree/insertion.h"
#include <stdbool.h>

// The parts of a cell, one for each row of a unit that wins somewhere.
typedef struct {
    geom_cell *cell;
    uint32_t *winner;
    size_t count;
} part_list;

// Divides the cell for the unit whose first predicate is number `first` of its layer. origin
// belongs to its first tie; its ties have the split numbers from origin.split on. Parts are in the
// order of the rows or, in line order, which has one dimension, of the line.
part_list maxout_parts(walk_position *pos, size_t first, plane_origin origin, const geom_cell *cell,
                       bool line_order);

// If a row attains the maximum nowhere: another row that is at least as large on *part, the part of
// the cell that its ties leave. Else the row itself. No ties are made with a row j that another row
// beats everywhere (beater[j] != j), since the ties of other rows bound the part. Makes planes,
// points and slots.
uint32_t maxout_refute(geom_cell *part, walk_position *pos, size_t first, plane_origin origin,
                       const geom_cell *cell, const uint32_t *beater, uint32_t row);
