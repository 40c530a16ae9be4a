// The area of the cells of one class, from the edges at which the class ends.
#include "regions/class_area.h"

#include "base/fatal.h"
#include "base/limits.h"
#include "net/activation.h"
#include <flint/fmpz_vec.h>
#include <string.h>

static const fmpz *row_of_vertex(const crease_region *region, size_t i)
{
    return shared_vertex_row(region_share(region)[i], region_space(region),
                             region_point(region, i));
}

// Whether vertex i lies on the tie of two rows: on its line, or else by doubles or integers.
static bool is_on_tie(const crease_region *region, size_t i, size_t last, size_t tie,
                      const double *form)
{
    const geom_space *space = region_space(region);
    const geom_cell *cell = region->cell;
    const size_t before = (i ? i : cell->count) - 1;
    for (int k = 0; k < 2; k++) {
        const plane_origin *origin = space->origin + cell->generator[k ? before : i].plane;
        if (origin->split != NO_SPLIT && origin->layer == last && origin->breakpoint == tie)
            return true;
    }
    if (space->judge->arith == CREASE_FILTERED &&
        space_try(space, form, region_point(region, i)) != SIGN_UNKNOWN)
        return false;
    walk_maps *maps = &region->pos->maps;
    fmpz *row = _fmpz_vec_init((slong)space->columns + 1), *value = row + space->columns;
    walk_maps_form(maps, row, last + 1, 0, tie);
    _fmpz_vec_dot(value, row, row_of_vertex(region, i), (slong)space->columns);
    const bool is_tie = fmpz_is_zero(value);
    _fmpz_vec_clear(row, (slong)space->columns + 1);
    return is_tie;
}

// Marks the vertices where the greatest form, that of the cell's class, is equal to another.
static void find_ties(bool *is_tie, const crease_region *region, size_t last, size_t count)
{
    const size_t own = crease_region_pattern(region, last)[0];
    arena *stack = &region_space(region)->cells;
    const arena_mark mark = arena_here(stack);
    double *form = arena_take(stack, form_doubles(region_space(region)->dimension) * sizeof *form);
    memset(is_tie, 0, region->cell->count * sizeof *is_tie);
    for (size_t k = 0; k < count; k++) {
        if (k == own)
            continue;
        const size_t tie =
            maxout_predicate((maxout_rows){k < own ? k : own, k < own ? own : k}, count);
        if (region_space(region)->judge->arith == CREASE_FILTERED)
            walk_layer_approx(form, region->pos->maps.layer + last + 1, 0, tie);
        for (size_t i = 0; i < region->cell->count; i++)
            is_tie[i] = is_tie[i] || is_on_tie(region, i, last, tie, form);
    }
    arena_release(stack, mark);
}

// area += the triangle of an edge with the origin, not in lowest terms.
static void add_triangle(fmpq_t area, const fmpz *tail, const fmpz *head, fmpz_t weights,
                         fmpz_t twice)
{
    fmpz_mul(weights, tail + 2, head + 2);
    fmpz_mul(twice, tail, head + 1);
    fmpz_submul(twice, tail + 1, head);
    fmpz_mul(fmpq_numref(area), fmpq_numref(area), weights);
    fmpz_addmul(fmpq_numref(area), twice, fmpq_denref(area));
    fmpz_mul(fmpq_denref(area), fmpq_denref(area), weights);
}

void class_area(fmpq_t area, const crease_region *region, size_t last, size_t count)
{
    ASSERT(cells_are_polygons(region_space(region)));
    const geom_cell *cell = region->cell;
    arena *stack = &region_space(region)->cells;
    region_share(region); // which stays when the mark is released
    const arena_mark mark = arena_here(stack);
    bool *is_tie = arena_take(stack, cell->count * sizeof *is_tie);
    fmpz_t weights, twice;
    fmpz_init(weights);
    fmpz_init(twice);
    find_ties(is_tie, region, last, count);
    fmpq_zero(area);
    for (size_t i = 0; i < cell->count; i++) {
        const size_t next = (i + 1) % cell->count;
        const plane_origin *origin = region_space(region)->origin + cell->generator[i].plane;
        if (origin->split == NO_SPLIT || origin->layer == last || (is_tie[i] && is_tie[next]))
            add_triangle(area, row_of_vertex(region, i), row_of_vertex(region, next), weights,
                         twice);
    }
    ASSERT(run_is_cancelled() || !fmpz_is_zero(fmpq_denref(area)));
    fmpz_mul_ui(fmpq_denref(area), fmpq_denref(area), 2);
    fmpq_canonicalise(area);
    fmpz_clear(weights);
    fmpz_clear(twice);
    arena_release(stack, mark);
}
