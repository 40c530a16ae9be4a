// The neurons of one layer meet one cell.
#include "walk/insertion.h"

#include "base/memory.h"
#include "walk/check.h"
#include "walk/maxout.h"
#include "walk/tree.h"
#include <flint/fmpz_vec.h>
#include <stdlib.h>
#include <string.h>

void insertion_init(insertion *in, const walk_layer *layer)
{
    size_t breakpoints = layer->rounded->rank == 1 ? layer->rounded->predicates : 0;
    *in = (insertion){.predicates = layer->rounded->units * layer->rounded->predicates};
    in->cuts = memory_new(in->predicates, sizeof *in->cuts);
    in->form = memory_new(in->predicates * 2 * layer->columns, sizeof *in->form);
    rows_init(&in->rows, layer->columns);
    for (size_t k = 0; k < in->predicates; k++)
        rows_push(&in->rows);
    in->low = memory_new(layer->rounded->stride * breakpoints, sizeof *in->low);
    in->high = memory_new(layer->rounded->stride * breakpoints, sizeof *in->high);
    in->open = memory_new(layer->rounded->stride, sizeof *in->open);
    in->asked = memory_new(2 * layer->columns, sizeof *in->asked);
    in->box = memory_new(BOX_DOUBLES(layer->columns), sizeof *in->box);
}

void insertion_clear(insertion *in)
{
    free(in->cuts);
    free(in->form);
    rows_clear(&in->rows);
    free(in->memo);
    free(in->low);
    free(in->high);
    free(in->open);
    free(in->asked);
    free(in->box);
}

const fmpz *insertion_row(walker *w, size_t l, size_t k)
{
    insertion *in = w->inserts + l;
    fmpz *row = rows_at(&in->rows, k);
    if (!in->rows.known[k]) {
        walk_maps_form(&w->maps, row, l, in->cuts[k].unit, in->cuts[k].breakpoint);
        in->rows.known[k] = 1;
    }
    return row;
}

// A point where the crease of this very predicate meets another line lies on it. Lines
// on the path that have one origin are one line.
static int is_on_crease(const walker *w, size_t l, cut predicate, uint32_t point)
{
    if (point < w->border.points)
        return 0;
    const space_point *at = w->space.point + point;
    const uint32_t meet[2] = {at->first, at->second}, *through = at->through;
    size_t count = at->count;
    if (at->recipe != POINT_COMMON) {
        through = meet;
        count = at->recipe == POINT_FOOT ? 1 : 2;
    }
    for (size_t i = 0; i < count; i++) {
        const plane_origin *origin = w->space.origin + through[i];
        if (origin->split != NO_SPLIT && origin->layer + 1 == l && origin->unit == predicate.unit &&
            origin->breakpoint == predicate.breakpoint)
            return 1;
    }
    return 0;
}

static int decide(walker *w, size_t l, size_t k, uint32_t point)
{
    insertion *in = w->inserts + l;
    int sign = space_try(&w->space, insertion_form(in, k), point);
    if (sign == SIGN_UNKNOWN && is_on_crease(w, l, in->cuts[k], point))
        sign = 0;
    if (CHECKED)
        check_generator(w, l, in->cuts[k], point, sign);
    if (sign == SIGN_UNKNOWN)
        sign = sign_exact(&w->judge, insertion_row(w, l, k), space_point_row(&w->space, point),
                          in->rows.columns);
    return sign;
}

static int sign_at_origin(walker *w, size_t l, size_t k)
{
    // There a form is its constant.
    size_t columns = w->maps.columns;
    const double *form = insertion_form(w->inserts + l, k);
    const double constant[4] = {0, form[columns - 1], 0, form[2 * columns - 1]};
    static const double origin[3] = {0, 1, 0};
    int sign = sign_try_point(&w->judge, constant, origin, 1);
    if (CHECKED)
        check_origin(w, l, w->inserts[l].cuts[k], sign);
    if (sign == SIGN_UNKNOWN)
        sign = sign_exact_value(&w->judge, insertion_row(w, l, k) + w->inserts[l].rows.columns - 1);
    return sign;
}

sides insertion_sides(walker *w, size_t l, size_t k, const geom_cell *cell, signed char *sign)
{
    if (w->focus) {
        // Near the focus a form has the sign that it has there, unless this is zero.
        int near = sign_exact(&w->judge, insertion_row(w, l, k), w->focus, w->maps.columns);
        if (near)
            return (sides){near<0, near> 0};
    }
    sides on = {0, 0};
    signed char *memo = w->inserts[l].memo + k;
    size_t predicates = w->inserts[l].predicates;
    for (size_t i = 0; i < cell->count; i++) {
        signed char *known = memo + cell->generator[i].slot * predicates;
        if (*known == SIGN_UNKNOWN)
            *known = (signed char)decide(w, l, k, cell->generator[i].point);
        sign[i] = *known;
        on.below |= *known < 0 || (i < cell->lines && *known);
        on.above |= *known > 0 || (i < cell->lines && *known);
    }
    // No direction tells a constant form from zero; any finite generator would.
    if (!on.below && !on.above && cell_is_everything(cell, &w->space))
        on.above = sign_at_origin(w, l, k) > 0;
    return on;
}

