// The signs of the hyperplanes of one layer at the generators of a cell: decided once each, by
// doubles or else by integers, and remembered.
#include "tree/insertion.h"

#include "base/fatal.h"
#include "base/limits.h"
#include "tree/check.h"
#include <string.h>

const fmpz *insertion_row(walk_position *pos, size_t l, size_t k)
{
    ASSERT(l < pos->maps.layers);
    ASSERT(k < pos->inserts[l].predicates);
    ASSERT(pos->judge.arith <= CREASE_FLOAT);
    insertion *in = pos->inserts + l;
    fmpz *row = rows_at(&in->rows, k);
    if (!in->rows.known[k]) {
        walk_maps_form(&pos->maps, row, l, in->kept[k].unit, in->kept[k].breakpoint);
        in->rows.known[k] = 1;
    }
    return row;
}

static bool form_exact_doubles(exact_doubles *form, const walk_position *pos, size_t l, size_t k)
{
    ASSERT(l < pos->maps.layers);
    ASSERT(k < pos->inserts[l].predicates);
    ASSERT(pos->judge.arith <= CREASE_FLOAT);
    const double grain = pos->space.grain ? pos->space.grain[l - 1] : 0;
    return grain > 0 && pos->judge.arith == CREASE_FILTERED &&
           exact_doubles_set(form, insertion_form(pos->inserts + l, k), grain);
}

// Uses exact doubles, so that no integers need be made.
static int decide_exact_doubles(walk_position *pos, size_t l, size_t k, uint32_t point)
{
    ASSERT(l < pos->maps.layers);
    ASSERT(k < pos->inserts[l].predicates);
    ASSERT(point < pos->space.point_rows.count);
    ASSERT(pos->judge.arith <= CREASE_FLOAT);
    exact_doubles form, coordinates;
    double value;
    if (!form_exact_doubles(&form, pos, l, k) ||
        !space_exact_point(&coordinates, &pos->space, point) ||
        !exact_doubles_dot(&value, &form, &coordinates))
        return SIGN_UNKNOWN;
    return sign_exact_double(&pos->judge, value);
}

// Whether the construction of the point shows that a sign is 0. A point where the crease of this
// very predicate meets another line lies on it; lines on the path that have one origin are one
// line. If all planes of the point vanish at the origin, it is the origin, where this form vanishes
// too.
static bool is_on_crease(const walk_position *pos, size_t l, walk_predicate predicate,
                         uint32_t point)
{
    ASSERT(l < pos->maps.layers);
    ASSERT(point < pos->space.point_rows.count);
    ASSERT(pos->judge.arith <= CREASE_FLOAT);
    if (point < pos->border.points)
        return false;
    const size_t homogeneous = pos->maps.homogeneous;
    const space_point *defined = pos->space.point + point;
    const uint32_t meet[2] = {defined->first, defined->second}, *through = defined->through;
    size_t count = defined->count, at_origin = 0;
    if (defined->definition != POINT_COMMON) {
        through = meet;
        count = defined->definition == POINT_FOOT ? 1 : 2;
    }
    for (size_t i = 0; i < count; i++) {
        const plane_origin *origin = pos->space.origin + through[i];
        if (origin->split == NO_SPLIT)
            continue;
        if (origin->layer + 1 == l && origin->unit == predicate.unit &&
            origin->breakpoint == predicate.breakpoint)
            return true;
        at_origin += origin->layer + 1 <= homogeneous;
    }
    return at_origin == count && l <= homogeneous && !defined->infinite;
}

// Takes the doubles from pairs of doubles, if that can help. Returns whether they have changed.
static bool tighten_form(walk_position *pos, size_t l, size_t k)
{
    ASSERT(l < pos->maps.layers);
    ASSERT(k < pos->inserts[l].predicates);
    ASSERT(pos->judge.arith <= CREASE_FLOAT);
    insertion *in = pos->inserts + l;
    if (in->tight[k])
        return false;
    walk_maps_tight_form(&pos->maps, insertion_form(in, k), l, in->kept[k].unit,
                         in->kept[k].breakpoint);
    if (in->batched)
        forms_limit_raise(&in->limit, (const line_approx *)(const void *)insertion_form(in, k));
    in->tight[k] = 1;
    return true;
}

