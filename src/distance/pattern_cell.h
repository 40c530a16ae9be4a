// Cells given by the pieces of their first units, and their points nearest to a given one.
//
// A cell is {u : the units 0 .. fixed-1 are on the given pieces}, where units are numbered layer
// by layer; with all of them fixed it is an activation region. Each unit bounds it by closed
// inequalities, the predicates of the walk, each with a side. A form without coefficients is no
// border: it lies above a breakpoint only if it is greater.
#pragma once

#include "lp/nearest_point.h"
#include "net/branch.h"
#include <stdbool.h>

typedef struct {
    size_t layer, unit; // layer as in scaled_net
} unit_place;

typedef struct {
    size_t predicate;
    int side;     // the cell lies above: 1, or below: -1
    size_t tried; // of those that a unit may have
} unit_border;

// The next border of a unit on a piece, after the one given, which is {0} at first. Returns 0 after
// the last.
bool unit_next_border(unit_border *border, const scaled_layer *layer, size_t unit, size_t piece);

typedef struct {
    branch branch;
    size_t inputs, units; // of the hidden layers
    crease_norm norm;     // in which points are near, at first the Euclidean one
    unit_place *place;
    // Inequalities that are tight at the point last looked at, negated where the cell lies below.
    nearest_point_rows tight;
    fmpz *room;
    size_t capacity;
} pattern_cell;

void pattern_cell_init(pattern_cell *cell, const scaled_net *net, size_t hidden);
void pattern_cell_clear(pattern_cell *cell);

// The point y of the cell that is nearest to x, homogeneous like x. predicate: one of the borders
// of unit fixed-1 on which y lies. Returns 0 if the cell has no interior; fixed >= 1.
bool pattern_cell_project(fmpz *y, size_t *predicate, pattern_cell *cell, const fmpz *x,
                          const uint32_t *piece, size_t fixed);

// The same for a cell that need not have an interior. Returns 0 if it is empty.
bool pattern_cell_project_closed(fmpz *y, pattern_cell *cell, const fmpz *x, const uint32_t *piece,
                                 size_t fixed);

// Fixes the other units such that the region's closure contains y, a point of the cell, which must
// have an interior: the lowest possible piece of the first of them, then of the next, and so on.
// Afterwards branch.z and branch.pattern are those of y in the region. *crossed is the first unit
// among all that has y on a border, `units` if none has, and *predicate that border. Returns 0 if
// the limits ended it.
bool pattern_cell_complete(pattern_cell *cell, const fmpz *y, uint32_t *piece, size_t fixed,
                           size_t *crossed, size_t *predicate);

// The first border of unit k on this piece that the point last looked at violates. Returns 0 if
// there is none. The units before must be up to date.
bool pattern_cell_violates(unit_border *border, pattern_cell *cell, size_t k, uint32_t piece);

// Brings branch.z and branch.pattern of all hidden layers to a point, in the region with these
// pieces.
void pattern_cell_visit(pattern_cell *cell, const fmpz *point, const uint32_t *piece);
