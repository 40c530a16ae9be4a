// The neurons of one layer meet one cell.
#include "tree/insertion.h"

#include "base/memory.h"
#include "exact/kernels.h"
#include "tree/check.h"
#include <flint/fmpz_vec.h>
#include <string.h>

const fmpz *insertion_row(walk_position *pos, size_t l, size_t k)
{
    insertion *in = pos->inserts + l;
    fmpz *row = rows_at(&in->rows, k);
    if (!in->rows.known[k]) {
        walk_maps_form(&pos->maps, row, l, in->kept[k].unit, in->kept[k].breakpoint);
        in->rows.known[k] = 1;
    }
    return row;
}

int insertion_grained(grained *form, const walk_position *pos, size_t l, size_t k)
{
    const double grain = pos->space.grain ? pos->space.grain[l - 1] : 0;
    return grain > 0 && pos->judge.arith == CREASE_FILTERED &&
           grained_set(form, insertion_form(pos->inserts + l, k), grain);
}

// By exact doubles: no integers need be made.
static int decide_grained(walk_position *pos, size_t l, size_t k, uint32_t point)
{
    grained form, at;
    double value;
    if (!insertion_grained(&form, pos, l, k) || !space_grained_point(&at, &pos->space, point) ||
        !grained_dot(&value, &form, &at))
        return SIGN_UNKNOWN;
    return sign_exact_double(&pos->judge, value);
}

// Whether a sign is 0 by the way the point was made. A point where the crease of this very
// predicate meets another line lies on it; lines on the path that have one origin are one line.
// And where all of its planes vanish at the origin it is the origin, where this form vanishes too.
static int is_on_crease(const walk_position *pos, size_t l, walk_predicate predicate,
                        uint32_t point)
{
    if (point < pos->border.points)
        return 0;
    const size_t homogeneous = pos->maps.homogeneous;
    const space_point *at = pos->space.point + point;
    const uint32_t meet[2] = {at->first, at->second}, *through = at->through;
    size_t count = at->count, at_origin = 0;
    if (at->definition != POINT_COMMON) {
        through = meet;
        count = at->definition == POINT_FOOT ? 1 : 2;
    }
    for (size_t i = 0; i < count; i++) {
        const plane_origin *origin = pos->space.origin + through[i];
        if (origin->split == NO_SPLIT)
            continue;
        if (origin->layer + 1 == l && origin->unit == predicate.unit &&
            origin->breakpoint == predicate.breakpoint)
            return 1;
        at_origin += origin->layer + 1 <= homogeneous;
    }
    return at_origin == count && l <= homogeneous && !at->infinite;
}

int insertion_tighten(walk_position *pos, size_t l, size_t k)
{
    insertion *in = pos->inserts + l;
    if (in->tight[k])
        return 0;
    walk_maps_tight_form(&pos->maps, insertion_form(in, k), l, in->kept[k].unit,
                         in->kept[k].breakpoint);
    if (in->at_once)
        forms_limit_raise(&in->limit, (const line_approx *)(const void *)insertion_form(in, k));
    in->tight[k] = 1;
    return 1;
}

// Doubles leave it open: they are asked again with whatever makes their bounds smaller.
static int decide_closer(walk_position *pos, size_t l, size_t k, uint32_t point)
{
    const double *form = insertion_form(pos->inserts + l, k);
    int sign = SIGN_UNKNOWN;
    if (space_refine_point(&pos->space, point))
        sign = space_try(&pos->space, form, point);
    if (sign == SIGN_UNKNOWN && insertion_tighten(pos, l, k))
        sign = space_try(&pos->space, form, point);
    if (sign == SIGN_UNKNOWN && space_tighten_point(&pos->space, point))
        sign = space_try(&pos->space, form, point);
    return sign;
}