// Tries doubles again with smaller error bounds, after they left the sign open.
static int decide_closer(walk_position *pos, size_t l, size_t k, uint32_t point)
{
    ASSERT(l < pos->maps.layers);
    ASSERT(k < pos->inserts[l].predicates);
    ASSERT(point < pos->space.point_rows.count);
    ASSERT(pos->judge.arith <= CREASE_FLOAT);
    const double *form = insertion_form(pos->inserts + l, k);
    int sign = SIGN_UNKNOWN;
    if (space_refine_point(&pos->space, point))
        sign = space_try(&pos->space, form, point);
    if (sign == SIGN_UNKNOWN && tighten_form(pos, l, k))
        sign = space_try(&pos->space, form, point);
    if (sign == SIGN_UNKNOWN && space_tighten_point(&pos->space, point))
        sign = space_try(&pos->space, form, point);
    return sign;
}

int insertion_decide(walk_position *pos, size_t l, size_t k, uint32_t point)
{
    ASSERT(l < pos->maps.layers);
    ASSERT(k < pos->inserts[l].predicates);
    ASSERT(point < pos->space.point_rows.count);
    ASSERT(pos->judge.arith <= CREASE_FLOAT);
    insertion *in = pos->inserts + l;
    int sign = space_try(&pos->space, insertion_form(in, k), point);
    if (sign == SIGN_UNKNOWN && is_on_crease(pos, l, in->kept[k], point))
        sign = 0;
    if (sign == SIGN_UNKNOWN)
        sign = decide_exact_doubles(pos, l, k, point);
    // Forms of the first layer are those of the network.
    const bool at_hand =
        sign == SIGN_UNKNOWN && l == 1 && space_point_is_simple(&pos->space, point);
    if (sign == SIGN_UNKNOWN && !at_hand)
        sign = decide_closer(pos, l, k, point);
    if (CHECKED)
        check_generator(pos, l, in->kept[k], point, sign);
    if (sign == SIGN_UNKNOWN)
        sign = sign_exact(&pos->judge, insertion_row(pos, l, k),
                          space_point_row(&pos->space, point), in->rows.columns);
    pos->judge.has_ties |= !sign;
    unsigned char *signs = insertion_signs_at(pos, point);
    if (signs && !run_is_cancelled())
        signs[in->number[k]] = (unsigned char)sign_bits(sign);
    return sign;
}

static int sign_at_origin(walk_position *pos, size_t l, size_t k)
{
    ASSERT(l < pos->maps.layers);
    ASSERT(k < pos->inserts[l].predicates);
    ASSERT(pos->judge.arith <= CREASE_FLOAT);
    // A form at the origin is its constant.
    size_t columns = pos->maps.columns;
    const double *form = insertion_form(pos->inserts + l, k);
    const double constant[4] = {0, form[columns - 1], 0, form[2 * columns - 1]};
    static const double origin[3] = {0, 1, 0};
    int sign = sign_try_point(&pos->judge, constant, origin, 1);
    if (CHECKED)
        check_origin(pos, l, pos->inserts[l].kept[k], sign);
    if (sign == SIGN_UNKNOWN)
        sign = sign_exact_value(&pos->judge,
                                insertion_row(pos, l, k) + pos->inserts[l].rows.columns - 1);
    return sign;
}

// The union of the remembered sign bits of a form at the generators of a polygon.
static int sides_known(const insertion *in, size_t k, const geom_cell *cell, signed char *sign)
{
    ASSERT(cell_is_made(cell));
    ASSERT(in->count <= in->predicates);
    const unsigned char *memo = in->memo + k;
    int all = 0;
    for (size_t i = 0; i < cell->count; i++) {
        const int bits = memo[cell->generator[i].slot * in->memo_row];
        if (sign)
            sign[i] = (signed char)((bits >> 1) - (bits & 1));
        all |= bits;
    }
    return all;
}

// The questions of a cell about a hyperplane.
typedef struct {
    walk_position *pos;
    size_t l, k;
} asked_form;

static int asked_decide(void *data, uint32_t point)
{
    const asked_form *asked = data;
    return insertion_decide(asked->pos, asked->l, asked->k, point);
}

static int asked_constant(void *data)
{
    const asked_form *asked = data;
    return sign_at_origin(asked->pos, asked->l, asked->k);
}

static bool asked_tighten(void *data)
{
    const asked_form *asked = data;
    return tighten_form(asked->pos, asked->l, asked->k);
}

