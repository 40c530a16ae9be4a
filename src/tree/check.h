// A checked build decides twice: integers must confirm what doubles decided.
//
// With -DCREASE_CHECKED every decision that was made without integers is repeated with them. The
// process reports the first difference and aborts. Otherwise the checks are compiled and never
// called. `make check-filter` runs the checked build.
#pragma once

#include "lp/polyhedron.h"
#include "tree/position.h"

#ifdef CREASE_CHECKED
enum { CHECKED = 1 };
#else
enum { CHECKED = 0 };
#endif

// The sign of z_unit - breakpoint of layer l at a generator. SIGN_UNKNOWN is always right, and
// float arithmetic may be wrong, so neither is checked.
void check_generator(walk_position *pos, size_t l, walk_predicate predicate, uint32_t point,
                     int found);
// The same at the origin.
void check_origin(walk_position *pos, size_t l, walk_predicate predicate, int found);
// The same at every generator, for all signs that doubles decided on the whole cell.
void check_whole_cell(walk_position *pos, size_t l, const geom_cell *cell);
// The signs that doubles found for a form on a cell without vertices.
void check_simplex(walk_position *pos, const geom_cell *cell, const form_signs *signs,
                   const fmpz *row);
// Any other result; `what` names it.
void check_same(const char *what, int found, int exact);
