// A point inside a region, in as few decimals as lie there.
#include "tree/region.h"

#include "base/fatal.h"
#include "base/memory.h"
#include "lp/dictionary.h"
#include <flint/fmpq_vec.h>
#include <flint/fmpz_vec.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_DECIMALS = 15 };

// ---- the mean of the vertices plus all rays ----

// The origin adds nothing, nor does a vertex without integers, as there are after a cancellation.
static void exact_middle(fmpq *x, const crease_region *region)
{
    ASSERT(region->pos && region->cell && region->cache);
    const size_t d = region_space(region)->dimension, vertices = crease_region_vertices(region);
    fmpq *ray = _fmpq_vec_init((slong)d);
    fmpz *sum = _fmpz_vec_init((slong)d + 1);
    fmpz_one(sum + d);
    for (size_t k = 0; k < vertices; k++) {
        const fmpz *row = region_vertex_row(region, k);
        if (!row || fmpz_is_zero(row + d)) // the origin, or integers of a cancelled run
            continue;
        for (size_t c = 0; c < d; c++)
            fmpz_fmma(sum + c, sum + c, row + d, row + c, sum + d);
        fmpz_mul(sum + d, sum + d, row + d);
    }
    fmpz_mul_ui(sum + d, sum + d, vertices);
    for (size_t k = 0; k < crease_region_rays(region); k++) {
        crease_region_ray(ray, region, k);
        for (size_t c = 0; c < d; c++)
            fmpz_addmul(sum + c, fmpq_numref(ray + c), sum + d);
    }
    for (size_t c = 0; c < d; c++)
        fmpq_set_fmpz_frac(x + c, sum + c, sum + d);
    _fmpz_vec_clear(sum, (slong)d + 1);
    _fmpq_vec_clear(ray, (slong)d);
}

// The same in doubles. Integers are added, so the sum is the same however the vertices were found,
// and in every order.
static void rounded_middle(double *x, const crease_region *region)
{
    ASSERT(region->pos && region->cell && region->cache);
    enum { BITS = 64 };
    const size_t d = region_space(region)->dimension, vertices = crease_region_vertices(region);
    fmpz *sum = _fmpz_vec_init((slong)d + 1), *term = sum + d;
    fmpq *ray = _fmpq_vec_init((slong)d);
    for (size_t k = 0; k < vertices; k++) {
        const fmpz *row = region_vertex_row(region, k);
        for (size_t c = 0; c < d && row && !fmpz_is_zero(row + d); c++) {
            fmpz_mul_2exp(term, row + c, BITS);
            fmpz_fdiv_q(term, term, row + d);
            fmpz_add(sum + c, sum + c, term);
        }
    }
    for (size_t k = 0; k < crease_region_rays(region); k++) {
        crease_region_ray(ray, region, k);
        for (size_t c = 0; c < d; c++) {
            fmpz_mul_2exp(term, fmpq_numref(ray + c), BITS);
            fmpz_addmul_ui(sum + c, term, vertices);
        }
    }
    for (size_t c = 0; c < d; c++)
        x[c] = ldexp(fmpz_get_d(sum + c), -BITS) / (double)vertices;
    _fmpq_vec_clear(ray, (slong)d);
    _fmpz_vec_clear(sum, (slong)d + 1);
}

// The same but for an error, which is returned: infinite or NaN if doubles do not serve. Of n
// vertices the sum has n roundings; rounded_middle has three, and each vertex is at most 2^-64 too
// small there.
static double near_middle(double *x, const crease_region *region)
{
    const geom_space *space = region_space(region);
    const size_t d = space->dimension, vertices = crease_region_vertices(region);
    if (space->judge->arith != CREASE_FILTERED || crease_region_rays(region) ||
        !region->cache->vertices)
        return INFINITY;
    double radius = 0, size = 0;
    for (size_t k = 0; k < vertices; k++) {
        const double *place = space_place(space, region_vertex_point(region, k));
        radius += place[d + 1];
        for (size_t c = 0; c < d; c++) {
            x[c] += place[c];
            size += fabs(place[c]);
        }
    }
    const double n = (double)vertices;
    for (size_t c = 0; c < d; c++)
        x[c] /= n;
    return (radius + (n + 8) * DBL_EPSILON * size) / n * FILTER_ENLARGE + 0x1p-62;
}

// The same from the doubles at hand, which need no integers. Exact arithmetic computes none.
static void rough_middle(double *x, const crease_region *region)
{
    ASSERT(region->pos && region->cell && region->cache);
    const geom_space *space = region_space(region);
    ASSERT(space->judge->arith != CREASE_EXACT);
    const geom_cell *cell = region->cell;
    size_t finite = 0;
    for (size_t i = cell->lines; i < cell->count; i++)
        finite += !region_is_infinite(region, i);
    for (size_t i = cell->lines; i < cell->count; i++) {
        const double *place = space_place(space, region_point(region, i));
        for (size_t c = 0; c < space->dimension; c++)
            x[c] += region_is_infinite(region, i) ? place[c] : place[c] / (double)finite;
    }
}

