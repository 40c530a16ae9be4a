// The neurons of one layer meet one cell.
#include "tree/insertion.h"

#include "base/fatal.h"
#include "base/trace.h"
#include "exact/kernels.h"
#include "tree/check.h"
#include <string.h>

// Tries the signs of the listed hyperplanes at a point, by doubles.
static void try_at(walk_position *pos, size_t l, uint32_t slot, uint32_t point,
                   hyperplane_list list)
{
    ASSERT(l < pos->maps.layers);
    ASSERT(point < pos->space.point_rows.count);
    ASSERT(!list.count || list.number);
    ASSERT(pos->judge.arith <= CREASE_FLOAT);
    insertion *in = pos->inserts + l;
    unsigned char *memo = in->memo + slot * in->memo_row;
    sign_try_lines(&pos->judge, memo, (const line_approx *)(const void *)in->form, list.number,
                   list.count, &in->limit, space_point_approx(&pos->space, point));
    for (size_t k = 0; k < list.count && CHECKED; k++)
        check_generator(pos, l, in->kept[list.number[k]], point,
                        sign_of_bits(memo[list.number[k]]));
}

// The same at new generators, which have the slots from `from` on and are the points from `point`
// on.
static void try_new(walk_position *pos, size_t l, uint32_t from, uint32_t point,
                    hyperplane_list rest)
{
    ASSERT(!rest.count || rest.number);
    insertion *in = pos->inserts + l;
    if (!in->batched || !rest.count) {
        insertion_reserve(pos, l, from);
        return;
    }
    insertion_room(in);
    for (uint32_t slot = from; slot < in->slots; slot++, point++)
        try_at(pos, l, slot, point, rest);
}

int insertion_split(geom_cell half[2], walk_position *pos, size_t l, size_t k,
                    const geom_cell *cell, uint32_t plane, hyperplane_list rest)
{
    ASSERT(l < pos->maps.layers);
    ASSERT(k < pos->inserts[l].predicates);
    ASSERT(plane < pos->space.plane_rows.count);
    ASSERT(cell_is_made(cell));
    ASSERT(!rest.count || rest.number);
    ASSERT(pos->judge.arith <= CREASE_FLOAT);
    insertion *in = pos->inserts + l;
    geom_space *space = &pos->space;
    const uint32_t slots = in->slots, point = (uint32_t)space->point_rows.count;
    corner_signs signs;
    space->divides_edges = space->is_numbered && space->has_common_edges;
    if (insertion_corner_signs(&signs, pos, l, k, cell) &&
        polygon_split_between(half, space, cell, signs, plane, &in->slots)) {
        TRACE("cell", "a polygon of %zu corners is cut between corners into %zu and %zu",
              cell->count, half[0].count, half[1].count);
        space->divides_edges = false;
        try_new(pos, l, slots, point, rest);
        return signs.above & 1;
    }
    signed char *sign = arena_take(&space->cells, cell->count + 1);
    *sign = 0;
    insertion_signs(sign, pos, l, k, cell);
    cell_split(half, space, cell, sign, plane, &in->slots);
    space->divides_edges = false;
    TRACE("cell", "a cell of %zu generators is cut into %zu and %zu", cell->count, half[0].count,
          half[1].count);
    try_new(pos, l, slots, point, rest);
    return sign[0] > 0;
}

// If doubles decide nothing, all units that have breakpoints are open.
static void open_all_units(insertion *in, const rounded_layer *net)
{
    ASSERT(in->count <= in->predicates);
    ASSERT(net->stride >= net->rows);
    for (size_t i = 0; i < net->stride * net->breakpoints; i++)
        in->low[i] = in->high[i] = 0;
    for (size_t j = 0; net->breakpoints && j < net->rows_with_breakpoint[0]; j++)
        in->open[net->owner[j]] = 1;
}

