// Facets where a region of a class may end.
#include "regions/class_ties.h"

#include "base/fatal.h"
#include "net/activation.h"
#include <flint/fmpz_vec.h>

// The difference between the form of the region's class and another one.
typedef struct {
    const crease_region *region;
    const geom_cell *cell; // with generators
    size_t last, tie;
    double *form;
    fmpz *row; // integers of the form, once they are needed, and a scratch entry
    bool has_row;
} rival;

bool class_tie_is_listed(const uint64_t *list, size_t count, uint64_t split)
{
    for (size_t i = 0; i < count; i++)
        if (list[i] == split)
            return true;
    return false;
}

static bool is_zero_in_integers(rival *r, size_t generator)
{
    geom_space *space = region_space(r->region);
    const slong columns = (slong)space->columns;
    if (!r->has_row)
        walk_maps_form(&r->region->pos->maps, r->row, r->last + 1, 0, r->tie);
    r->has_row = true;
    _fmpz_vec_dot(r->row + columns, r->row,
                  space_point_row(space, r->cell->generator[generator].point), columns);
    return fmpz_is_zero(r->row + columns);
}

// Whether the forms are equal at a generator: it lies on their crease, or doubles or integers tell.
static bool are_equal_at(rival *r, size_t generator)
{
    geom_space *space = region_space(r->region);
    if (space->judge->arith == CREASE_FILTERED &&
        space_try(space, r->form, r->cell->generator[generator].point) != SIGN_UNKNOWN)
        return false;
    const arena_mark mark = arena_here(&space->cells);
    half_space *facet = arena_take(&space->cells, (r->cell->facets + 2) * sizeof *facet);
    const size_t facets = cell_facets_meeting(facet, r->cell, space, generator);
    bool on_crease = false;
    for (size_t f = 0; f < facets && !on_crease; f++) {
        const plane_origin *origin = space->origin + facet[f].plane;
        on_crease =
            origin->split != NO_SPLIT && origin->layer == r->last && origin->breakpoint == r->tie;
    }
    arena_release(&space->cells, mark);
    return on_crease || is_zero_in_integers(r, generator);
}

static bool lies_on_facet(const geom_cell *cell, const geom_space *space, size_t generator,
                          size_t facet)
{
    if (cells_are_costly(space))
        return cell_lies_on(cell, generator, facet);
    return generator == facet ||
           (cells_are_polygons(space) && generator == (facet + 1) % cell->count);
}

// Whether the forms are equal at all generators of a facet: of a costly cell, or in the plane the
// edge after generator `facet`, on the line this generator.
static bool are_equal_on(const geom_cell *cell, const geom_space *space, const bool *is_equal,
                         size_t facet)
{
    size_t on = 0;
    for (size_t g = 0; g < cell->count; g++)
        if (lies_on_facet(cell, space, g, facet)) {
            if (!is_equal[g])
                return false;
            on++;
        }
    return on > 0;
}

static size_t add_ties(uint64_t *split, size_t count, const rival *r, const bool *is_equal)
{
    const geom_space *space = region_space(r->region);
    const geom_cell *cell = r->cell;
    const bool costly = cells_are_costly(space);
    for (size_t f = 0; f < (costly ? cell->facets : cell->count); f++) {
        const uint32_t plane = costly ? cell->facet[f].plane : cell->generator[f].plane;
        const uint64_t number = space->origin[plane].split;
        if (number != NO_SPLIT && !class_tie_is_listed(split, count, number) &&
            are_equal_on(cell, space, is_equal, f))
            split[count++] = number;
    }
    return count;
}

size_t class_ties(uint64_t **split, const crease_region *region, size_t last, size_t count)
{
    geom_space *space = region_space(region);
    const geom_cell *cell = region_corners(region);
    const size_t own = crease_region_pattern(region, last)[0];
    const size_t most = cells_are_costly(space) ? cell->facets : cell->count;
    size_t ties = 0;
    *split = arena_take(&space->cells, most * sizeof **split);
    const arena_mark mark = arena_here(&space->cells);
    rival r = {.region = region, .cell = cell, .last = last};
    r.form = arena_take(&space->cells, form_doubles(space->dimension) * sizeof *r.form);
    r.row = _fmpz_vec_init((slong)space->columns + 1);
    bool *is_equal = arena_take(&space->cells, cell->count * sizeof *is_equal);
    for (size_t k = 0; k < count; k++) {
        if (k == own)
            continue;
        bool meets = false;
        r.tie = maxout_predicate((maxout_rows){k < own ? k : own, k < own ? own : k}, count);
        r.has_row = false;
        if (space->judge->arith == CREASE_FILTERED)
            walk_layer_approx(r.form, region->pos->maps.layer + last + 1, 0, r.tie);
        for (size_t g = 0; g < cell->count; g++)
            meets |= is_equal[g] = are_equal_at(&r, g);
        if (meets)
            ties = add_ties(*split, ties, &r, is_equal);
    }
    _fmpz_vec_clear(r.row, (slong)space->columns + 1);
    arena_release(&space->cells, mark);
    return ties;
}