static int decide(walk_position *pos, size_t l, size_t k, uint32_t point)
{
    insertion *in = pos->inserts + l;
    int sign = space_try(&pos->space, insertion_form(in, k), point);
    if (sign == SIGN_UNKNOWN && is_on_crease(pos, l, in->kept[k], point))
        sign = 0;
    if (sign == SIGN_UNKNOWN)
        sign = decide_grained(pos, l, k, point);
    // In the first layer forms are those of the network.
    const int at_hand = sign == SIGN_UNKNOWN && l == 1 && space_point_is_simple(&pos->space, point);
    if (sign == SIGN_UNKNOWN && !at_hand)
        sign = decide_closer(pos, l, k, point);
    if (CHECKED)
        check_generator(pos, l, in->kept[k], point, sign);
    if (sign == SIGN_UNKNOWN)
        sign = sign_exact(&pos->judge, insertion_row(pos, l, k),
                          space_point_row(&pos->space, point), in->rows.columns);
    return sign;
}

static int sign_at_origin(walk_position *pos, size_t l, size_t k)
{
    // There a form is its constant.
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

// The bits of a form at the generators of a polygon, all together, as they are remembered.
static int sides_known(const insertion *in, size_t k, const geom_cell *cell, signed char *sign)
{
    const unsigned char *memo = in->memo + k;
    int all = 0;
    for (size_t i = 0; i < cell->count; i++) {
        const int bits = memo[cell->generator[i].slot * in->memo_row];
        sign[i] = (signed char)((bits >> 1) - (bits & 1));
        all |= bits;
    }
    return all;
}

sides insertion_sides(walk_position *pos, size_t l, size_t k, const geom_cell *cell,
                      signed char *sign)
{
    if (pos->inserts[l].at_once) {
        const int all = sides_known(pos->inserts + l, k, cell, sign);
        if (!(all & SIGN_OPEN))
            return (sides){all & SIGN_BELOW, (all & SIGN_ABOVE) != 0};
    }
    if (pos->focus) {
        // Near the focus a form has the sign that it has there, unless this is zero.
        int near = sign_exact(&pos->judge, insertion_row(pos, l, k), pos->focus, pos->maps.columns);
        if (near)
            return (sides){near<0, near> 0};
    }
    int all = 0, along = 0; // signs to either side of a line in the cell are both there
    unsigned char *memo = pos->inserts[l].memo + k;
    const size_t row = pos->inserts[l].memo_row;
    for (size_t i = 0; i < cell->count; i++) {
        unsigned char *known = memo + cell->generator[i].slot * row;
        if (*known == SIGN_OPEN)
            *known = (unsigned char)sign_bits(decide(pos, l, k, cell->generator[i].point));
        sign[i] = (signed char)sign_of_bits(*known);
        all |= *known;
        along |= i < cell->lines && *known;
    }
    sides on = {along || all & SIGN_BELOW, along || all & SIGN_ABOVE};
    // No direction tells a constant form from zero; any finite generator would.
    if (!on.below && !on.above && cell_is_everything(cell, &pos->space))
        on.above = sign_at_origin(pos, l, k) > 0;
    return on;
}

void insertion_reserve(insertion *in, uint32_t from)
{
    MEMORY_RESERVE(in->memo, in->memo_capacity, in->slots * in->memo_row + 1);
    for (uint32_t slot = from; slot < in->slots && in->count; slot++)
        memset(in->memo + slot * in->memo_row, SIGN_OPEN, in->count);
}

// Tries the signs of the list at a point, by doubles.
static void try_at(walk_position *pos, size_t l, uint32_t slot, uint32_t point,
                   hyperplane_list list)
{
    insertion *in = pos->inserts + l;
    unsigned char *memo = in->memo + slot * in->memo_row;
    sign_try_lines(&pos->judge, memo, (const line_approx *)(const void *)in->form, list.number,
                   list.count, &in->limit, space_spot(&pos->space, point));
    for (size_t k = 0; k < list.count && CHECKED; k++)
        check_generator(pos, l, in->kept[list.number[k]], point,
                        sign_of_bits(memo[list.number[k]]));
}

void insertion_try_new(walk_position *pos, size_t l, uint32_t from, uint32_t point,
                       hyperplane_list list)
{
    const insertion *in = pos->inserts + l;
    for (uint32_t slot = from; slot < in->slots && in->at_once && list.count; slot++, point++)
        try_at(pos, l, slot, point, list);
}

// The same where doubles know nothing: all units that have breakpoints are open.
static void know_nothing(insertion *in, const rounded_layer *net)
{
    for (size_t i = 0; i < net->stride * net->breakpoints; i++)
        in->low[i] = in->high[i] = 0;
    for (size_t j = 0; net->breakpoints && j < net->asked[0]; j++)
        in->open[net->owner[j]] = 1;
}

// Puts them to the rows: above[j] counts breakpoints that row j is above of. Returns how many are
// open.
static size_t try_rows(walk_position *pos, size_t l, const box_approx *box, uint32_t *above,
                       uint32_t *open)
{
    const walk_layer *layer = pos->maps.layer + l;
    const rounded_layer *net = layer->rounded;
    insertion *in = pos->inserts + l;
    const int kept = CHECKED || net->breakpoints > 1; // least and greatest values
    size_t opened = 0;
    for (size_t b = 0; b < net->breakpoints; b++) {
        const double *shift = net->breakpoint + b * net->stride;
        if (in->corners && b == 0)
            opened += sign_try_corners(&pos->judge, above, open, kept ? in->least : NULL,
                                       in->greatest, layer->approx, net->stride, net->asked[b],
                                       in->corners, in->width, shift, net->outermost[b]);
        else if (in->corners)
            opened += sign_try_shift(&pos->judge, above, open, in->least, in->greatest,
                                     net->asked[b], in->width, shift, net->outermost[b]);
        else
            opened +=
                sign_try_range(&pos->judge, in->low + b * net->stride, in->high + b * net->stride,
                               above, open, layer->approx, net->stride, net->asked[b], layer->bound,
                               box, shift, net->outermost[b]);
    }
    return opened;
}

// The same for rows that are not in the order of their units.
static size_t try_other_rows(walk_position *pos, size_t l, const box_approx *box)
{
    const walk_layer *layer = pos->maps.layer + l;
    const rounded_layer *net = layer->rounded;
    insertion *in = pos->inserts + l;
    memset(in->row_above, 0, net->asked[0] * sizeof *in->row_above);
    memset(in->row_open, 0, net->asked[0] * sizeof *in->row_open);
    size_t opened = try_rows(pos, l, box, in->row_above, in->row_open);
    for (size_t j = 0; j < net->asked[0]; j++) {
        layer->pattern[net->owner[j]] = in->row_above[j];
        in->open[net->owner[j]] = in->row_open[j];
    }
    return opened;
}

static int is_polygon(const walk_position *pos)
{
    return pos->space.dimension == 2 && !pos->space.general;
}

// Looks at the corners of a polygon as doubles see them. Returns 0 where they see nothing.
static int look_at_corners(walk_position *pos, size_t l, geom_cell *cell)
{
    insertion *in = pos->inserts + l;
    in->corners = NULL;
    in->at_once = 0;
    if (pos->judge.arith == CREASE_EXACT || pos->focus || !is_polygon(pos))
        return 0;
    if (!cell->corners && !(cell->corners = cell2_corners(cell, &pos->space)))
        return 0;
    in->corners = cell->corners;
    in->at_once = pos->judge.arith == CREASE_FILTERED && !pos->maps.layer[l].rounded->has_maxout;
    return 1;
}

// The same of any cell: of those that are no polygons, at a box around them.
static int look_at(walk_position *pos, size_t l, geom_cell *cell, box_approx *box)
{
    const walk_layer *layer = pos->maps.layer + l;
    insertion *in = pos->inserts + l;
    if (!look_at_corners(pos, l, cell))
        return pos->judge.arith != CREASE_EXACT && !pos->focus && !is_polygon(pos) &&
               cell_box(box, cell, &pos->space);
    in->width = sign_width_at_corners(&pos->judge, layer->norm, layer->bound, in->corners);
    return 1;
}

// Puts the predicates to the whole cell, by doubles: sets the pieces of all units that
// these decide, and in->open for the others. Maxout units are left alone. Returns how many
// predicates are open, at least.
static size_t try_whole_cell(walk_position *pos, size_t l, geom_cell *cell)
{
    walk_layer *layer = pos->maps.layer + l;
    const rounded_layer *net = layer->rounded;
    insertion *in = pos->inserts + l;
    box_approx box = box_approx_in(in->box, pos->space.dimension);
    const int known = look_at(pos, l, cell, &box);
    // At corners, units in order are set as they are asked; those without breakpoints have piece 0.
    if (!in->corners || !net->in_order || net->has_maxout) {
        memset(layer->pattern, 0, net->units * sizeof *layer->pattern);
        memset(in->open, 0, net->units * sizeof *in->open);
    }
    if (!known) {
        know_nothing(in, net);
        return net->units;
    }
    size_t opened = net->in_order ? try_rows(pos, l, &box, layer->pattern, in->open)
                                  : try_other_rows(pos, l, &box);
    if (CHECKED)
        check_whole_cell(pos, l, cell);
    return opened;
}

// The signs of the newest form at the corners of a polygon, by doubles.
static int try_corners(walk_position *pos, size_t l, const geom_cell *cell,
                       walk_predicate predicate)
{
    insertion *in = pos->inserts + l;
    const line_approx *form = (const line_approx *)(const void *)insertion_form(in, in->count);
    unsigned char *bits = in->memo + in->count;
    int all = sign_try_at_corners(&pos->judge, bits, in->memo_row, form, in->corners);
    forms_limit_raise(&in->limit, form);
    for (size_t i = 0; i < cell->count && CHECKED; i++)
        check_generator(pos, l, predicate, cell->generator[i].point,
                        sign_of_bits(bits[i * in->memo_row]));
    return all;
}

// Makes the form of a predicate, as number in->count of those that are kept; to keep it, in->count
// is to be raised. corners: where it is asked first, or NULL.
static void make_form(walk_position *pos, size_t l, walk_predicate predicate,
                      const corners_approx *corners)
{
    const walk_layer *layer = pos->maps.layer + l;
    insertion *in = pos->inserts + l;
    const size_t k = in->count;
    in->kept[k] = predicate;
    in->rows.known[k] = 0;
    in->tight[k] = pos->judge.arith != CREASE_FILTERED || layer->grade == MAP_FIRM;
    if (pos->judge.arith != CREASE_EXACT && layer->grade == MAP_FIRM)
        walk_layer_approx(insertion_form(in, k), layer, predicate.unit, predicate.breakpoint);
    else if (pos->judge.arith != CREASE_EXACT)
        walk_maps_steady_form(&pos->maps, insertion_form(in, k), l, predicate.unit,
                              predicate.breakpoint, corners);
}

// On which side of the predicate the cell lies, as the one whose form is made; sign: scratch, one
// for each generator.
static sides ask(walk_position *pos, size_t l, const geom_cell *cell, walk_predicate predicate,
                 signed char *sign)
{
    insertion *in = pos->inserts + l;
    const size_t k = in->count;
    make_form(pos, l, predicate, NULL);
    if (in->at_once) {
        int all = try_corners(pos, l, cell, predicate);
        if (!(all & SIGN_OPEN))
            return (sides){all & SIGN_BELOW, (all & SIGN_ABOVE) != 0};
    } else {
        for (size_t i = 0; i < cell->count; i++)
            in->memo[i * in->memo_row + k] = SIGN_OPEN;
    }
    return insertion_sides(pos, l, k, cell, sign);
}

// The piece of a unit with one breakpoint that doubles did not settle, if signs at corners are
// tried together, in so far as it does not split the cell.
static uint32_t settle_at_corners(walk_position *pos, size_t l, const geom_cell *cell,
                                  uint32_t unit, signed char *sign)
{
    insertion *in = pos->inserts + l;
    const walk_predicate predicate = {unit, 0};
    make_form(pos, l, predicate, in->corners);
    int all = try_corners(pos, l, cell, predicate);
    if (all & SIGN_OPEN) {
        const sides on = insertion_sides(pos, l, in->count, cell, sign);
        all = (on.below ? SIGN_BELOW : 0) | (on.above ? SIGN_ABOVE : 0);
    }
    in->count += all == (SIGN_BELOW | SIGN_ABOVE);
    return all == SIGN_ABOVE;
}

// The same of any unit.
static uint32_t settle(walk_position *pos, size_t l, const geom_cell *cell, uint32_t unit,
                       signed char *sign)
{
    const rounded_layer *net = pos->maps.layer[l].rounded;
    size_t breakpoints = unit_pieces(&net->unit, unit) - 1;
    size_t row = net->source[net->unit.piece[unit]];
    uint32_t piece = 0;
    if (breakpoints == 1 && pos->inserts[l].at_once)
        return settle_at_corners(pos, l, cell, unit, sign);
    for (uint32_t b = 0; b < breakpoints; b++) {
        int side = breakpoints > 1 ? insertion_tried(pos, l, row, b) : SIGN_UNKNOWN;
        if (side == SIGN_UNKNOWN) {
            sides on = ask(pos, l, cell, (walk_predicate){unit, b}, sign);
            if (on.below && on.above) {
                pos->inserts[l].count++;
                continue;
            }
            side = on.above ? 1 : -1;
        }
        if (side < 0)
            break;
        piece++;
    }
    return piece;
}

// Most cells of a deep layer are not split, and loose bounds suffice to see it; and where few units
// are left, an error bound for each of their forms takes less time than one for all.
static size_t try_tightly(walk_position *pos, size_t l, geom_cell *cell)
{
    enum { FEW = 4 };
    const walk_layer *layer = pos->maps.layer + l;
    if (!layer->rounded->has_maxout && layer->grade < MAP_LOST) {
        const size_t open = try_whole_cell(pos, l, cell);
        if (open <= FEW)
            return open;
    }
    if (layer->grade >= MAP_LOOSE)
        walk_maps_tighten(&pos->maps, l);
    return try_whole_cell(pos, l, cell);
}

// ---- maxout ----

size_t insertion_rank(const walk_position *pos, size_t l, size_t k)
{
    return unit_rank(&pos->maps.layer[l].rounded->unit, pos->inserts[l].kept[k].unit);
}

int insertion_is_maxout(const walk_position *pos, size_t l, size_t k)
{
    return pos->maps.layer[l].rounded->has_maxout && insertion_rank(pos, l, k) > 1;
}

size_t insertion_tie(size_t rank, size_t i, size_t j)
{
    maxout_rows pair = {i < j ? i : j, i < j ? j : i};
    return maxout_predicate(pair, rank);
}

extent insertion_beats(walk_position *pos, size_t l, size_t first, const geom_cell *cell, size_t i,
                       size_t j, signed char *sign)
{
    size_t tie = insertion_tie(insertion_rank(pos, l, first), i, j);
    sides on = insertion_sides(pos, l, first + tie, cell, sign);
    if (on.below && on.above)
        return PARTLY;
    return (i < j ? !on.above : on.above) ? EVERYWHERE : NOWHERE;
}

// The row that wins on the whole cell, or `rank` if there is none.
static uint32_t maxout_winner(walk_position *pos, size_t l, size_t first, const geom_cell *cell)
{
    uint32_t rank = (uint32_t)insertion_rank(pos, l, first), best = 0;
    signed char *sign = arena_take(&pos->space.cells, cell->count);
    // Only a row that is nowhere beaten can win.
    for (uint32_t j = 1; j < rank; j++)
        if (insertion_beats(pos, l, first, cell, best, j, sign) != EVERYWHERE)
            best = j;
    for (uint32_t j = 0; j < rank; j++)
        if (j != best && insertion_beats(pos, l, first, cell, best, j, sign) != EVERYWHERE)
            return rank;
    return best;
}

// The row that wins, 0 if there is none; then all predicates are kept.
static uint32_t settle_maxout(walk_position *pos, size_t l, const geom_cell *cell, uint32_t unit,
                              signed char *sign)
{
    const unit_table *table = &pos->maps.layer[l].rounded->unit;
    insertion *in = pos->inserts + l;
    size_t first = in->count;
    for (uint32_t q = 0; q < unit_predicates(table, unit); q++, in->count++)
        ask(pos, l, cell, (walk_predicate){unit, q}, sign);
    uint32_t winner = maxout_winner(pos, l, first, cell);
    if (winner == unit_rank(table, unit))
        return 0;
    in->count = first;
    return winner;
}

// ---- the survey ----

// The units from one on of which doubles have left something open. Where they know nothing the
// padding is open too.
static uint64_t open_from(const insertion *in, const rounded_layer *net, uint32_t from)
{
    const size_t left = net->units - from, count = left < KERNEL_SET ? left : KERNEL_SET;
    return kernel_set(in->open + from, count) & UINT64_MAX >> (KERNEL_SET - count);
}

void insertion_survey(walk_position *pos, size_t l, geom_cell *cell)
{
    walk_layer *layer = pos->maps.layer + l;
    const rounded_layer *net = layer->rounded;
    insertion *in = pos->inserts + l;
    in->count = 0;
    in->slots = (uint32_t)cell->count;
    size_t open =
        layer->grade >= MAP_LOOSE ? try_tightly(pos, l, cell) : try_whole_cell(pos, l, cell);
    if (!open && !net->has_maxout)
        return;
    signed char *sign = arena_take(&pos->space.cells, cell->count);
    in->limit = (forms_limit){0};
    insertion_reserve(in, in->slots);
    for (uint32_t from = 0; from < net->units && !net->has_maxout; from += KERNEL_SET)
        for (uint64_t left = open_from(in, net, from); left; left &= left - 1) {
            const uint32_t unit = from + (uint32_t)__builtin_ctzll(left);
            layer->pattern[unit] = settle(pos, l, cell, unit, sign);
        }
    // Whether a unit is maxout comes first: where doubles overflow its rows may be open by chance.
    for (uint32_t unit = 0; unit < net->units && net->has_maxout; unit++)
        if (unit_rank(&net->unit, unit) > 1)
            layer->pattern[unit] = settle_maxout(pos, l, cell, unit, sign);
        else if (in->open[unit])
            layer->pattern[unit] = settle(pos, l, cell, unit, sign);
}

// ---- what is left for a part of the cell ----

hyperplane_list hyperplanes_all(walk_position *pos, size_t l)
{
    const insertion *in = pos->inserts + l;
    if (!in->count)
        return (hyperplane_list){0};
    const unit_table *table = &pos->maps.layer[l].rounded->unit;
    hyperplane_list list = {arena_take(&pos->space.cells, in->count * sizeof *list.number), 0};
    for (size_t k = 0; k < in->count;) {
        list.number[list.count++] = (uint32_t)k;
        k += insertion_is_maxout(pos, l, k) ? unit_predicates(table, in->kept[k].unit) : 1;
    }
    return list;
}

// Those of one unit, of which the list has the first, or all of a maxout unit.
static void keep_again(walk_position *pos, size_t l, walk_predicate predicate)
{
    const unit_table *table = &pos->maps.layer[l].rounded->unit;
    insertion *in = pos->inserts + l;
    size_t left = unit_rank(table, predicate.unit) > 1 ? unit_predicates(table, predicate.unit) : 1;
    for (; left; left--, predicate.breakpoint++, in->count++) {
        make_form(pos, l, predicate, NULL);
        if (in->at_once)
            forms_limit_raise(&in->limit,
                              (const line_approx *)(const void *)insertion_form(in, in->count));
    }
}

hyperplane_list insertion_resume(walk_position *pos, size_t l, geom_cell *part,
                                 const insertion_rest *rest)
{
    const walk_layer *layer = pos->maps.layer + l;
    insertion *in = pos->inserts + l;
    look_at_corners(pos, l, part);
    in->count = 0;
    in->limit = (forms_limit){0};
    // Of the first of a unit that is left, the pattern says: not below.
    for (size_t i = rest->count; i-- > 0;)
        layer->pattern[rest->predicate[i].unit] = rest->predicate[i].breakpoint;
    for (size_t i = 0; i < rest->count; i++)
        keep_again(pos, l, rest->predicate[i]);
    in->slots = (uint32_t)part->count;
    insertion_reserve(in, 0);
    for (uint32_t slot = 0; slot < rest->known && !layer->rounded->has_maxout; slot++)
        memcpy(in->memo + slot * in->memo_row, rest->bits + slot * rest->count, rest->count);
    const hyperplane_list list = hyperplanes_all(pos, l);
    for (size_t i = 0; i < part->count && in->at_once && list.count; i++)
        if (part->generator[i].slot >= rest->known)
            try_at(pos, l, part->generator[i].slot, part->generator[i].point, list);
    return list;
}

// Whether no row of a maxout unit wins on the whole part; else the one that does is noted.
static int is_left_maxout(walk_position *pos, size_t l, const geom_cell *part, size_t first)
{
    uint32_t winner = maxout_winner(pos, l, first, part);
    if (winner == insertion_rank(pos, l, first))
        return 1;
    pos->maps.layer[l].pattern[pos->inserts[l].kept[first].unit] = winner;
    return 0;
}

// Of all that are kept: what their signs at the generators of a polygon are, together.
static const unsigned char *signs_together(insertion *in, const geom_cell *part)
{
    for (size_t from = 0; in->at_once && from < in->count; from += MEMO_WORD) {
        uint64_t all = 0, word;
        for (size_t i = 0; i < part->count; i++) {
            memcpy(&word, in->memo + part->generator[i].slot * in->memo_row + from, sizeof word);
            all |= word;
        }
        memcpy(in->bits + from, &all, sizeof all);
    }
    return in->bits;
}

hyperplane_list hyperplanes_left(walk_position *pos, size_t l, const geom_cell *part,
                                 hyperplane_list list)
{
    if (!list.count)
        return list;
    insertion *in = pos->inserts + l;
    uint32_t *pattern = pos->maps.layer[l].pattern;
    const int has_maxout = pos->maps.layer[l].rounded->has_maxout;
    hyperplane_list left = {arena_take(&pos->space.cells, list.count * sizeof *left.number), 0};
    signed char *sign = arena_take(&pos->space.cells, part->count);
    const unsigned char *bits = signs_together(in, part);
    for (size_t i = 0; i < list.count; i++) {
        walk_predicate predicate = in->kept[list.number[i]];
        if (has_maxout && insertion_is_maxout(pos, l, list.number[i])) {
            if (is_left_maxout(pos, l, part, list.number[i]))
                left.number[left.count++] = list.number[i];
            continue;
        }
        // Below an earlier breakpoint of the same unit: below this one too.
        if (pattern[predicate.unit] < predicate.breakpoint)
            continue;
        int all = in->at_once ? bits[list.number[i]] : SIGN_OPEN;
        sides on = {all & SIGN_BELOW, (all & SIGN_ABOVE) / SIGN_ABOVE};
        if (all & SIGN_OPEN)
            on = insertion_sides(pos, l, list.number[i], part, sign);
        // No branch, which nothing could foresee.
        left.number[left.count] = list.number[i];
        left.count += (size_t)(on.below & on.above);
        // For one that still splits it this only says: not below.
        pattern[predicate.unit] = predicate.breakpoint + (on.above != 0);
    }
    return left;
}

void hyperplanes_middle_first(const walk_position *pos, size_t l, hyperplane_list list)
{
    const insertion *in = pos->inserts + l;
    size_t i = list.count / 2;
    uint32_t middle = list.number[i];
    while (i > 0 && in->kept[list.number[i - 1]].unit == in->kept[middle].unit)
        middle = list.number[--i];
    memmove(list.number + 1, list.number, i * sizeof *list.number);
    list.number[0] = middle;
}