// Tries the predicates of all rows at the corners of a polygon: above[j] counts the breakpoints
// that row j is above. Returns how many are open.
static size_t try_rows_at_corners(walk_position *pos, size_t l)
{
    ASSERT(l < pos->maps.layers);
    ASSERT(pos->judge.arith <= CREASE_FLOAT);
    const walk_layer *layer = pos->maps.layer + l;
    const rounded_layer *net = layer->rounded;
    insertion *in = pos->inserts + l;
    map_values *values = &in->values;
    if (!net->breakpoints)
        return 0;
    in->width =
        sign_width_at_corners(&pos->judge, layer->view.norm, layer->view.bound, in->corners);
    values->least = CHECKED || net->breakpoints > 1 ? in->least : NULL;
    values->map = layer->view.entry;
    values->x = in->corners->x;
    values->y = in->corners->y;
    values->corners = in->corners->count;
    size_t opened = sign_try_corners(&pos->judge, values, in->width, net->outermost[0]);
    for (size_t b = 1; b < net->breakpoints; b++) {
        map_values other = *values;
        other.units = net->rows_with_breakpoint[b];
        other.shift = net->breakpoint + b * net->stride;
        opened += sign_try_shift(&pos->judge, &other, in->width, net->outermost[b]);
    }
    return opened;
}

// The same in a box around any cell.
static size_t try_rows_in_box(walk_position *pos, size_t l, const box_approx *box)
{
    ASSERT(l < pos->maps.layers);
    ASSERT(pos->judge.arith <= CREASE_FLOAT);
    const walk_layer *layer = pos->maps.layer + l;
    const rounded_layer *net = layer->rounded;
    insertion *in = pos->inserts + l;
    size_t opened = 0;
    memset(in->values.above, 0, in->values.units * sizeof *in->values.above);
    memset(in->values.open, 0, in->values.units * sizeof *in->values.open);
    for (size_t b = 0; b < net->breakpoints; b++) {
        map_values values = in->values;
        values.least = in->low + b * net->stride;
        values.greatest = in->high + b * net->stride;
        values.map = layer->view.entry;
        values.shift = net->breakpoint + b * net->stride;
        values.units = net->rows_with_breakpoint[b];
        opened += sign_try_range(&pos->judge, &values, layer->view.bound, box, net->outermost[b]);
    }
    return opened;
}

// A box around a cell takes two linear programs for each coordinate, and may save one for each
// predicate.
static bool is_box_worth_while(const walk_position *pos, size_t opened)
{
    ASSERT(pos->judge.arith <= CREASE_FLOAT);
    enum { MOST_COORDINATES = 64 };
    const size_t d = pos->space.dimension;
    return opened > 2 * d && d <= MOST_COORDINATES;
}

// Finds the corners of a polygon in doubles. Returns 0 if these are not known.
static bool look_at_corners(walk_position *pos, size_t l, geom_cell *cell)
{
    ASSERT(l < pos->maps.layers);
    ASSERT(pos->judge.arith <= CREASE_FLOAT);
    insertion *in = pos->inserts + l;
    in->corners = NULL;
    in->batched = 0;
    if (pos->judge.arith == CREASE_EXACT || pos->focus || !cells_are_polygons(&pos->space))
        return false;
    if (!cell->corners && !(cell->corners = polygon_corners(cell, &pos->space)))
        return false;
    in->corners = cell->corners;
    in->batched = pos->judge.arith == CREASE_FILTERED && !pos->maps.layer[l].rounded->has_maxout;
    return true;
}

static void forget_units(const walk_layer *layer, insertion *in)
{
    ASSERT(in->count <= in->predicates);
    memset(layer->pattern, 0, layer->rounded->units * sizeof *layer->pattern);
    memset(in->open, 0, layer->rounded->units * sizeof *in->open);
}

// Copies results by rows to results by units, if their orders differ.
static void spread_rows(const walk_layer *layer, insertion *in)
{
    ASSERT(in->count <= in->predicates);
    const rounded_layer *net = layer->rounded;
    for (size_t j = 0; j < net->rows_with_breakpoint[0]; j++) {
        layer->pattern[net->owner[j]] = in->row_above[j];
        in->open[net->owner[j]] = in->row_open[j];
    }
}

