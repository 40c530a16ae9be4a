// The region tree, walked depth first.
//
// Why every region is found exactly once: docs/algorithms.md. In short, a cell that
// no neuron of the next layer cuts has one affine map for that layer; a cell that is
// cut is the union of its two halves, which are of full dimension and overlap only
// on the crease; so the leaves tile the domain, and two leaves differ in the piece
// of the neuron that separated them.
#include "walk/tree.h"

#include "base/memory.h"
#include "walk/region.h"
#include <string.h>

enum { SIGN_UNKNOWN = 2 };

typedef struct {
    int below, above; // the form is negative / positive somewhere on the cell
} sides;

// ---- one layer meets one cell ----

static void keep_cut(insertion *in, cut question, const rows *forms, size_t form)
{
    MEMORY_RESERVE(in->cuts, in->capacity, in->count + 1);
    in->cuts[in->count++] = question;
    size_t copy = in->forms.count < in->count ? rows_push(&in->forms) : in->count - 1;
    size_t columns = forms->columns;
    for (size_t c = 0; c < columns; c++) {
        fmpz_set(rows_exact(&in->forms, copy) + c, rows_exact(forms, form) + c);
        rows_shadow(&in->forms, copy)[c] = rows_shadow(forms, form)[c];
    }
}

static sides sides_of_cell(walker *w, const cell2 *cell, const rows *forms, size_t form)
{
    sides on = {0, 0};
    for (size_t i = 0; i < cell->count && !(on.below && on.above); i++) {
        int sign = sign_at(&w->judge, forms, form, &w->space.points, cell->corner[i].point);
        on.below |= sign < 0;
        on.above |= sign > 0;
    }
    // No direction tells a constant form from zero; any finite corner would.
    if (!on.below && !on.above && cell2_is_plane(cell, &w->space))
        on.above = sign_of_constant(&w->judge, forms, form) > 0;
    return on;
}

// Fixes the pieces of the units that do not cut the cell and lists those that do.
// A form that vanishes on the whole cell is not above: the lower piece.
static void survey(walker *w, size_t l, const cell2 *cell)
{
    walk_layer *layer = w->maps.layer + l;
    insertion *in = w->inserts + l;
    in->count = 0;
    for (size_t unit = 0; unit < layer->scaled->units; unit++) {
        layer->pattern[unit] = 0;
        for (size_t b = 0; b + 1 < layer->scaled->pieces; b++) {
            const rows *forms;
            size_t form = walk_layer_form(layer, w->judge.arith, unit, b, &forms);
            sides on = sides_of_cell(w, cell, forms, form);
            if (on.below && on.above)
                keep_cut(in, (cut){(uint32_t)unit, (uint32_t)b}, forms, form);
            else if (on.above)
                layer->pattern[unit]++;
            else
                break;
        }
    }
}

static void reserve_slots(insertion *in, uint32_t from)
{
    size_t need = in->slots * in->count;
    MEMORY_RESERVE(in->memo, in->memo_capacity, need + 1);
    memset(in->memo + from * in->count, SIGN_UNKNOWN, need - from * in->count);
}

static int sign_of_cut(walker *w, insertion *in, size_t k, corner2 corner)
{
    signed char *known = in->memo + corner.slot * in->count + k;
    if (*known == SIGN_UNKNOWN)
        *known = (signed char)sign_at(&w->judge, &in->forms, k, &w->space.points, corner.point);
    return *known;
}

static sides sides_of_cut(walker *w, insertion *in, size_t k, const cell2 *cell, signed char *sign)
{
    sides on = {0, 0};
    for (size_t i = 0; i < cell->count; i++) {
        sign[i] = (signed char)sign_of_cut(w, in, k, cell->corner[i]);
        on.below |= sign[i] < 0;
        on.above |= sign[i] > 0;
    }
    return on;
}

// ---- the recursion ----

static int enter(walker *w, size_t l, const cell2 *cell);
static int insert(walker *w, size_t l, const cell2 *cell, size_t next);

