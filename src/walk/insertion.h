// The neurons of one layer meet one cell.
#ifndef WALK_INSERTION_H
#define WALK_INSERTION_H

#include "geom/cell.h"
#include "walk/layer.h"

typedef struct walker walker; // tree.h

// One predicate put to a cell: on which side of z_unit = breakpoint does it lie? For
// maxout breakpoint is the number of a pair of rows: which of them is the larger?
typedef struct {
    uint32_t unit, breakpoint;
} cut;

// The neurons of one layer being inserted into one cell of the layer before.
// Only those that cut the cell are kept (of maxout units that are not settled, all
// predicates); they are inserted one at a time into the
// cells that arise. Signs at a generator are remembered under the generator's slot, so
// that no sign is decided twice although cells share generators.
typedef struct {
    size_t predicates; // units x breakpoints: how many cuts there can be
    cut *cuts;         // predicates
    double *form;      // of each cut, as in exact/point.h
    rows rows;         // integers of each cut, on demand
    size_t count;
    signed char *memo; // slots x predicates: -1, 0, 1 or SIGN_UNKNOWN
    size_t memo_capacity;
    uint32_t slots; // in use
    // Scratch: what doubles say of each unit on the whole cell.
    double *low, *high; // breakpoints x stride
    uint32_t *open;     // by unit: some breakpoint is not decided
    double *asked;      // one form
    double *box;        // of a box_approx
} insertion;

typedef struct {
    int below, above; // the form is negative / positive somewhere on the cell
} sides;

void insertion_init(insertion *in, const walk_layer *layer);
void insertion_clear(insertion *in);

// Puts every predicate of layer l to the cell, whose generators have slots 0, 1, 2, ...
// Fixes the pieces of the units that do not cut the cell and lists those that do, in
// the order of units and breakpoints. A form that vanishes on the whole cell is not
// above: the lower piece.
void insertion_survey(walker *w, size_t l, const geom_cell *cell);

// Slots from number `from` on are new: no sign is known there.
void insertion_reserve(insertion *in, uint32_t from);

// Asks on which side of a predicate the cell lies, as number in->count of the cuts; to keep
// it as one, in->count is to be raised. sign: scratch, one for each generator.
sides insertion_ask(walker *w, size_t l, const geom_cell *cell, cut predicate, signed char *sign);

// Where cut k lies on the cell; sign[i] is its sign at generator i. A sign at a slot is
// decided at most once.
sides insertion_sides(walker *w, size_t l, size_t k, const geom_cell *cell, signed char *sign);
// The form of cut k, in doubles and in integers.
static inline double *insertion_form(const insertion *in, size_t k)
{
    return in->form + 2 * in->rows.columns * k;
}
const fmpz *insertion_row(walker *w, size_t l, size_t k);

#endif