// Tries the predicates on the whole cell, by doubles: sets the pieces of all units that these
// decide, and in->open for the others. Maxout units are left alone. Returns how many predicates are
// open, at least.
static size_t try_whole_cell(walk_position *pos, size_t l, geom_cell *cell)
{
    ASSERT(l < pos->maps.layers);
    ASSERT(pos->judge.arith <= CREASE_FLOAT);
    walk_layer *layer = pos->maps.layer + l;
    const rounded_layer *net = layer->rounded;
    insertion *in = pos->inserts + l;
    size_t opened;
    // At corners, units in order are set by the test itself; those without breakpoints have piece
    // 0.
    if (look_at_corners(pos, l, cell)) {
        if (!net->in_order || net->has_maxout)
            forget_units(layer, in);
        opened = try_rows_at_corners(pos, l);
    } else {
        box_approx box = box_approx_in(in->box, pos->space.dimension);
        forget_units(layer, in);
        if (pos->judge.arith == CREASE_EXACT || pos->focus || cells_are_polygons(&pos->space) ||
            !cell_box(&box, cell, &pos->space)) {
            open_all_units(in, net);
            return net->units;
        }
        opened = try_rows_in_box(pos, l, &box);
        if (l > 1 && is_box_worth_while(pos, opened) && cell_shrink_box(&box, cell, &pos->space))
            opened = try_rows_in_box(pos, l, &box);
    }
    if (!net->in_order && net->breakpoints)
        spread_rows(layer, in);
    if (CHECKED)
        check_whole_cell(pos, l, cell);
    return opened;
}

// Tries the signs of the newest form at the corners of a polygon, by doubles.
static int try_corners(walk_position *pos, size_t l, const geom_cell *cell,
                       walk_predicate predicate)
{
    ASSERT(l < pos->maps.layers);
    ASSERT(cell_is_made(cell));
    ASSERT(pos->judge.arith <= CREASE_FLOAT);
    insertion *in = pos->inserts + l;
    const line_approx *form = (const line_approx *)(const void *)insertion_form(in, in->count);
    unsigned char *bits = in->memo + in->count;
    const bool is_firm = pos->maps.layer[l].view.grade == MAP_FIRM;
    const double error = is_firm ? in->error : sign_error_at_corners(form, in->corners);
    int all = sign_try_at_corners(&pos->judge, bits, in->memo_row, form, in->corners, error);
    if (!is_firm)
        forms_limit_raise(&in->limit, form);
    for (size_t i = 0; i < cell->count && CHECKED; i++)
        check_generator(pos, l, predicate, cell->generator[i].point,
                        sign_of_bits(bits[i * in->memo_row]));
    return all;
}

// Makes the form of a predicate, as number k of those that are kept: in->count, which is raised to
// keep it, or a later one.
static void make_form(walk_position *pos, size_t l, size_t k, walk_predicate predicate)
{
    ASSERT(l < pos->maps.layers);
    ASSERT(k < pos->inserts[l].predicates);
    ASSERT(pos->judge.arith <= CREASE_FLOAT);
    const walk_layer *layer = pos->maps.layer + l;
    insertion *in = pos->inserts + l;
    in->kept[k] = predicate;
    if (pos->space.is_numbered)
        in->number[k] =
            (uint32_t)(in->first_predicate + layer->rounded->unit.predicate[predicate.unit] +
                       predicate.breakpoint);
    in->rows.known[k] = 0;
    in->tight[k] = pos->judge.arith != CREASE_FILTERED || layer->view.grade == MAP_FIRM;
    if (pos->judge.arith != CREASE_EXACT)
        walk_layer_approx(insertion_form(in, k), layer, predicate.unit, predicate.breakpoint);
}

// Those signs of hyperplane k at the generators of the whole cell that other cells have decided.
static void take_signs(walk_position *pos, size_t l, const geom_cell *cell, size_t k)
{
    const insertion *in = pos->inserts + l;
    for (size_t i = 0; i < cell->count; i++) {
        const uint32_t point = cell->generator[i].point;
        const unsigned char *signs = insertion_signs_at(pos, point);
        if (!signs)
            continue;
        in->memo[i * in->memo_row + k] = signs[in->number[k]];
        if (CHECKED)
            check_generator(pos, l, in->kept[k], point, sign_of_bits(signs[in->number[k]]));
    }
}

// Forgets the others.
static inline void open_signs(walk_position *pos, size_t l, const geom_cell *cell, size_t k)
{
    const insertion *in = pos->inserts + l;
    for (size_t i = 0; i < cell->count; i++)
        in->memo[i * in->memo_row + k] = SIGN_OPEN;
    if (pos->space.is_numbered)
        take_signs(pos, l, cell, k);
}

// The sides of the predicate on which the cell lies. Its form becomes the newest one.
static sides ask_predicate(walk_position *pos, size_t l, const geom_cell *cell,
                           walk_predicate predicate)
{
    ASSERT(l < pos->maps.layers);
    ASSERT(cell_is_made(cell));
    ASSERT(pos->judge.arith <= CREASE_FLOAT);
    insertion *in = pos->inserts + l;
    const size_t k = in->count;
    make_form(pos, l, k, predicate);
    if (in->batched) {
        int all = try_corners(pos, l, cell, predicate);
        if (!(all & SIGN_OPEN))
            return (sides){all & SIGN_BELOW, (all & SIGN_ABOVE) != 0, 0};
    } else {
        open_signs(pos, l, cell, k);
    }
    return insertion_sides(pos, l, k, cell, NULL);
}

