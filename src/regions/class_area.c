// The area of the cells of one class, from the edges at which the class ends.
#include "regions/class_area.h"

#include "base/fatal.h"
#include "regions/class_ties.h"

static const fmpz *row_of_vertex(const crease_region *region, size_t i)
{
    return shared_vertex_row(region_share(region)[i], region_space(region),
                             region_point(region, i));
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

void class_area(fmpq_t area, const crease_region *region, const uint64_t *tie, size_t ties)
{
    ASSERT(cells_are_polygons(region_space(region)));
    const geom_cell *cell = region->cell;
    fmpz_t weights, twice;
    fmpz_init(weights);
    fmpz_init(twice);
    fmpq_zero(area);
    for (size_t i = 0; i < cell->count; i++) {
        const uint64_t split = region_space(region)->origin[cell->generator[i].plane].split;
        if (split == NO_SPLIT || class_tie_is_listed(tie, ties, split))
            add_triangle(area, row_of_vertex(region, i),
                         row_of_vertex(region, (i + 1) % cell->count), weights, twice);
    }
    fmpz_mul_ui(fmpq_denref(area), fmpq_denref(area), 2);
    fmpq_canonicalise(area);
    fmpz_clear(weights);
    fmpz_clear(twice);
}
