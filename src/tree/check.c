// A checked build decides twice: integers must confirm what doubles decided.
#include "tree/check.h"

#include "base/fatal.h"
#include "base/limits.h"
#include <flint/fmpz_vec.h>

// Without the judge: a check is not a decision.
static void check_at(walk_position *pos, size_t l, walk_predicate predicate, const fmpz *point,
                     int sign)
{
    ASSERT(l < pos->maps.layers);
    ASSERT(pos->judge.arith <= CREASE_FLOAT);
    slong columns = (slong)pos->maps.columns;
    fmpz *form = _fmpz_vec_init(columns);
    fmpz_t value;
    fmpz_init(value);
    walk_maps_form(&pos->maps, form, l, predicate.unit, predicate.breakpoint);
    _fmpz_vec_dot(value, form, point, columns);
    int exact = fmpz_sgn(value);
    fmpz_clear(value);
    _fmpz_vec_clear(form, columns);
    // If the run was cancelled meanwhile, the integers are unfinished.
    if (sign == exact || run_is_cancelled())
        return;
    FATAL("sign of layer %zu, unit %u, breakpoint %u: decided %d, exactly %d", l - 1,
          predicate.unit, predicate.breakpoint, sign, exact);
}

static bool needs_no_check(const walk_position *pos, int sign)
{
    ASSERT(pos->judge.arith <= CREASE_FLOAT);
    return pos->judge.arith == CREASE_FLOAT || sign == SIGN_UNKNOWN;
}

void check_generator(walk_position *pos, size_t l, walk_predicate predicate, uint32_t point,
                     int sign)
{
    ASSERT(l < pos->maps.layers);
    ASSERT(point < pos->space.point_rows.count);
    ASSERT(pos->judge.arith <= CREASE_FLOAT);
    if (!needs_no_check(pos, sign))
        check_at(pos, l, predicate, space_point_row(&pos->space, point), sign);
}

void check_origin(walk_position *pos, size_t l, walk_predicate predicate, int sign)
{
    ASSERT(l < pos->maps.layers);
    ASSERT(pos->judge.arith <= CREASE_FLOAT);
    if (needs_no_check(pos, sign))
        return;
    fmpz *origin = _fmpz_vec_init((slong)pos->maps.columns);
    fmpz_one(origin + pos->maps.columns - 1);
    check_at(pos, l, predicate, origin, sign);
    _fmpz_vec_clear(origin, (slong)pos->maps.columns);
}

// On which side of a predicate the whole cell lies.
static void check_side(walk_position *pos, size_t l, const geom_cell *cell,
                       walk_predicate predicate, int side)
{
    ASSERT(l < pos->maps.layers);
    ASSERT(side >= -1 && side <= SIGN_UNKNOWN);
    ASSERT(cell_is_made(cell));
    ASSERT(pos->judge.arith <= CREASE_FLOAT);
    if (needs_no_check(pos, side))
        return;
    fmpz *row = _fmpz_vec_init((slong)pos->maps.columns);
    walk_maps_form(&pos->maps, row, l, predicate.unit, predicate.breakpoint);
    if (!cell_lies_beside(cell, &pos->space, row, side) && !run_is_cancelled())
        FATAL("sign of layer %zu, unit %u, breakpoint %u: not %d on the whole cell", l - 1,
              predicate.unit, predicate.breakpoint, side);
    _fmpz_vec_clear(row, (slong)pos->maps.columns);
}

void check_whole_cell(walk_position *pos, size_t l, const geom_cell *cell)
{
    ASSERT(l < pos->maps.layers);
    ASSERT(cell_is_made(cell));
    ASSERT(pos->judge.arith <= CREASE_FLOAT);
    const rounded_layer *net = pos->maps.layer[l].rounded;
    for (uint32_t b = 0; b < net->breakpoints; b++)
        for (size_t j = 0; j < net->rows_with_breakpoint[b]; j++)
            check_side(pos, l, cell, (walk_predicate){net->owner[j], b},
                       insertion_tried(pos, l, j, b));
}