// Settles a unit with one breakpoint that doubles left open, if signs at corners are tried
// together. Returns its piece, or keeps the predicate if it splits the cell.
static uint32_t settle_at_corners(walk_position *pos, size_t l, const geom_cell *cell,
                                  uint32_t unit)
{
    ASSERT(l < pos->maps.layers);
    ASSERT(cell_is_made(cell));
    ASSERT(pos->judge.arith <= CREASE_FLOAT);
    insertion *in = pos->inserts + l;
    const walk_predicate predicate = {unit, 0};
    make_form(pos, l, in->count, predicate);
    int all = try_corners(pos, l, cell, predicate);
    if (all & SIGN_OPEN) {
        const sides on = insertion_sides(pos, l, in->count, cell, NULL);
        all = (on.below ? SIGN_BELOW : 0) | (on.above ? SIGN_ABOVE : 0);
    }
    in->count += all == (SIGN_BELOW | SIGN_ABOVE);
    return all == SIGN_ABOVE;
}

// The same for any unit.
static uint32_t settle_unit(walk_position *pos, size_t l, const geom_cell *cell, uint32_t unit)
{
    ASSERT(l < pos->maps.layers);
    ASSERT(cell_is_made(cell));
    ASSERT(pos->judge.arith <= CREASE_FLOAT);
    const rounded_layer *net = pos->maps.layer[l].rounded;
    size_t breakpoints = unit_pieces(&net->unit, unit) - 1;
    size_t row = net->source[net->unit.piece[unit]];
    uint32_t piece = 0;
    if (breakpoints == 1 && pos->inserts[l].batched)
        return settle_at_corners(pos, l, cell, unit);
    for (uint32_t b = 0; b < breakpoints; b++) {
        int side = breakpoints > 1 ? insertion_tried(pos, l, row, b) : SIGN_UNKNOWN;
        if (side == SIGN_UNKNOWN) {
            sides on = ask_predicate(pos, l, cell, (walk_predicate){unit, b});
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

// Most cells of a deep layer are not split, and loose bounds suffice to find this. If few units are
// left, an error bound for each of their forms takes less time than one for all.
static size_t try_tightly(walk_position *pos, size_t l, geom_cell *cell)
{
    ASSERT(l < pos->maps.layers);
    ASSERT(pos->judge.arith <= CREASE_FLOAT);
    enum { FEW = 1 };
    const walk_layer *layer = pos->maps.layer + l;
    if (!layer->rounded->has_maxout && layer->view.grade < MAP_LOST) {
        const size_t open = try_whole_cell(pos, l, cell);
        if (open <= FEW)
            return open;
    }
    if (layer->view.grade >= MAP_LOOSE)
        walk_maps_tighten(&pos->maps, l);
    return try_whole_cell(pos, l, cell);
}

// ---- maxout ----

size_t insertion_tie(size_t rank, size_t i, size_t j)
{
    maxout_rows pair = {i < j ? i : j, i < j ? j : i};
    return maxout_predicate(pair, rank);
}

coverage insertion_beats(walk_position *pos, size_t l, size_t first, const geom_cell *cell,
                         size_t i, size_t j, signed char *sign)
{
    ASSERT(l < pos->maps.layers);
    ASSERT(cell_is_made(cell));
    ASSERT(pos->judge.arith <= CREASE_FLOAT);
    size_t tie = insertion_tie(insertion_rank(pos, l, first), i, j);
    sides on = insertion_sides(pos, l, first + tie, cell, sign);
    if (on.below && on.above)
        return PARTLY;
    return (i < j ? !on.above : on.above) ? EVERYWHERE : NOWHERE;
}

// The ties of a maxout unit on a cell. Few of them are needed to find the row that wins.
typedef struct {
    walk_position *pos;
    const geom_cell *cell;
    size_t l, first;    // the layer, and the unit's first predicate
    unsigned char *has; // which ties have forms; NULL: all
} tie_signs;

static void need_tie(const tie_signs *ties, size_t tie)
{
    insertion *in = ties->pos->inserts + ties->l;
    if (!ties->has || ties->has[tie])
        return;
    ties->has[tie] = 1;
    make_form(ties->pos, ties->l, ties->first + tie,
              (walk_predicate){in->kept[ties->first].unit, (uint32_t)tie});
    open_signs(ties->pos, ties->l, ties->cell, ties->first + tie);
}

static bool beats_everywhere(const tie_signs *ties, uint32_t i, uint32_t j)
{
    need_tie(ties, insertion_tie(insertion_rank(ties->pos, ties->l, ties->first), i, j));
    return insertion_beats(ties->pos, ties->l, ties->first, ties->cell, i, j, NULL) == EVERYWHERE;
}

// The row that wins on the whole cell, or `rank` if there is none.
static uint32_t maxout_winner(const tie_signs *ties)
{
    const uint32_t rank = (uint32_t)insertion_rank(ties->pos, ties->l, ties->first);
    uint32_t best = 0;
    // Only a row that is beaten nowhere can win.
    for (uint32_t j = 1; j < rank; j++)
        if (!beats_everywhere(ties, best, j))
            best = j;
    for (uint32_t j = 0; j < rank; j++)
        if (j != best && !beats_everywhere(ties, best, j))
            return rank;
    return best;
}

// The row that wins, or 0 if there is none; then all predicates are kept.
static uint32_t settle_maxout(walk_position *pos, size_t l, const geom_cell *cell, uint32_t unit)
{
    ASSERT(l < pos->maps.layers);
    ASSERT(cell_is_made(cell));
    ASSERT(pos->judge.arith <= CREASE_FLOAT);
    const unit_table *table = &pos->maps.layer[l].rounded->unit;
    insertion *in = pos->inserts + l;
    const size_t predicates = unit_predicates(table, unit);
    tie_signs ties = {pos, cell, l, in->count,
                      arena_take(&pos->space.cells, predicates * sizeof *ties.has)};
    memset(ties.has, 0, predicates * sizeof *ties.has);
    in->kept[ties.first].unit = unit;
    uint32_t winner = maxout_winner(&ties);
    if (winner == unit_rows(table, unit)) {
        for (size_t tie = 0; tie < predicates; tie++)
            need_tie(&ties, tie);
        in->count += predicates;
        winner = 0;
    }
    return winner;
}

// ---- the survey ----

// The units, from number `from` on, that doubles left open. If doubles decide nothing, the padding
// is open too, and is masked here.
static uint64_t open_from(const insertion *in, const rounded_layer *net, uint32_t from)
{
    ASSERT(in->count <= in->predicates);
    ASSERT(net->stride >= net->rows);
    const size_t left = net->units - from, count = left < KERNEL_SET ? left : KERNEL_SET;
    return kernel_set(in->open + from, count) & UINT64_MAX >> (KERNEL_SET - count);
}

// Starts the error bounds that the kept forms share. For a firm map these hold for all rows.
static void begin_limits(insertion *in, const walk_layer *layer)
{
    ASSERT(in->count <= in->predicates);
    const rounded_layer *net = layer->rounded;
    double outermost = 0;
    in->limit = (forms_limit){0};
    if (!in->batched || layer->view.grade != MAP_FIRM)
        return;
    for (size_t b = 0; b < net->breakpoints; b++)
        outermost = net->outermost[b] > outermost ? net->outermost[b] : outermost;
    in->error = sign_error_of_rows(in->width, outermost);
    in->limit = forms_limit_of_rows(layer->view.norm, layer->view.bound, outermost);
}

void insertion_survey(walk_position *pos, size_t l, geom_cell *cell)
{
    ASSERT(l < pos->maps.layers);
    ASSERT(pos->judge.arith <= CREASE_FLOAT);
    walk_layer *layer = pos->maps.layer + l;
    const rounded_layer *net = layer->rounded;
    insertion *in = pos->inserts + l;
    in->count = 0;
    in->slots = (uint32_t)cell->count;
    walk_layer_settle_all(layer);
    size_t open =
        layer->view.grade >= MAP_LOOSE ? try_tightly(pos, l, cell) : try_whole_cell(pos, l, cell);
    if (!open && !net->has_maxout)
        return;
    begin_limits(in, layer);
    insertion_room(in);
    for (uint32_t from = 0; from < net->units && !net->has_maxout; from += KERNEL_SET)
        for (uint64_t left = open_from(in, net, from); left; left &= left - 1) {
            const uint32_t unit = from + (uint32_t)__builtin_ctzll(left);
            layer->pattern[unit] = settle_unit(pos, l, cell, unit);
        }
    // Maxout is tested first: if doubles overflow, the rows of a maxout unit may be open by chance.
    for (uint32_t unit = 0; unit < net->units && net->has_maxout; unit++)
        if (unit_rows(&net->unit, unit) > 1)
            layer->pattern[unit] = settle_maxout(pos, l, cell, unit);
        else if (in->open[unit])
            layer->pattern[unit] = settle_unit(pos, l, cell, unit);
}

// ---- hyperplanes that also split a part of the cell ----

hyperplane_list hyperplanes_all(walk_position *pos, size_t l)
{
    ASSERT(l < pos->maps.layers);
    ASSERT(pos->judge.arith <= CREASE_FLOAT);
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

// Whether no row of a maxout unit wins on the whole part. If one does, it becomes the unit's piece.
static bool is_left_maxout(walk_position *pos, size_t l, const geom_cell *part, size_t first)
{
    ASSERT(l < pos->maps.layers);
    ASSERT(cell_is_made(part));
    ASSERT(pos->judge.arith <= CREASE_FLOAT);
    uint32_t winner = maxout_winner(&(tie_signs){pos, part, l, first, NULL});
    if (winner == insertion_rank(pos, l, first))
        return true;
    const uint32_t unit = pos->inserts[l].kept[first].unit;
    pos->maps.layer[l].pattern[unit] = winner;
    walk_layer_settle(pos->maps.layer + l, unit);
    return false;
}

// The sign bits of MEMO_WORD kept predicates, from number `from` on, in a byte each: the union over
// the generators of a polygon.
static inline uint64_t word_together(const insertion *in, const geom_cell *part, size_t from)
{
    ASSERT(cell_is_made(part));
    ASSERT(in->count <= in->predicates);
    const cell_generator *generator = part->generator, *end = generator + part->count;
    uint64_t all = 0;
    for (; generator < end; generator++)
        all |= *(const memo_word *)(const void *)(in->memo + generator->slot * in->memo_row + from);
    return all;
}

hyperplane_list hyperplanes_left(walk_position *pos, size_t l, const geom_cell *part,
                                 hyperplane_list list)
{
    ASSERT(l < pos->maps.layers);
    ASSERT(cell_is_made(part));
    ASSERT(!list.count || list.number);
    ASSERT(pos->judge.arith <= CREASE_FLOAT);
    if (!list.count)
        return list;
    insertion *in = pos->inserts + l;
    walk_layer *layer = pos->maps.layer + l;
    uint32_t *pattern = layer->pattern;
    const bool has_maxout = layer->rounded->has_maxout;
    hyperplane_list left = {arena_take(&pos->space.cells, list.count * sizeof *left.number), 0};
    uint64_t word = 0;
    size_t block = SIZE_MAX; // of the predicates in the word
    for (size_t i = 0; i < list.count; i++) {
        const uint32_t k = list.number[i];
        const walk_predicate predicate = in->kept[k];
        if (has_maxout && insertion_is_maxout(pos, l, k)) {
            if (is_left_maxout(pos, l, part, k))
                left.number[left.count++] = k;
            continue;
        }
        // A part below an earlier breakpoint of the unit is below this one too.
        if (pattern[predicate.unit] < predicate.breakpoint)
            continue;
        if (in->batched && k / MEMO_WORD != block) {
            block = k / MEMO_WORD;
            word = word_together(in, part, block * MEMO_WORD);
        }
        const int all = in->batched ? (int)(word >> k % MEMO_WORD * 8 & SIGN_BITS) : SIGN_OPEN;
        sides on = {all & SIGN_BELOW, (all & SIGN_ABOVE) / SIGN_ABOVE, 0};
        if (all & SIGN_OPEN)
            on = insertion_sides(pos, l, k, part, NULL);
        // Branch-free: the condition is unpredictable.
        const size_t splits = (size_t)(on.below & on.above);
        left.number[left.count] = k;
        left.count += splits;
        layer->settled[layer->settled_units] = predicate.unit;
        layer->settled_units += !splits & (layer->settled_units < layer->most_settled);
        // For a hyperplane that still splits the part this only means: not below.
        pattern[predicate.unit] = predicate.breakpoint + (on.above != 0);
    }
    return left;
}
