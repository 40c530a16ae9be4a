// The irredundant inequalities of a region.
#include "walk/region.h"

#include <flint/fmpz_vec.h>

// All generators on facet f lie on facet g too. Of two that have the same generators, the first
// counts as the larger one.
static int lies_within(const geom_cell *cell, size_t f, size_t g)
{
    int more = 0;
    for (size_t i = 0; i < cell->count; i++) {
        if (cell_lies_on(cell, i, f) && !cell_lies_on(cell, i, g))
            return 0;
        more |= cell_lies_on(cell, i, g) && !cell_lies_on(cell, i, f);
    }
    return more || g < f;
}

// A face of less dimension lies within a facet; so an inequality is redundant iff the
// generators where it is an equation all lie on another one.
static void choose_general(crease_region *region)
{
    const geom_cell *cell = region->cell;
    for (size_t f = 0; f < cell->facets; f++) {
        int redundant = cell->facet[f].plane == SPACE_INFINITY;
        for (size_t g = 0; g < cell->facets && !redundant; g++)
            redundant = g != f && lies_within(cell, f, g);
        if (!redundant)
            region->facet[region->facets++] = f;
    }
}

// An edge for each generator where a new line begins.
static void choose_edges(crease_region *region)
{
    size_t n = region->cell->count;
    for (size_t i = 0; i < n; i++)
        if (!region_is_flat(region, i) &&
            !(region_is_infinite(region, i) && region_is_infinite(region, (i + 1) % n)))
            region->facet[region->facets++] = i;
}

static void choose_ends(crease_region *region)
{
    for (size_t i = 0; i < region->cell->count; i++)
        if (!region_is_infinite(region, i))
            region->facet[region->facets++] = i;
}

static const crease_region *with_facets(const crease_region *region)
{
    if (region->has_facets)
        return region;
    crease_region *filled = (crease_region *)region; // made by the walk, not const
    const geom_cell *cell = region->cell;
    const geom_space *space = &region->w->space;
    size_t most = space->general ? cell->facets : cell->count;
    filled->facet = arena_take(&region->w->space.cells, most * sizeof *filled->facet);
    filled->has_facets = 1;
    if (space->general)
        choose_general(filled);
    else if (space->dimension == 2)
        choose_edges(filled);
    else
        choose_ends(filled);
    return region;
}

size_t crease_region_facets(const crease_region *region)
{
    return with_facets(region)->facets;
}

const size_t *region_facet_list(const crease_region *region)
{
    return with_facets(region)->facet;
}

cell_facet region_facet_plane(const crease_region *region, size_t index)
{
    size_t f = region_facet_list(region)[index];
    if (region->w->space.general)
        return region->cell->facet[f];
    return (cell_facet){region->cell->generator[f].plane, region->cell->generator[f].side};
}

void crease_region_facet_owner(crease_facet *facet, const crease_region *region, size_t index)
{
    cell_facet of = region_facet_plane(region, index);
    const plane_origin *origin = region->w->space.origin + of.plane;
    if (origin->split == NO_SPLIT)
        *facet = (crease_facet){.on_border = 1, .inequality = origin->unit, .side = of.side};
    else
        *facet = (crease_facet){.layer = origin->layer,
                                .unit = origin->unit,
                                .breakpoint = origin->breakpoint,
                                .side = of.side};
}

void crease_region_facet(fmpq *row, crease_facet *facet, const crease_region *region, size_t index)
{
    geom_space *space = &region->w->space;
    cell_facet of = region_facet_plane(region, index);
    crease_region_facet_owner(facet, region, index);
    const fmpz *form = space_plane_row(space, of.plane);
    fmpz_t content;
    fmpz_init(content);
    _fmpz_vec_content(content, form, (slong)space->columns);
    if (of.side < 0)
        fmpz_neg(content, content);
    for (size_t i = 0; i < space->columns; i++)
        fmpq_set_fmpz_frac(row + i, form + i, content);
    fmpz_clear(content);
}