static int tell_split(walker *w, const crease_split *split)
{
    const crease_visitor *visitor = w->visitor;
    return !visitor->split || visitor->split(visitor->data, split) == CREASE_GO;
}

// Cuts the cell by cut k of layer l and walks both halves, the lower one first.
static int branch(walker *w, size_t l, const cell2 *cell, size_t k, const signed char *sign)
{
    insertion *in = w->inserts + l;
    cut question = in->cuts[k];
    uint32_t *piece = w->maps.layer[l].pattern + question.unit;
    crease_split split = {w->counts->splits++, l - 1, question.unit, question.breakpoint};
    if (!tell_split(w, &split))
        return 0;

    plane_mark mark = plane_here(&w->space);
    uint32_t slots = in->slots;
    line_origin origin = {split.id, (uint32_t)split.layer, question.unit, question.breakpoint};
    uint32_t line = plane_line(&w->space, &in->forms, k, origin);
    cell2 low, high;
    cell2_split(&low, &high, &w->space, cell, sign, line, &in->slots);
    reserve_slots(in, slots);

    *piece = question.breakpoint;
    int go_on = insert(w, l, &low, k + 1);
    *piece = question.breakpoint + 1;
    go_on = go_on && insert(w, l, &high, k + 1);
    in->slots = slots;
    plane_release(&w->space, mark);
    if (w->visitor->leave)
        w->visitor->leave(w->visitor->data, &split);
    return go_on;
}

// Inserts the cuts of layer l from number k on into the cell, then goes one layer down.
static int insert(walker *w, size_t l, const cell2 *cell, size_t k)
{
    insertion *in = w->inserts + l;
    uint32_t *pattern = w->maps.layer[l].pattern;
    arena_mark mark = arena_here(&w->space.cells);
    signed char *sign = arena_take(&w->space.cells, cell->count);
    sides on = {0, 0};
    for (; k < in->count; k++) {
        cut question = in->cuts[k];
        // Below an earlier breakpoint of the same unit: below this one too.
        if (pattern[question.unit] < question.breakpoint)
            continue;
        on = sides_of_cut(w, in, k, cell, sign);
        if (on.below && on.above)
            break;
        pattern[question.unit] = question.breakpoint + (uint32_t)on.above;
    }
    int go_on = k < in->count ? branch(w, l, cell, k, sign) : enter(w, l + 1, cell);
    arena_release(&w->space.cells, mark);
    return go_on;
}

static int leaf(walker *w, const cell2 *cell)
{
    crease_counts *counts = w->counts;
    if (w->max_regions && counts->activation_regions == w->max_regions) {
        w->limits.stopped = 1;
        return 0;
    }
    uint64_t id = counts->activation_regions++;
    counts->bounded_regions += (uint64_t)cell2_is_bounded(cell, &w->space);
    if (!w->visitor->region)
        return 1;
    crease_region region;
    region_init(&region, w, cell, id);
    crease_visit visit = w->visitor->region(w->visitor->data, &region);
    return visit == CREASE_GO;
}

// The cell is a region of the layers before l.
static int enter(walker *w, size_t l, const cell2 *cell)
{
    if (walk_limits_reached(&w->limits, w->counts->activation_regions))
        return 0;
    if (l > w->hidden && !leaf(w, cell))
        return 0;
    if (l >= 2)
        w->counts->per_layer[l - 2]++;
    if (l > w->hidden)
        return 1;
    walk_maps_sync(&w->maps, l);
    survey(w, l, cell);
    arena_mark mark = arena_here(&w->space.cells);
    cell2 own;
    cell2_copy(&own, &w->space, cell);
    insertion *in = w->inserts + l;
    in->slots = (uint32_t)own.count;
    reserve_slots(in, 0);
    int go_on = insert(w, l, &own, 0);
    arena_release(&w->space.cells, mark);
    return go_on;
}

int walk_tree(walker *w)
{
    cell2 whole;
    cell2_from_domain(&whole, &w->space, w->domain);
    return enter(w, 1, &whole);
}
