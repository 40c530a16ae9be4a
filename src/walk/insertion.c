// The neurons of one layer meet one cell.
#include "walk/insertion.h"

#include "base/memory.h"
#include "walk/check.h"
#include "walk/tree.h"
#include <stdlib.h>
#include <string.h>

void insertion_init(insertion *in, const walk_layer *layer)
{
    size_t breakpoints = layer->rounded->pieces - 1;
    *in = (insertion){.questions = layer->rounded->units * breakpoints};
    in->cuts = memory_new(in->questions, sizeof *in->cuts);
    in->shadow = memory_new(in->questions, sizeof *in->shadow);
    rows_init(&in->forms, layer->columns);
    for (size_t k = 0; k < in->questions; k++)
        rows_push(&in->forms);
    in->low = memory_new(layer->rounded->stride * breakpoints, sizeof *in->low);
    in->high = memory_new(layer->rounded->stride * breakpoints, sizeof *in->high);
    in->open = memory_new(layer->rounded->stride, sizeof *in->open);
}

void insertion_clear(insertion *in)
{
    free(in->cuts);
    free(in->shadow);
    rows_clear(&in->forms);
    free(in->memo);
    free(in->low);
    free(in->high);
    free(in->open);
}

const fmpz *insertion_row(walker *w, size_t l, size_t k)
{
    insertion *in = w->inserts + l;
    fmpz *row = rows_at(&in->forms, k);
    if (!in->forms.known[k]) {
        walk_maps_form(&w->maps, row, l, in->cuts[k].unit, in->cuts[k].breakpoint);
        in->forms.known[k] = 1;
    }
    return row;
}

// A point where the crease of this very question meets another line lies on it. Lines
// on the path that have one origin are one line.
static int is_on_crease(const walker *w, size_t l, cut question, uint32_t point)
{
    if (point < w->border.points)
        return 0;
    const plane_point *at = w->space.point + point;
    const uint32_t line[2] = {at->first, at->second};
    for (int i = 0; i < 2; i++) {
        const line_origin *origin = &w->space.line[line[i]].origin;
        if (origin->split != NO_SPLIT && origin->layer + 1 == l && origin->unit == question.unit &&
            origin->breakpoint == question.breakpoint)
            return 1;
    }
    return 0;
}

static int decide(walker *w, size_t l, size_t k, uint32_t point)
{
    insertion *in = w->inserts + l;
    int sign = sign_try(&w->judge, in->shadow + k, &w->space.point[point].shadow);
    if (sign == SIGN_UNKNOWN && is_on_crease(w, l, in->cuts[k], point))
        sign = 0;
    if (CHECKED)
        check_corner(w, l, in->cuts[k], point, sign);
    if (sign == SIGN_UNKNOWN)
        sign = sign_exact(&w->judge, insertion_row(w, l, k), plane_point_row(&w->space, point),
                          in->forms.columns);
    return sign;
}

static int sign_at_origin(walker *w, size_t l, size_t k)
{
    static const point_shadow origin = {.w = 1};
    int sign = sign_try(&w->judge, w->inserts[l].shadow + k, &origin);
    if (CHECKED)
        check_origin(w, l, w->inserts[l].cuts[k], sign);
    if (sign == SIGN_UNKNOWN)
        sign =
            sign_exact_value(&w->judge, insertion_row(w, l, k) + w->inserts[l].forms.columns - 1);
    return sign;
}

sides insertion_sides(walker *w, size_t l, size_t k, const cell2 *cell, signed char *sign)
{
    sides on = {0, 0};
    signed char *memo = w->inserts[l].memo + k;
    size_t questions = w->inserts[l].questions;
    for (size_t i = 0; i < cell->count; i++) {
        signed char *known = memo + cell->corner[i].slot * questions;
        if (*known == SIGN_UNKNOWN)
            *known = (signed char)decide(w, l, k, cell->corner[i].point);
        sign[i] = *known;
        on.below |= *known < 0;
        on.above |= *known > 0;
    }
    // No direction tells a constant form from zero; any finite corner would.
    if (!on.below && !on.above && cell2_is_plane(cell, &w->space))
        on.above = sign_at_origin(w, l, k) > 0;
    return on;
}

void insertion_reserve(insertion *in, uint32_t from)
{
    MEMORY_RESERVE(in->memo, in->memo_capacity, in->slots * in->questions + 1);
    for (uint32_t slot = from; slot < in->slots; slot++)
        memset(in->memo + slot * in->questions, SIGN_UNKNOWN, in->count);
}