void insertion_reserve(insertion *in, uint32_t from)
{
    MEMORY_RESERVE(in->memo, in->memo_capacity, in->slots * in->predicates + 1);
    for (uint32_t slot = from; slot < in->slots; slot++)
        memset(in->memo + slot * in->predicates, SIGN_UNKNOWN, in->count);
}

// Puts the predicates to the whole cell, by doubles: sets the pieces of all units that
// these decide, and in->open for the others.
static void try_whole_cell(walker *w, size_t l, const geom_cell *cell)
{
    walk_layer *layer = w->maps.layer + l;
    const rounded_layer *net = layer->rounded;
    insertion *in = w->inserts + l;
    box_approx box = box_approx_in(in->box, w->space.dimension);
    int nothing = w->judge.arith == CREASE_EXACT || w->focus || !cell_box(&box, cell, &w->space);
    for (size_t unit = 0; unit < net->units; unit++) {
        layer->pattern[unit] = 0;
        in->open[unit] = (uint32_t)nothing;
    }
    for (size_t i = 0; i < net->stride * (net->pieces - 1) && nothing; i++)
        in->low[i] = in->high[i] = 0;
    for (size_t b = 0; b + 1 < net->pieces && !nothing; b++)
        sign_try_range(&w->judge, in->low + b * net->stride, in->high + b * net->stride,
                       layer->pattern, in->open, layer->approx, net->stride, net->units,
                       layer->bound, &box, net->breakpoint[b]);
    if (CHECKED && !nothing)
        check_whole_cell(w, l, cell);
}

sides insertion_ask(walker *w, size_t l, const geom_cell *cell, cut predicate, signed char *sign)
{
    insertion *in = w->inserts + l;
    size_t k = in->count;
    in->cuts[k] = predicate;
    in->rows.known[k] = 0;
    if (w->judge.arith != CREASE_EXACT)
        walk_layer_approx(insertion_form(in, k), w->maps.layer + l, predicate.unit,
                          predicate.breakpoint);
    for (size_t i = 0; i < cell->count; i++)
        in->memo[i * in->predicates + k] = SIGN_UNKNOWN;
    return insertion_sides(w, l, k, cell, sign);
}

// The piece of a unit that doubles did not settle, in so far as it does not cut.
static uint32_t settle(walker *w, size_t l, const geom_cell *cell, uint32_t unit, signed char *sign)
{
    insertion *in = w->inserts + l;
    const rounded_layer *net = w->maps.layer[l].rounded;
    uint32_t piece = 0;
    for (uint32_t b = 0; b + 1 < net->pieces; b++) {
        size_t at = b * net->stride + unit;
        int side = sign_of_range(in->low[at], in->high[at]);
        if (side == SIGN_UNKNOWN) {
            sides on = insertion_ask(w, l, cell, (cut){unit, b}, sign);
            if (on.below && on.above) {
                w->inserts[l].count++;
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

// Whether doubles alone tell that no unit cuts the cell. Then all pieces are fixed.
static int settle_quietly(walker *w, size_t l, const geom_cell *cell)
{
    walk_layer *layer = w->maps.layer + l;
    insertion *in = w->inserts + l;
    try_whole_cell(w, l, cell);
    for (uint32_t unit = 0; unit < layer->rounded->units; unit++) {
        if (!in->open[unit])
            continue;
        uint32_t piece = 0;
        for (uint32_t b = 0; b + 1 < layer->rounded->pieces; b++) {
            walk_layer_approx(in->asked, layer, unit, b);
            int side = 0;
            for (size_t i = 0; i < cell->count; i++) {
                int sign = space_try(&w->space, in->asked, cell->generator[i].point);
                if (CHECKED)
                    check_generator(w, l, (cut){unit, b}, cell->generator[i].point, sign);
                if (sign == SIGN_UNKNOWN || sign * side < 0 || (i < cell->lines && sign))
                    return 0;
                side = sign;
            }
            piece += side > 0;
        }
        layer->pattern[unit] = piece;
    }
    return 1;
}

void insertion_survey(walker *w, size_t l, const geom_cell *cell)
{
    walk_layer *layer = w->maps.layer + l;
    insertion *in = w->inserts + l;
    signed char *sign = arena_take(&w->space.cells, cell->count);
    in->count = 0;
    in->slots = (uint32_t)cell->count;
    insertion_reserve(in, in->slots);
    if (layer->rounded->rank > 1) {
        if (layer->loose)
            walk_maps_tighten(&w->maps, l);
        maxout_survey(w, l, cell);
        return;
    }
    // Most cells of a deep layer are not cut, and loose bounds suffice to see it.
    if (layer->loose) {
        if (!w->focus && settle_quietly(w, l, cell))
            return;
        walk_maps_tighten(&w->maps, l);
    }
    try_whole_cell(w, l, cell);
    for (uint32_t unit = 0; unit < layer->rounded->units; unit++)
        if (in->open[unit])
            layer->pattern[unit] = settle(w, l, cell, unit, sign);
}