// ---- rounded ----

// A point in homogeneous integers, and in doubles as in exact/point.h.
typedef struct {
    fmpz *row;
    double *place;
} short_point;

// Whether all numbers that are no farther from x than the error, times scale and rounded twice,
// give the same integers.
static bool is_certain(const double *x, double error, size_t d, double scale)
{
    bool certain = true;
    for (size_t c = 0; c < d; c++) {
        const double scaled = x[c] * scale, slip = error * scale + 2 * DBL_EPSILON * fabs(scaled);
        certain &= fabs(scaled - nearbyint(scaled)) + slip * FILTER_ENLARGE < 0.5;
    }
    return certain;
}

// Rounds the middle, which has an error; if that matters, it is computed again without. Returns 0
// if the numbers are too large.
static bool round_to_decimals(const short_point *point, double *x, double *error,
                              const crease_region *region, int decimals)
{
    const size_t d = region_space(region)->dimension;
    double size = 0;
    fmpz_set_ui(point->row + d, 10);
    fmpz_pow_ui(point->row + d, point->row + d, (ulong)decimals);
    const double scale = fmpz_get_d(point->row + d);
    if (*error != 0 && !is_certain(x, *error, d, scale)) {
        rounded_middle(x, region);
        *error = 0;
    }
    for (size_t c = 0; c < d; c++) {
        const double numerator = nearbyint(x[c] * scale);
        if (!isfinite(numerator))
            return false;
        fmpz_set_d(point->row + c, numerator);
        point->place[c] = numerator / scale; // both are exact
        size = fmax(size, fabs(point->place[c]));
    }
    point->place[d] = 1;
    point->place[d + 1] = size * DBL_EPSILON + FILTER_TINY;
    return true;
}

// Whether a point lies on this side of a plane: by doubles, or else by integers.
static bool is_on_side(const short_point *point, geom_space *space, uint32_t plane, int side)
{
    ASSERT(plane < space->plane_rows.count);
    ASSERT(side >= -1 && side <= SIGN_UNKNOWN);
    ASSERT(space->columns == space->dimension + 1);
    fmpz_t value;
    if (space->judge->arith == CREASE_FILTERED) {
        const double *form = space_form(space, plane);
        if (filter_is_positive(form, side, point->place, space->dimension))
            return true;
        if (filter_is_positive(form, -side, point->place, space->dimension))
            return false;
    }
    fmpz_init(value);
    _fmpz_vec_dot(value, space_plane_row(space, plane), point->row, (slong)space->columns);
    const int sign = fmpz_sgn(value);
    fmpz_clear(value);
    return sign == side;
}

static bool is_inside(const short_point *point, const crease_region *region)
{
    ASSERT(region->pos && region->cell && region->cache);
    bool inside = true;
    for (size_t f = 0; inside && f < crease_region_facets(region); f++) {
        const half_space facet = region_facet_plane(region, f);
        inside = is_on_side(point, region_space(region), facet.plane, facet.side);
    }
    return inside;
}

// Returns whether the middle, rounded to at most MOST_DECIMALS, lies inside.
static bool short_inside(fmpq *x, const crease_region *region, bool rough)
{
    ASSERT(region->pos && region->cell && region->cache);
    const size_t d = region_space(region)->dimension;
    double *middle = memory_new(2 * d + 2, sizeof *middle);
    const short_point point = {_fmpz_vec_init((slong)d + 1), middle + d};
    bool lies_inside = false;
    memset(middle, 0, d * sizeof *middle);
    double error = 0;
    if (rough)
        rough_middle(middle, region);
    else
        error = near_middle(middle, region);
    for (int decimals = 0; !lies_inside && decimals <= MOST_DECIMALS; decimals++)
        lies_inside = round_to_decimals(&point, middle, &error, region, decimals) &&
                      is_inside(&point, region);
    for (size_t c = 0; c < d && lies_inside; c++)
        fmpq_set_fmpz_frac(x + c, point.row + c, point.row + d);
    free(middle);
    _fmpz_vec_clear(point.row, (slong)d + 1);
    return lies_inside;
}

void crease_region_interior(fmpq *x, const crease_region *region)
{
    ASSERT(region->pos && region->cell && region->cache);
    if (cell_interior(x, region_canonical(region), region_space(region)) == CELL_AT_CORNERS &&
        !short_inside(x, region, 0))
        exact_middle(x, region);
}

void region_inside(fmpq *x, const crease_region *region)
{
    ASSERT(region->pos && region->cell && region->cache);
    const geom_space *space = region_space(region);
    if (space->judge->arith == CREASE_EXACT ||
        (cell_interior(x, region_canonical(region), region_space(region)) == CELL_AT_CORNERS &&
         !short_inside(x, region, 1)))
        crease_region_interior(x, region);
}
