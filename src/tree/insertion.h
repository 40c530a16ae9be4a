// The neurons of one layer meet one cell: predicates, and which hyperplanes split it.
#pragma once

#include "base/fatal.h"
#include "base/memory.h"
#include "tree/position.h"
#include <stdbool.h>

// Numbers of the hyperplanes that split the present cell, in order. A maxout unit is listed by the
// number of its first predicate.
typedef struct {
    uint32_t *number;
    size_t count;
} hyperplane_list;

// Decides every predicate of layer l on the cell, whose generators have slots 0, 1, 2, ... Fixes
// the pieces of the units whose hyperplanes do not split the cell. Keeps the hyperplanes that do,
// in the order of units and breakpoints. Sets the corners of the cell. A form that vanishes on the
// whole cell is not above, and means the lower piece. If no row of a maxout unit attains the
// maximum on the whole cell, all its predicates are kept, side by side.
void insertion_survey(walk_position *pos, size_t l, geom_cell *cell);

// Reserves memory for the signs at all slots in use.
static inline void insertion_room(insertion *in)
{
    MEMORY_RESERVE(in->memo, in->memo_capacity, in->slots * in->memo_row + 1);
}
// The signs of all hyperplanes at a vertex that its cells share, by insertion.number, or NULL. A
// hyperplane has several forms around it, but these are one continuous function, which has one sign
// there.
static inline unsigned char *insertion_signs_at(const walk_position *pos, uint32_t point)
{
    return pos->space.is_numbered ? pos->space.label[point].signs : NULL;
}
// Slots from number `from` on are new generators, the latest points: of their signs those are known
// that other cells have decided.
void insertion_reserve(walk_position *pos, size_t l, uint32_t from);

// Where hyperplane k lies on the cell; sign[i], unless sign is NULL, is its sign at generator i.
// Each sign at a slot is decided at most once.
sides insertion_sides(walk_position *pos, size_t l, size_t k, const geom_cell *cell,
                      signed char *sign);
// Only the signs at the generators, if it has any.
void insertion_signs(signed char *sign, walk_position *pos, size_t l, size_t k,
                     const geom_cell *cell);
// The same for a polygon, from remembered signs. Returns whether all are known and none is 0.
bool insertion_corner_signs(corner_signs *signs, const walk_position *pos, size_t l, size_t k,
                            const geom_cell *cell);

// The form of hyperplane k, in doubles and in integers.
static inline double *insertion_form(const insertion *in, size_t k)
{
    return in->form + 2 * in->rows.columns * k;
}
const fmpz *insertion_row(walk_position *pos, size_t l, size_t k);
// Its sign at a point, by doubles or else by integers.
int insertion_decide(walk_position *pos, size_t l, size_t k, uint32_t point);

// ---- maxout ----

// How many rows the unit of hyperplane k has, and whether it is a maxout unit.
static inline size_t insertion_rank(const walk_position *pos, size_t l, size_t k)
{
    ASSERT(l < pos->maps.layers);
    ASSERT(k < pos->inserts[l].predicates);
    return unit_rows(&pos->maps.layer[l].rounded->unit, pos->inserts[l].kept[k].unit);
}
static inline bool insertion_is_maxout(const walk_position *pos, size_t l, size_t k)
{
    ASSERT(l < pos->maps.layers);
    ASSERT(k < pos->inserts[l].predicates);
    return pos->maps.layer[l].rounded->has_maxout && insertion_rank(pos, l, k) > 1;
}

// Where row i of a maxout unit beats row j (or equals it, if i < j): nowhere, on a part of the cell
// with interior, or on all of it. `first` is the number of the unit's first predicate.
typedef enum { NOWHERE, PARTLY, EVERYWHERE } coverage;
coverage insertion_beats(walk_position *pos, size_t l, size_t first, const geom_cell *cell,
                         size_t i, size_t j, signed char *sign);
// The index, among a unit's predicates, of the tie of two rows.
size_t insertion_tie(size_t rank, size_t i, size_t j);

// ---- hyperplanes that are still to be inserted ----

// All hyperplanes that the survey has kept.
hyperplane_list hyperplanes_all(walk_position *pos, size_t l);

// Splits the cell by hyperplane k, now also a plane of the space, into below and above. Doubles try
// the signs of `rest`, the remaining hyperplanes, at the new generators of a polygon. Returns
// whether the first generator of the cell lies above.
int insertion_split(geom_cell half[2], walk_position *pos, size_t l, size_t k,
                    const geom_cell *cell, uint32_t plane, hyperplane_list rest);

// The hyperplanes of the list that also split a part of the cell; the others fix a piece there.
hyperplane_list hyperplanes_left(walk_position *pos, size_t l, const geom_cell *part,
                                 hyperplane_list list);
