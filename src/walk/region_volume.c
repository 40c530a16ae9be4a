// The exact volume of a bounded region.
//
// In two dimensions by the border; in others by simplices: geom/cell_volume.c.
#include "geom/cell_volume.h"
#include "walk/region.h"

#include <flint/fmpq.h>
#include <flint/fmpz_vec.h>

// ---- two dimensions ----

// Half the sum of x_i y_j - x_j y_i over consecutive generators i, j.
static void area(fmpq_t sum, const crease_region *region)
{
    geom_space *space = &region->w->space;
    size_t n = region->cell->count;
    fmpz_t cross, weight;
    fmpq_t term;
    fmpz_init(cross);
    fmpz_init(weight);
    fmpq_init(term);
    fmpq_zero(sum);
    for (size_t i = 0; i < n; i++) {
        const fmpz *a = space_point_row(space, region_point(region, i));
        const fmpz *b = space_point_row(space, region_point(region, (i + 1) % n));
        fmpz_mul(cross, a, b + 1);
        fmpz_submul(cross, b, a + 1);
        fmpz_mul(weight, a + 2, b + 2);
        fmpz_mul_2exp(weight, weight, 1);
        fmpq_set_fmpz_frac(term, cross, weight);
        fmpq_add(sum, sum, term);
    }
    fmpz_clear(cross);
    fmpz_clear(weight);
    fmpq_clear(term);
}

static void length(fmpq_t difference, const crease_region *region)
{
    fmpq end[2];
    for (size_t i = 0; i < 2; i++) {
        fmpq_init(end + i);
        const fmpz *point = space_point_row(&region->w->space, region_point(region, i));
        fmpq_set_fmpz_frac(end + i, point, point + 1);
    }
    fmpq_sub(difference, end + 1, end);
    fmpq_clear(end);
    fmpq_clear(end + 1);
}

// ---- facets ----

void region_facet_square(fmpq_t square, const crease_region *region, size_t index)
{
    geom_space *space = &region->w->space;
    size_t f = region_facet_list(region)[index], d = space->dimension;
    fmpz *normal = _fmpz_vec_init((slong)d);
    fmpz_t norm;
    fmpz_init(norm);
    cell_primitive_normal(normal, space_plane_row(space, region->cell->facet[f].plane), d);
    cell_face_measure(square, space, region->cell, f, normal);
    _fmpz_vec_dot(norm, normal, normal, (slong)d);
    fmpq_mul(square, square, square);
    fmpq_mul_fmpz(square, square, norm);
    fmpz_clear(norm);
    _fmpz_vec_clear(normal, (slong)d);
}

void crease_region_volume(fmpq_t volume, const crease_region *region)
{
    geom_space *space = &region->w->space;
    if (space->general)
        cell_volume(volume, space, region->cell);
    else if (space->dimension == 2)
        area(volume, region);
    else
        length(volume, region);
}