static const fmpz *asked_row(void *data)
{
    const asked_form *asked = data;
    return insertion_row(asked->pos, asked->l, asked->k);
}

void insertion_signs(signed char *sign, walk_position *pos, size_t l, size_t k,
                     const geom_cell *cell)
{
    ASSERT(l < pos->maps.layers);
    ASSERT(k < pos->inserts[l].predicates);
    ASSERT(cell_is_made(cell));
    ASSERT(pos->judge.arith <= CREASE_FLOAT);
    unsigned char *memo = pos->inserts[l].memo + k;
    const size_t row = pos->inserts[l].memo_row;
    for (size_t i = 0; i < cell->count; i++) {
        unsigned char *known = memo + cell->generator[i].slot * row;
        if (*known == SIGN_OPEN)
            *known =
                (unsigned char)sign_bits(insertion_decide(pos, l, k, cell->generator[i].point));
        sign[i] = (signed char)sign_of_bits(*known);
    }
}

sides insertion_sides(walk_position *pos, size_t l, size_t k, const geom_cell *cell,
                      signed char *sign)
{
    ASSERT(l < pos->maps.layers);
    ASSERT(k < pos->inserts[l].predicates);
    ASSERT(cell_is_made(cell));
    ASSERT(pos->judge.arith <= CREASE_FLOAT);
    if (pos->inserts[l].batched) {
        const int all = sides_known(pos->inserts + l, k, cell, sign);
        if (!(all & SIGN_OPEN))
            return (sides){all & SIGN_BELOW, (all & SIGN_ABOVE) != 0, 0};
    }
    if (pos->focus) {
        // Near the focus a form has the sign that it has at the focus, unless that is zero.
        int near = sign_exact(&pos->judge, insertion_row(pos, l, k), pos->focus, pos->maps.columns);
        pos->inserts[l].touches = false;
        if (near)
            return (sides){near<0, near> 0, 0};
    }
    asked_form asked = {pos, l, k};
    const cell_form form = {.form = insertion_form(pos->inserts + l, k),
                            .memo = pos->inserts[l].memo + k,
                            .memo_row = pos->inserts[l].memo_row,
                            .decide = asked_decide,
                            .constant = asked_constant,
                            .tighten = asked_tighten,
                            .row = asked_row,
                            .data = &asked};
    const sides on = cell_sides(cell, &pos->space, &form, sign);
    pos->inserts[l].touches = on.touches;
    return on;
}

bool insertion_corner_signs(corner_signs *signs, const walk_position *pos, size_t l, size_t k,
                            const geom_cell *cell)
{
    ASSERT(l < pos->maps.layers);
    ASSERT(k < pos->inserts[l].predicates);
    ASSERT(cell_is_made(cell));
    ASSERT(pos->judge.arith <= CREASE_FLOAT);
    const insertion *in = pos->inserts + l;
    const unsigned char *memo = in->memo + k;
    if (!in->batched || cell->count > CORNER_BITS)
        return false;
    const cell_generator *generator = cell->generator, *end = generator + cell->count;
    uint64_t below = 0, above = 0;
    for (uint64_t here = 1; generator < end; generator++, here += here) {
        const unsigned bits = memo[generator->slot * in->memo_row];
        below |= bits & SIGN_BELOW ? here : 0;
        above |= bits & SIGN_ABOVE ? here : 0;
    }
    *signs = (corner_signs){below, above};
    return (below | above) == corners_all(cell->count);
}

void insertion_reserve(walk_position *pos, size_t l, uint32_t from)
{
    ASSERT(l < pos->maps.layers);
    insertion *in = pos->inserts + l;
    ASSERT(in->count <= in->predicates && from <= in->slots);
    insertion_room(in);
    uint32_t point = (uint32_t)pos->space.point_rows.count - (in->slots - from);
    for (uint32_t slot = from; slot < in->slots && in->count; slot++, point++) {
        unsigned char *memo = in->memo + slot * in->memo_row;
        const unsigned char *signs = insertion_signs_at(pos, point);
        if (!signs)
            memset(memo, SIGN_OPEN, in->count);
        for (size_t k = 0; signs && k < in->count; k++) {
            memo[k] = signs[in->number[k]];
            if (CHECKED)
                check_generator(pos, l, in->kept[k], point, sign_of_bits(memo[k]));
        }
    }
}