// Puts the questions to the whole cell, by doubles: sets the pieces of all units that
// these decide, and in->open for the others.
static void try_whole_cell(walker *w, size_t l, const cell2 *cell)
{
    walk_layer *layer = w->maps.layer + l;
    const rounded_layer *net = layer->rounded;
    insertion *in = w->inserts + l;
    double room[BOX_DOUBLES(2)];
    box_shadow box = box_shadow_in(room, 2);
    int nothing = w->judge.arith == CREASE_EXACT || !cell2_box(&box, cell, &w->space);
    for (size_t unit = 0; unit < net->units; unit++) {
        layer->pattern[unit] = 0;
        in->open[unit] = (uint32_t)nothing;
    }
    for (size_t i = 0; i < net->stride * (net->pieces - 1) && nothing; i++)
        in->low[i] = in->high[i] = 0;
    for (size_t b = 0; b + 1 < net->pieces && !nothing; b++)
        sign_try_range(&w->judge, in->low + b * net->stride, in->high + b * net->stride,
                       layer->pattern, in->open, layer->shadow, net->stride, net->units,
                       layer->slack, &box, net->breakpoint[b]);
    if (CHECKED && !nothing)
        check_whole_cell(w, l, cell);
}

// Adds the question to the cuts of the cell if it is one. Else returns its side.
static sides ask(walker *w, size_t l, const cell2 *cell, cut question, signed char *sign)
{
    insertion *in = w->inserts + l;
    size_t k = in->count;
    in->cuts[k] = question;
    in->forms.known[k] = 0;
    if (w->judge.arith != CREASE_EXACT)
        walk_layer_shadow(in->shadow + k, w->maps.layer + l, question.unit, question.breakpoint);
    for (size_t i = 0; i < cell->count; i++)
        in->memo[i * in->questions + k] = SIGN_UNKNOWN;
    sides on = insertion_sides(w, l, k, cell, sign);
    in->count += on.below && on.above;
    return on;
}

// The piece of a unit that doubles did not settle, in so far as it does not cut.
static uint32_t settle(walker *w, size_t l, const cell2 *cell, uint32_t unit, signed char *sign)
{
    insertion *in = w->inserts + l;
    const rounded_layer *net = w->maps.layer[l].rounded;
    uint32_t piece = 0;
    for (uint32_t b = 0; b + 1 < net->pieces; b++) {
        size_t at = b * net->stride + unit;
        int side = sign_of_range(in->low[at], in->high[at]);
        if (side == SIGN_UNKNOWN) {
            sides on = ask(w, l, cell, (cut){unit, b}, sign);
            if (on.below && on.above)
                continue;
            side = on.above ? 1 : -1;
        }
        if (side < 0)
            break;
        piece++;
    }
    return piece;
}

// Whether doubles alone tell that no unit cuts the cell. Then all pieces are fixed.
static int settle_quietly(walker *w, size_t l, const cell2 *cell)
{
    walk_layer *layer = w->maps.layer + l;
    insertion *in = w->inserts + l;
    try_whole_cell(w, l, cell);
    for (uint32_t unit = 0; unit < layer->rounded->units; unit++) {
        if (!in->open[unit])
            continue;
        uint32_t piece = 0;
        for (uint32_t b = 0; b + 1 < layer->rounded->pieces; b++) {
            line_shadow form;
            walk_layer_shadow(&form, layer, unit, b);
            int side = 0;
            for (size_t i = 0; i < cell->count; i++) {
                const point_shadow *at = &w->space.point[cell->corner[i].point].shadow;
                int sign = sign_try(&w->judge, &form, at);
                if (CHECKED)
                    check_corner(w, l, (cut){unit, b}, cell->corner[i].point, sign);
                if (sign == SIGN_UNKNOWN || sign * side < 0)
                    return 0;
                side = sign;
            }
            piece += side > 0;
        }
        layer->pattern[unit] = piece;
    }
    return 1;
}

void insertion_survey(walker *w, size_t l, const cell2 *cell)
{
    walk_layer *layer = w->maps.layer + l;
    insertion *in = w->inserts + l;
    signed char *sign = arena_take(&w->space.cells, cell->count);
    in->count = 0;
    in->slots = (uint32_t)cell->count;
    insertion_reserve(in, in->slots);
    // Most cells of a deep layer are not cut, and loose bounds suffice to see it.
    if (layer->loose) {
        if (settle_quietly(w, l, cell))
            return;
        walk_maps_tighten(&w->maps, l);
    }
    try_whole_cell(w, l, cell);
    for (uint32_t unit = 0; unit < layer->rounded->units; unit++)
        if (in->open[unit])
            layer->pattern[unit] = settle(w, l, cell, unit, sign);
}
