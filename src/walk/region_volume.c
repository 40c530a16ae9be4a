// The exact volume of a bounded region.
//
// In two dimensions by the border; in others by simplices: a polytope is the union of
// the pyramids over those of its facets that do not contain its first vertex, with
// this vertex as apex, and each facet is divided in the same way. Which vertices lie on
// which facet is known, so the division needs no arithmetic. The same division of one facet, of
// d - 1 dimensions, gives its volume: a is its normal, and
//   |det of (v_1, w_1), .., (v_d, w_d), (a, 0)| = (d - 1)! |a| w_1 .. w_d volume(simplex).
#include "walk/region.h"

#include <flint/fmpq.h>
#include <flint/fmpz_mat.h>
#include <flint/fmpz_vec.h>
#include <stdint.h>

// ---- two dimensions ----

// Half the sum of x_i y_j - x_j y_i over consecutive corners i, j.
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

// ---- any dimension ----

// The vertices of a face.
typedef struct {
    uint32_t *corner;
    size_t count;
} face;

typedef struct {
    const crease_region *region;
    uint32_t *apex; // a simplex
    size_t chosen, wanted;
    fmpz_mat_t rows; // the last one is the normal if a facet is divided
    fmpq_t sum;
} simplices;

// |det of the rows| / (product of the vertices' weights): of the whole, d! times the volume.
static void add_simplex(simplices *s)
{
    geom_space *space = &s->region->w->space;
    fmpz_t product, determinant;
    fmpq_t term;
    fmpz_init_set_ui(product, 1);
    fmpz_init(determinant);
    fmpq_init(term);
    for (size_t i = 0; i < s->wanted; i++) {
        const fmpz *point = space_point_row(space, region_point(s->region, s->apex[i]));
        for (size_t c = 0; c < space->columns; c++)
            fmpz_set(fmpz_mat_entry(s->rows, (slong)i, (slong)c), point + c);
        fmpz_mul(product, product, point + space->dimension);
    }
    fmpz_mat_det(determinant, s->rows);
    fmpz_abs(determinant, determinant);
    fmpq_set_fmpz_frac(term, determinant, product);
    fmpq_add(s->sum, s->sum, term);
    fmpz_clear(product);
    fmpz_clear(determinant);
    fmpq_clear(term);
}

// How many vertices of the face lie on facet f, and whether all of these lie on g too.
static size_t count_on(const simplices *s, const face *of, size_t f, size_t g, int *within)
{
    const geom_cell *cell = s->region->cell;
    size_t count = 0;
    *within = 1;
    for (size_t i = 0; i < of->count; i++) {
        if (!cell_lies_on(cell, of->corner[i], f))
            continue;
        count++;
        *within &= cell_lies_on(cell, of->corner[i], g);
    }
    return count;
}

// Facet f of the cell meets the face in a facet of it: in no part of what another one
// meets it in, unless that is all of the face. Of equal ones the first counts.
static int meets_in_facet(const simplices *s, const face *of, size_t f)
{
    int within;
    size_t on = count_on(s, of, f, f, &within);
    for (size_t g = 0; g < s->region->cell->facets; g++) {
        if (g == f)
            continue;
        size_t other = count_on(s, of, g, g, &within);
        count_on(s, of, f, g, &within);
        if (within && other < of->count && (other > on || g < f))
            return 0;
    }
    return on > 0;
}

static void divide(simplices *s, const face *of)
{
    const geom_cell *cell = s->region->cell;
    s->apex[s->chosen++] = of->corner[0];
    if (s->chosen == s->wanted)
        add_simplex(s);
    arena *stack = &s->region->w->space.cells;
    arena_mark mark = arena_here(stack);
    face part = {arena_take(stack, of->count * sizeof *part.corner), 0};
    for (size_t f = 0; f < cell->facets && s->chosen < s->wanted; f++) {
        if (cell_lies_on(cell, of->corner[0], f) || !meets_in_facet(s, of, f))
            continue;
        part.count = 0;
        for (size_t i = 0; i < of->count; i++)
            if (cell_lies_on(cell, of->corner[i], f))
                part.corner[part.count++] = of->corner[i];
        divide(s, &part);
    }
    arena_release(stack, mark);
    s->chosen--;
}

static void simplices_init(simplices *s, const crease_region *region, size_t wanted)
{
    slong columns = (slong)region->w->space.columns;
    *s = (simplices){.region = region, .wanted = wanted};
    s->apex = arena_take(&region->w->space.cells, (size_t)columns * sizeof *s->apex);
    fmpz_mat_init(s->rows, columns, columns);
    fmpq_init(s->sum);
}

static void simplices_clear(simplices *s)
{
    fmpz_mat_clear(s->rows);
    fmpq_clear(s->sum);
}

// The corners on facet f; all of them if there is no such facet.
static face face_of(const crease_region *region, size_t f)
{
    const geom_cell *cell = region->cell;
    face of = {arena_take(&region->w->space.cells, cell->count * sizeof *of.corner), 0};
    for (uint32_t i = 0; i < cell->count; i++)
        if (f >= cell->facets || cell_lies_on(cell, i, f))
            of.corner[of.count++] = i;
    return of;
}

static void volume_by_simplices(fmpq_t volume, const crease_region *region)
{
    simplices s;
    simplices_init(&s, region, region->w->space.columns);
    face whole = face_of(region, SIZE_MAX);
    divide(&s, &whole);
    fmpz_t factorial;
    fmpz_init(factorial);
    fmpz_fac_ui(factorial, (ulong)region->w->space.dimension);
    fmpq_div_fmpz(volume, s.sum, factorial);
    fmpz_clear(factorial);
    simplices_clear(&s);
}

void region_facet_square(fmpq_t square, const crease_region *region, size_t index)
{
    geom_space *space = &region->w->space;
    size_t d = space->dimension, f = region_facet_number(region, index);
    const fmpz *normal = space_plane_row(space, region->cell->facet[f].plane);
    simplices s;
    simplices_init(&s, region, d);
    fmpz_t norm, factorial;
    fmpz_init(norm);
    fmpz_init(factorial);
    for (size_t c = 0; c < d; c++)
        fmpz_set(fmpz_mat_entry(s.rows, (slong)d, (slong)c), normal + c);
    _fmpz_vec_dot(norm, normal, normal, (slong)d);
    face facet = face_of(region, f);
    divide(&s, &facet);
    fmpz_fac_ui(factorial, (ulong)d - 1);
    fmpq_div_fmpz(square, s.sum, factorial);
    fmpq_mul(square, square, square);
    fmpq_div_fmpz(square, square, norm);
    fmpz_clear(norm);
    fmpz_clear(factorial);
    simplices_clear(&s);
}

void crease_region_volume(fmpq_t volume, const crease_region *region)
{
    const geom_space *space = &region->w->space;
    if (space->general)
        volume_by_simplices(volume, region);
    else if (space->dimension == 2)
        area(volume, region);
    else
        length(volume, region);
}
