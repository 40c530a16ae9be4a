// A checked build decides twice: integers must confirm what doubles decided.
#include "tree/check.h"

#include "base/limits.h"
#include "lp/polyhedron.h"
#include <flint/fmpz_vec.h>
#include <stdio.h>
#include <stdlib.h>

static _Noreturn void abort_walk(const char *what, int found, int exact)
{
    fprintf(stderr, "crease: checked build: %s: decided %d, exactly %d\n", what, found, exact);
    abort();
}

void check_same(const char *what, int found, int exact)
{
    if (found != exact)
        abort_walk(what, found, exact);
}

// Without the judge: a check is not a decision.
static void check_at(walk_position *pos, size_t l, walk_predicate predicate, const fmpz *point,
                     int found)
{
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
    if (found == exact || run_is_cancelled())
        return;
    char what[100];
    snprintf(what, sizeof what, "sign of layer %zu, unit %u, breakpoint %u", l, predicate.unit,
             predicate.breakpoint);
    abort_walk(what, found, exact);
}

static int needs_no_check(const walk_position *pos, int found)
{
    return pos->judge.arith == CREASE_FLOAT || found == SIGN_UNKNOWN;
}

void check_generator(walk_position *pos, size_t l, walk_predicate predicate, uint32_t point,
                     int found)
{
    if (!needs_no_check(pos, found))
        check_at(pos, l, predicate, space_point_row(&pos->space, point), found);
}

void check_origin(walk_position *pos, size_t l, walk_predicate predicate, int found)
{
    if (needs_no_check(pos, found))
        return;
    fmpz *origin = _fmpz_vec_init((slong)pos->maps.columns);
    fmpz_one(origin + pos->maps.columns - 1);
    check_at(pos, l, predicate, origin, found);
    _fmpz_vec_clear(origin, (slong)pos->maps.columns);
}

void check_simplex(walk_position *pos, const geom_cell *cell, const form_signs *signs,
                   const fmpz *row)
{
    for (int sign = -1; sign <= 1 && pos->judge.arith != CREASE_FLOAT; sign += 2) {
        const int bit = sign > 0 ? SIGN_ABOVE : SIGN_BELOW, found = (signs->found & bit) != 0;
        if (!found && !(signs->refuted & bit))
            continue;
        const int exact = program_is_positive(&pos->space, cell->dictionary, row, sign);
        if (!run_is_cancelled())
            check_same("side of a cell without vertices", found, exact);
    }
}

// On which side of a predicate a cell without vertices lies.
static void check_side(walk_position *pos, size_t l, const geom_cell *cell,
                       walk_predicate predicate, int side)
{
    if (needs_no_check(pos, side))
        return;
    fmpz *row = _fmpz_vec_init((slong)pos->maps.columns);
    walk_maps_form(&pos->maps, row, l, predicate.unit, predicate.breakpoint);
    const form_signs signs = {.refuted = side > 0 ? SIGN_BELOW : SIGN_ABOVE};
    check_simplex(pos, cell, &signs, row);
    _fmpz_vec_clear(row, (slong)pos->maps.columns);
}

void check_whole_cell(walk_position *pos, size_t l, const geom_cell *cell)
{
    const rounded_layer *net = pos->maps.layer[l].rounded;
    for (uint32_t b = 0; b < net->breakpoints; b++)
        for (size_t j = 0; j < net->asked[b]; j++) {
            walk_predicate predicate = {net->owner[j], b};
            int side = insertion_tried(pos, l, j, b);
            for (size_t i = 0; i < cell->count; i++)
                check_generator(pos, l, predicate, cell->generator[i].point, side);
            if (cell->dictionary)
                check_side(pos, l, cell, predicate, side);
        }
}
