// The neurons of one layer meet one cell: predicates, and which hyperplanes split it.
#ifndef TREE_INSERTION_H
#define TREE_INSERTION_H

#include "base/memory.h"
#include "tree/position.h"

typedef struct {
    int below, above; // the form is negative / positive somewhere on the cell
} sides;

// Numbers of the hyperplanes that split the present cell, in order; of maxout units the number of
// the first predicate.
typedef struct {
    uint32_t *number;
    size_t count;
} hyperplane_list;

// Decides every predicate of layer l on the cell, whose generators have slots 0, 1, 2, ...
// Fixes the pieces of the units whose hyperplanes do not split the cell and keeps those that do, in
// the order of units and breakpoints. The cell comes to know its corners. A form that vanishes on
// the whole cell is not above: the lower piece. Of a maxout unit of which no row wins on the whole
// cell all predicates are kept, side by side.
void insertion_survey(walk_position *pos, size_t l, geom_cell *cell);

// Room for signs at all slots in use.
static inline void insertion_room(insertion *in)
{
    MEMORY_RESERVE(in->memo, in->memo_capacity, in->slots * in->memo_row + 1);
}
// Slots from number `from` on are new: no sign is known there.
void insertion_reserve(insertion *in, uint32_t from);

// Where hyperplane k lies on the cell; sign[i] is its sign at generator i. A sign at a slot is
// decided at most once.
sides insertion_sides(walk_position *pos, size_t l, size_t k, const geom_cell *cell,
                      signed char *sign);
// The same of a polygon, as far as signs are remembered. Returns whether all are, and none is 0.
int insertion_corner_signs(corner_signs *signs, const walk_position *pos, size_t l, size_t k,
                           const geom_cell *cell);

// The form of hyperplane k, in doubles and in integers.
static inline double *insertion_form(const insertion *in, size_t k)
{
    return in->form + 2 * in->rows.columns * k;
}
const fmpz *insertion_row(walk_position *pos, size_t l, size_t k);
// Its doubles, if they are exact; returns whether they are. In the plane.
int insertion_grained(grained *form, const walk_position *pos, size_t l, size_t k);
// Takes the doubles from double-doubles, if that can help. Returns whether they have changed.
int insertion_tighten(walk_position *pos, size_t l, size_t k);

// ---- maxout ----

// How many rows the unit of hyperplane k has, and whether it is a maxout unit.
static inline size_t insertion_rank(const walk_position *pos, size_t l, size_t k)
{
    return unit_rank(&pos->maps.layer[l].rounded->unit, pos->inserts[l].kept[k].unit);
}
static inline int insertion_is_maxout(const walk_position *pos, size_t l, size_t k)
{
    return pos->maps.layer[l].rounded->has_maxout && insertion_rank(pos, l, k) > 1;
}

// Of the unit whose first predicate is number `first`: where row i beats row j (or is as large, if
// it comes first): on all of the cell, on some of it with interior, or on none.
typedef enum { NOWHERE, PARTLY, EVERYWHERE } extent;
extent insertion_beats(walk_position *pos, size_t l, size_t first, const geom_cell *cell, size_t i,
                       size_t j, signed char *sign);
// Which of a unit's predicates is the tie of two rows.
size_t insertion_tie(size_t rank, size_t i, size_t j);

// ---- which hyperplanes are still to be inserted ----

// All that the survey found.
hyperplane_list hyperplanes_all(walk_position *pos, size_t l);

// Splits the cell by hyperplane k, which has become that plane: below, above. Doubles try the signs
// of `rest`, the others that are left, at the new generators of a polygon. Returns whether the
// first generator of the cell lies above.
int insertion_split(geom_cell half[2], walk_position *pos, size_t l, size_t k,
                    const geom_cell *cell, uint32_t plane, hyperplane_list rest);

// Those of the list that split a part of the cell too; the others fix a piece there.
hyperplane_list hyperplanes_left(walk_position *pos, size_t l, const geom_cell *part,
                                 hyperplane_list list);

#endif
