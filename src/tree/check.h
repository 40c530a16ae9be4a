// A checked build decides twice: integers must confirm what doubles decided.
//
// With -DCREASE_CHECKED every decision that was made without integers is repeated with them. The
// process reports the first difference and aborts. Otherwise the checks are compiled and never
// called. `make check-filter` runs the checked build.
#pragma once

#include "base/fatal.h"
#include "tree/position.h"

// The sign of z_unit - breakpoint of layer l at a generator. SIGN_UNKNOWN is always right, and
// float arithmetic may be wrong, so neither is checked.
void check_generator(walk_position *pos, size_t l, walk_predicate predicate, uint32_t point,
                     int sign);
// The same at the origin.
void check_origin(walk_position *pos, size_t l, walk_predicate predicate, int sign);
// The same at every generator, for all signs that doubles decided on the whole cell.
void check_whole_cell(walk_position *pos, size_t l, const geom_cell *cell);
