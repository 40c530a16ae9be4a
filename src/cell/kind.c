// Cells of any dimension: code that does not depend on their representation.
#include "cell/cell.h"

#include "base/limits.h"
#include <math.h>
#include <string.h>

static const cell_kind *kind_of(const geom_space *space, const geom_cell *cell)
{
    if (cell->dictionary)
        return &implicit_kind;
    if (space->general)
        return &vertices_kind;
    return space->dimension == 1 ? &interval_kind : &polygon_kind;
}

int cell_clip(geom_cell *cell, geom_space *space, uint32_t plane)
{
    return cell_clip_to(cell, space, (half_space){plane, 1});
}

int cell_clip_to(geom_cell *cell, geom_space *space, half_space facet)
{
    const uint32_t plane = facet.plane;
    if (cell->dictionary) {
        dictionary *part = polyhedron_clip(space, cell->dictionary, facet);
        *cell = part ? implicit_cell(part) : *cell;
        return part != NULL;
    }
    signed char *sign = arena_take(&space->cells, cell->count);
    int below = 0, above = 0;
    for (size_t i = 0; i < cell->count; i++) {
        if (run_poll(space->columns))
            return 1;
        sign[i] = (signed char)space_sign(space, plane, cell->generator[i].point);
        below |= sign[i] < 0 || (i < cell->lines && sign[i]);
        above |= sign[i] > 0 || (i < cell->lines && sign[i]);
    }
    if (!below || !above)
        return facet.side > 0 ? above : below;
    geom_cell low, high;
    uint32_t slots = 0; // all generators get new ones in the end
    cell_split(&low, &high, space, cell, sign, plane, &slots);
    *cell = facet.side > 0 ? high : low;
    return 1;
}

// ---- queries ----

void cell_view(geom_cell *view, geom_space *space, const geom_cell *cell)
{
    *view = *cell;
    if (cell->dictionary)
        *view = implicit_cell(dictionary_copy(space, cell->dictionary));
    if (cell->in_order)
        return;
    view->generator = arena_take(&space->cells, cell->count * sizeof *view->generator);
    for (size_t i = 0; i < cell->count; i++) {
        view->generator[i] = cell->generator[i];
        view->generator[i].slot = (uint32_t)i;
    }
    view->in_order = 1;
    view->corners = NULL; // they live as long as those of the other
}

int cell_is_bounded(const geom_cell *cell, geom_space *space)
{
    if (cell->corners)
        return 1;
    if (cell->dictionary)
        return program_is_bounded(space, cell->dictionary);
    for (size_t i = 0; i < cell->count; i++)
        if (space->point[cell->generator[i].point].infinite)
            return 0;
    return 1;
}

int cell_is_everything(const geom_cell *cell, const geom_space *space)
{
    if (cell->dictionary)
        return 0;
    for (size_t i = 0; i < cell->count; i++)
        if (!space->point[cell->generator[i].point].infinite)
            return 0;
    return 1;
}

double cell_size(const geom_cell *cell, geom_space *space)
{
    const cell_kind *kind = kind_of(space, cell);
    if (!kind->size || space->judge->arith == CREASE_EXACT || !cell_is_bounded(cell, space))
        return 0;
    return kind->size(cell, space);
}

int cell_box(box_approx *box, const geom_cell *cell, const geom_space *space)
{
    if (cell->dictionary)
        return dictionary_box(box, space, cell->dictionary);
    if (cell->lines)
        return 0;
    double radius = 0, sum = 0;
    size_t d = space->dimension;
    double *low = box->center, *high = box->half;
    for (size_t c = 0; c < d; c++) {
        low[c] = INFINITY;
        high[c] = -INFINITY;
    }
    for (size_t i = 0; i < cell->count; i++) {
        const double *at = space_place(space, cell->generator[i].point);
        if (at[d] == 0)
            return 0;
        for (size_t c = 0; c < d; c++) {
            low[c] = at[c] < low[c] ? at[c] : low[c];
            high[c] = at[c] > high[c] ? at[c] : high[c];
        }
        radius = at[d + 1] > radius ? at[d + 1] : radius;
        sum += at[d + 1];
    }
    // If the radius is not finite, the coordinates may be NaN.
    box->radius = sum < INFINITY ? radius : INFINITY;
    for (size_t c = 0; c < d; c++) {
        double center = 0.5 * low[c] + 0.5 * high[c];
        double below = center - low[c], above = high[c] - center;
        box->reach[c] = fmax(fabs(low[c]), fabs(high[c])) + box->radius;
        box->center[c] = center;
        box->half[c] = below > above ? below : above;
    }
    return 1;
}

// ---- splits ----

void cell_split(geom_cell *low, geom_cell *high, geom_space *space, const geom_cell *cell,
                const signed char *sign, uint32_t plane, uint32_t *slots)
{
    if (run_is_cancelled())
        *low = *high = *cell; // cells at least
    else
        kind_of(space, cell)->split(low, high, space, cell, sign, plane, slots);
}

void cell_members(uint64_t *members, const geom_cell *cell)
{
    const size_t words = bits_words(cell->count);
    memset(members, 0, cell->facets * words * sizeof *members);
    for (size_t i = 0; i < cell->count; i++)
        for (size_t w = 0; w < cell->words; w++)
            for (uint64_t rest = cell_facets_at(cell, i)[w]; rest; rest &= rest - 1)
                bits_add(members + (w * BITS_WORD + bits_lowest(rest)) * words, i);
}
