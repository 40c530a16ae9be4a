// The vertices and rays of a region.
#include "walk/region.h"

#include <flint/fmpq_vec.h>
#include <flint/fmpz_vec.h>

int region_is_flat(const crease_region *region, size_t corner)
{
    const geom_cell *cell = region->cell;
    size_t before = corner ? corner - 1 : cell->count - 1;
    return cell->corner[before].plane == cell->corner[corner].plane;
}

// ---- two dimensions: counterclockwise ----

// The corner to start from: after infinity, or the lexicographically least.
static size_t first_corner(const crease_region *region)
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

// Drops flat corners, unless the region has no other finite ones: then it contains a
// line, and its flat corners are needed to span it.
static void choose_round_border(crease_region *region)
{
    size_t n = region->cell->count, first = first_corner(region), sharp = 0;
    for (size_t i = 0; i < n; i++)
        sharp += !region_is_infinite(region, i) && !region_is_flat(region, i);
    for (int infinite = 0; infinite < 2; infinite++)
        for (size_t i = 0; i < n; i++) {
            size_t corner = (first + i) % n;
            if (region_is_infinite(region, corner) != infinite ||
                (sharp && region_is_flat(region, corner)))
                continue;
            region->corner[region->vertices + region->rays] = (region_corner){corner, 0};
            *(infinite ? &region->rays : &region->vertices) += 1;
        }
}

// ---- other dimensions: as the cell has them ----

static void choose_in_order(crease_region *region)
{
    const geom_cell *cell = region->cell;
    region_corner *to = region->corner;
    for (size_t i = cell->lines; i < cell->count; i++)
        if (!region_is_infinite(region, i))
            to[region->vertices++] = (region_corner){i, 0};
    to += region->vertices;
    for (size_t i = cell->lines; i < cell->count; i++)
        if (region_is_infinite(region, i))
            to[region->rays++] = (region_corner){i, 0};
    for (size_t i = 0; i < cell->lines; i++)
        for (int backwards = 0; backwards < 2; backwards++)
            to[region->rays++] = (region_corner){i, backwards};
}

// Visitors that look at no vertex need not pay for their order, which takes integers.
static const crease_region *with_corners(const crease_region *region)
{
    if (region->corner)
        return region;
    crease_region *filled = (crease_region *)region; // made by the walk, not const
    const geom_space *space = &region->w->space;
    size_t most = region->cell->count + region->cell->lines;
    filled->corner = arena_take(&region->w->space.cells, most * sizeof *filled->corner);
    if (space->dimension == 2 && !space->general)
        choose_round_border(filled);
    else
        choose_in_order(filled);
    return region;
}

// ---- what visitors ask for ----

size_t crease_region_vertices(const crease_region *region)
{
    size_t vertices = with_corners(region)->vertices;
    return vertices ? vertices : 1; // the whole line or plane shows the origin
}

size_t crease_region_rays(const crease_region *region)
{
    return with_corners(region)->rays;
}

void crease_region_vertex(fmpq *x, const crease_region *region, size_t index)
{
    geom_space *space = &region->w->space;
    size_t d = space->dimension;
    if (with_corners(region)->vertices == 0) {
        for (size_t i = 0; i < d; i++)
            fmpq_zero(x + i);
        return;
    }
    const fmpz *point = space_point_row(space, region_point(region, region->corner[index].corner));
    for (size_t i = 0; i < d; i++)
        fmpq_set_fmpz_frac(x + i, point + i, point + d);
}

void crease_region_ray(fmpq *x, const crease_region *region, size_t index)
{
    geom_space *space = &region->w->space;
    region_corner at = with_corners(region)->corner[region->vertices + index];
    const fmpz *point = space_point_row(space, region_point(region, at.corner));
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
    fmpq *corner = _fmpq_vec_init((slong)d);
    fmpq_t share;
    fmpq_init(share);
    fmpq_set_ui(share, 1, vertices);
    for (size_t i = 0; i < d; i++)
        fmpq_zero(x + i);
    for (size_t k = 0; k < vertices + crease_region_rays(region); k++) {
        if (k < vertices)
            crease_region_vertex(corner, region, k);
        else
            crease_region_ray(corner, region, k - vertices);
        for (size_t i = 0; i < d; i++) {
            if (k < vertices)
                fmpq_mul(corner + i, corner + i, share);
            fmpq_add(x + i, x + i, corner + i);
        }
    }
    fmpq_clear(share);
    _fmpq_vec_clear(corner, (slong)d);
}
