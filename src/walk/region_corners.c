// The vertices and rays of a region.
#include "walk/region.h"

#include <flint/fmpq_vec.h>
#include <flint/fmpz_vec.h>

int region_is_flat(const crease_region *region, size_t generator)
{
    const geom_cell *cell = region->cell;
    size_t before = generator ? generator - 1 : cell->count - 1;
    return cell->generator[before].plane == cell->generator[generator].plane;
}

// ---- two dimensions: counterclockwise ----

// The generator to start from: after infinity, or the lexicographically least.
static size_t first_generator(const crease_region *region)
{
    size_t n = region->cell->count, least = 0;
    geom_space *space = &region->w->space;
    for (size_t i = 0; i < n; i++)
        if (region_is_infinite(region, i) && !region_is_infinite(region, (i + 1) % n))
            return (i + 1) % n;
    for (size_t i = 1; i < n && !region_is_infinite(region, 0); i++)
        if (row_compare_points(space_point_row(space, region_point(region, i)),
                               space_point_row(space, region_point(region, least))) < 0)
            least = i;
    return least;
}

// Drops flat generators, unless the region has no other finite ones: then it contains a
// line, and its flat generators are needed to span it.
static void choose_round_border(crease_region *region)
{
    size_t n = region->cell->count, first = first_generator(region), sharp = 0;
    for (size_t i = 0; i < n; i++)
        sharp += !region_is_infinite(region, i) && !region_is_flat(region, i);
    for (int infinite = 0; infinite < 2; infinite++)
        for (size_t i = 0; i < n; i++) {
            size_t generator = (first + i) % n;
            if (region_is_infinite(region, generator) != infinite ||
                (sharp && region_is_flat(region, generator)))
                continue;
            region->generator[region->vertices + region->rays] = (region_generator){generator, 0};
            *(infinite ? &region->rays : &region->vertices) += 1;
        }
}

// ---- other dimensions: as the cell has them ----

static void choose_in_order(crease_region *region)
{
    const geom_cell *cell = region->cell;
    region_generator *to = region->generator;
    for (size_t i = cell->lines; i < cell->count; i++)
        if (!region_is_infinite(region, i))
            to[region->vertices++] = (region_generator){i, 0};
    to += region->vertices;
    for (size_t i = cell->lines; i < cell->count; i++)
        if (region_is_infinite(region, i))
            to[region->rays++] = (region_generator){i, 0};
    for (size_t i = 0; i < cell->lines; i++)
        for (int backwards = 0; backwards < 2; backwards++)
            to[region->rays++] = (region_generator){i, backwards};
}

// Visitors that look at no vertex need not pay for their order, which takes integers.
static const crease_region *with_generators(const crease_region *region)
{
    if (region->generator)
        return region;
    crease_region *filled = (crease_region *)region; // made by the walk, not const
    const geom_space *space = &region->w->space;
    size_t most = region->cell->count + region->cell->lines;
    filled->generator = arena_take(&region->w->space.cells, most * sizeof *filled->generator);
    if (space->dimension == 2 && !space->general)
        choose_round_border(filled);
    else
        choose_in_order(filled);
    return region;
}

// ---- what visitors ask for ----

size_t crease_region_vertices(const crease_region *region)
{
    size_t vertices = with_generators(region)->vertices;
    return vertices ? vertices : 1; // the whole line or plane shows the origin
}

size_t crease_region_rays(const crease_region *region)
{
    return with_generators(region)->rays;
}

void crease_region_vertex(fmpq *x, const crease_region *region, size_t index)
{
    geom_space *space = &region->w->space;
    size_t d = space->dimension;
    if (with_generators(region)->vertices == 0) {
        for (size_t i = 0; i < d; i++)
            fmpq_zero(x + i);
        return;
    }
    const fmpz *point =
        space_point_row(space, region_point(region, region->generator[index].generator));
    for (size_t i = 0; i < d; i++)
        fmpq_set_fmpz_frac(x + i, point + i, point + d);
}

void crease_region_ray(fmpq *x, const crease_region *region, size_t index)
{
    geom_space *space = &region->w->space;
    region_generator at = with_generators(region)->generator[region->vertices + index];
    const fmpz *point = space_point_row(space, region_point(region, at.generator));
    fmpz_t content;
    fmpz_init(content);
    _fmpz_vec_content(content, point, (slong)space->dimension);
    if (at.backwards)
        fmpz_neg(content, content);
    for (size_t i = 0; i < space->dimension; i++)
        fmpq_set_fmpz_frac(x + i, point + i, content);
    fmpz_clear(content);
}

void crease_region_interior(fmpq *x, const crease_region *region)
{
    size_t d = region->w->space.dimension, vertices = crease_region_vertices(region);
    fmpq *generator = _fmpq_vec_init((slong)d);
    fmpq_t share;
    fmpq_init(share);
    fmpq_set_ui(share, 1, vertices);
    for (size_t i = 0; i < d; i++)
        fmpq_zero(x + i);
    for (size_t k = 0; k < vertices + crease_region_rays(region); k++) {
        if (k < vertices)
            crease_region_vertex(generator, region, k);
        else
            crease_region_ray(generator, region, k - vertices);
        for (size_t i = 0; i < d; i++) {
            if (k < vertices)
                fmpq_mul(generator + i, generator + i, share);
            fmpq_add(x + i, x + i, generator + i);
        }
    }
    fmpq_clear(share);
    _fmpq_vec_clear(generator, (slong)d);
}
