// The volume of the cells of one class, from the facets at which the class ends.
#include "regions/class_volume.h"

#include "base/fatal.h"
#include "regions/class_ties.h"
#include <flint/fmpz_mat.h>
#include <flint/fmpz_vec.h>

typedef struct {
    geom_space *space;
    const fmpz *apex;
    fmpz_mat_t matrix; // scratch
    fmpq_t term;       // scratch
    fmpz_t weights;    // of the facet's vertices and the apex, multiplied
    fmpz_t pyramid;    // times these weights
    fmpq *sum;         // not in lowest terms
} pyramid_sum;

static void add_simplex(void *data, const fmpz *const *point)
{
    pyramid_sum *s = data;
    fmpz *weights = fmpq_denref(s->term);
    simplex_volume(s->term, s->matrix, point);
    fmpz_divexact(weights, s->weights, weights);
    fmpz_addmul(s->pyramid, fmpq_numref(s->term), weights);
}

static void begin_pyramid(pyramid_sum *s)
{
    fmpz_zero(s->pyramid);
    fmpz_set(s->weights, s->apex + s->space->dimension);
}

static const fmpz *add_vertex(pyramid_sum *s, const crease_region *region, size_t generator)
{
    const fmpz *row = shared_vertex_row(region_share(region)[generator], s->space,
                                        region_point(region, generator));
    fmpz_mul(s->weights, s->weights, row + s->space->dimension);
    return row;
}

static void end_pyramid(pyramid_sum *s, int sign)
{
    fmpz_mul(fmpq_numref(s->sum), fmpq_numref(s->sum), s->weights);
    (sign > 0 ? fmpz_addmul : fmpz_submul)(fmpq_numref(s->sum), s->pyramid, fmpq_denref(s->sum));
    fmpz_mul(fmpq_denref(s->sum), fmpq_denref(s->sum), s->weights);
}

static bool is_counted(const geom_space *space, uint32_t plane, const uint64_t *tie, size_t ties)
{
    const uint64_t split = space->origin[plane].split;
    return split == NO_SPLIT || class_tie_is_listed(tie, ties, split);
}

// The sign of a facet's form at the apex, positive on the region's side.
static int sign_at(geom_space *space, half_space facet, const fmpz *apex)
{
    fmpz_t value;
    fmpz_init(value);
    _fmpz_vec_dot(value, space_plane_row(space, facet.plane), apex, (slong)space->columns);
    const int sign = fmpz_sgn(value) * facet.side;
    fmpz_clear(value);
    return sign;
}

static void add_pyramids(pyramid_sum *s, const crease_region *region, const uint64_t *tie,
                         size_t ties)
{
    const geom_cell *cell = region_corners(region);
    for (size_t f = 0; f < cell->facets; f++) {
        const half_space facet = cell->facet[f];
        if (facet.plane == SPACE_INFINITY || !is_counted(s->space, facet.plane, tie, ties))
            continue;
        const int sign = sign_at(s->space, facet, s->apex);
        if (!sign)
            continue;
        begin_pyramid(s);
        for (size_t g = 0; g < cell->count; g++)
            if (cell_lies_on(cell, g, f))
                add_vertex(s, region, g);
        cell_pyramid(s->space, cell, region_share(region), f, s->apex, add_simplex, s);
        end_pyramid(s, sign);
    }
}

static void add_triangles(pyramid_sum *s, const crease_region *region, const uint64_t *tie,
                          size_t ties)
{
    const geom_cell *cell = region->cell;
    for (size_t i = 0; i < cell->count; i++) {
        const cell_generator *from = cell->generator + i;
        if (!is_counted(s->space, from->plane, tie, ties))
            continue;
        const int sign = sign_at(s->space, (half_space){from->plane, from->side}, s->apex);
        if (!sign)
            continue;
        begin_pyramid(s);
        const fmpz *tail = add_vertex(s, region, i);
        const fmpz *point[3] = {s->apex, tail, add_vertex(s, region, (i + 1) % cell->count)};
        add_simplex(s, point);
        end_pyramid(s, sign);
    }
}

void class_volume(fmpq_t volume, const crease_region *region, const uint64_t *tie, size_t ties,
                  const fmpz *apex)
{
    geom_space *space = region_space(region);
    ASSERT(space->dimension > 1);
    pyramid_sum s = {.space = space, .apex = apex, .sum = volume};
    fmpz_mat_init(s.matrix, (slong)space->columns, (slong)space->columns);
    fmpq_init(s.term);
    fmpz_init(s.weights);
    fmpz_init(s.pyramid);
    fmpq_zero(volume);
    (cells_are_polygons(space) ? add_triangles : add_pyramids)(&s, region, tie, ties);
    fmpz_fac_ui(s.weights, space->dimension);
    fmpz_mul(fmpq_denref(volume), fmpq_denref(volume), s.weights);
    fmpq_canonicalise(volume);
    fmpz_mat_clear(s.matrix);
    fmpq_clear(s.term);
    fmpz_clear(s.weights);
    fmpz_clear(s.pyramid);
}
