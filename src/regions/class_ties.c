// Faces where a region of a class may end.
#include "regions/class_ties.h"

#include "base/fatal.h"
#include "net/activation.h"
#include <flint/fmpz_vec.h>
#include <string.h>

// The difference between the form of the region's class and another one.
typedef struct {
    const crease_region *region;
    const geom_cell *cell; // with generators
    size_t last, tie;
    double *form;
    fmpz *row; // integers of the form, once they are needed, and a scratch entry
    bool has_row;
} rival;

bool class_ties_have(const class_ties *ties, uint64_t split)
{
    for (size_t i = 0; i < ties->splits; i++)
        if (ties->split[i] == split)
            return true;
    return false;
}

void class_ties_strike(class_ties *ties, uint64_t split)
{
    size_t kept = 0;
    for (size_t i = 0; i < ties->splits; i++)
        if (ties->split[i] != split)
            ties->split[kept++] = ties->split[i];
    ties->splits = kept;
}

bool class_ties_hold(const class_ties *ties, const uint64_t *face)
{
    for (size_t k = 0; k < ties->rivals; k++)
        if (bits_within(face, ties->equal + k * ties->words, ties->words))
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

// Whether all generators of a facet are in the set: of a costly cell, or in the plane the edge
// after generator `facet`, on the line this generator.
static bool has_facet(const uint64_t *set, const geom_cell *cell, const geom_space *space,
                      size_t facet)
{
    size_t on = 0;
    for (size_t g = 0; g < cell->count; g++)
        if (lies_on_facet(cell, space, g, facet)) {
            if (!bits_have(set, g))
                return false;
            on++;
        }
    return on > 0;
}

static void add_splits(class_ties *ties, const rival *r, const uint64_t *equal)
{
    const geom_space *space = region_space(r->region);
    const geom_cell *cell = r->cell;
    const bool costly = cells_are_costly(space);
    for (size_t f = 0; f < (costly ? cell->facets : cell->count); f++) {
        const uint32_t plane = costly ? cell->facet[f].plane : cell->generator[f].plane;
        const uint64_t number = space->origin[plane].split;
        if (number != NO_SPLIT && !class_ties_have(ties, number) &&
            has_facet(equal, cell, space, f))
            ties->split[ties->splits++] = number;
    }
}

// The set of the generators where the form of a class is as great. Returns whether there are some.
static bool find_equal(uint64_t *equal, rival *r)
{
    bool meets = false;
    memset(equal, 0, bits_words(r->cell->count) * sizeof *equal);
    for (size_t g = 0; g < r->cell->count; g++)
        if (are_equal_at(r, g)) {
            bits_add(equal, g);
            meets = true;
        }
    return meets;
}

const face_weights *class_ties_weigh(class_ties *ties, const crease_region *region, size_t facet)
{
    geom_space *space = region_space(region);
    const geom_cell *cell = region_corners(region);
    arena *stack = &space->cells;
    const size_t bytes = bits_words(cell->facets) * sizeof(uint64_t);
    ASSERT(facet < cell->facets && ties->precision);
    if (!ties->weights) {
        const size_t all = cell->facets * sizeof *ties->weights;
        ties->weights = memset(arena_take(stack, all), 0, all);
    }
    facet_weights *own = ties->weights + facet;
    if (!own->is_known) {
        uint64_t *root = memset(arena_take(stack, bytes), 0, bytes);
        bits_add(root, facet);
        own->weights = face_weights_new(space, cell, region_share(region), root, ties->precision);
        own->is_known = true;
    }
    return own->weights;
}

// Room for one more set of generators.
static uint64_t *next_set(class_ties *ties, size_t *capacity, arena *stack)
{
    const size_t words = ties->words;
    if (ties->rivals == *capacity) {
        enum { FEW = 4 };
        *capacity = *capacity ? 2 * *capacity : FEW;
        uint64_t *more = arena_take(stack, *capacity * words * sizeof *more);
        size_t *forms = arena_take(stack, *capacity * sizeof *forms);
        if (ties->rivals) {
            memcpy(more, ties->equal, ties->rivals * words * sizeof *more);
            memcpy(forms, ties->form, ties->rivals * sizeof *forms);
        }
        ties->equal = more;
        ties->form = forms;
    }
    return ties->equal + ties->rivals * words;
}

void class_ties_find(class_ties *ties, const crease_region *region, size_t last, size_t count)
{
    geom_space *space = region_space(region);
    arena *stack = &space->cells;
    const geom_cell *cell = region_corners(region);
    const size_t own = crease_region_pattern(region, last)[0];
    const size_t most = cells_are_costly(space) ? cell->facets : cell->count;
    *ties = (class_ties){.words = bits_words(cell->count), .precision = ties->precision};
    ties->split = arena_take(stack, most * sizeof *ties->split);
    rival r = {.region = region, .cell = cell, .last = last};
    r.form = arena_take(stack, form_doubles(space->dimension) * sizeof *r.form);
    r.row = _fmpz_vec_init((slong)space->columns + 1);
    size_t capacity = 0;
    for (size_t k = 0; k < count; k++) {
        if (k == own)
            continue;
        r.tie = maxout_predicate((maxout_rows){k < own ? k : own, k < own ? own : k}, count);
        r.has_row = false;
        if (space->judge->arith == CREASE_FILTERED)
            walk_layer_approx(r.form, region->pos->maps.layer + last + 1, 0, r.tie);
        uint64_t *equal = next_set(ties, &capacity, stack);
        if (find_equal(equal, &r)) {
            add_splits(ties, &r, equal);
            ties->form[ties->rivals++] = k;
        }
    }
    _fmpz_vec_clear(r.row, (slong)space->columns + 1);
}
