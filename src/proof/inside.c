// A point inside a region, in few digits.
#include "proof/inside.h"
#include "exact/rational.h"
#include "exact/sign.h"
#include "geom/simplex_query.h"

#include "base/limits.h"
#include "base/memory.h"
#include <flint/fmpq_vec.h>
#include <flint/fmpz_vec.h>
#include <math.h>
#include <stdlib.h>

enum { MOST_DIGITS = 15 };

// The mean of the vertices plus all rays, by doubles. Returns 0 if these do not know all of them.
static int middle(double *x, const crease_region *region)
{
    const geom_space *space = region_space(region);
    const geom_cell *cell = region->cell;
    size_t d = space->dimension, finite = 0;
    for (size_t c = 0; c < d; c++)
        x[c] = 0;
    for (size_t i = cell->lines; i < cell->count; i++)
        finite += !region_is_infinite(region, i);
    for (size_t i = cell->lines; i < cell->count; i++) {
        const double *place = space_place(space, region_point(region, i));
        double share = region_is_infinite(region, i) ? 1 : 1 / (double)finite;
        if (!(place[d + 1] < INFINITY))
            return 0;
        for (size_t c = 0; c < d; c++)
            x[c] += place[c] * share;
    }
    return 1;
}

// After how many digits a point may be cut off and stays on its side of all facets; MOST_DIGITS + 1
// if it is not there, as far as doubles know.
static int digits_for(const double *x, const crease_region *region)
{
    const geom_space *space = region_space(region);
    const size_t d = space->dimension;
    double most = 1;
    for (size_t f = 0; f < crease_region_facets(region); f++) {
        const cell_facet facet = region_facet_plane(region, f);
        const double *form = space_form(space, facet.plane);
        double value = form[d], slope = 0;
        for (size_t c = 0; c < d; c++) {
            value += form[c] * x[c];
            slope += fabs(form[c]);
        }
        value *= 2 * facet.side;
        most = value > 0 ? fmax(most, slope / value) : INFINITY;
    }
    const double digits = ceil(log10(most));
    return digits <= MOST_DIGITS ? (int)digits : MOST_DIGITS + 1;
}

// A point in homogeneous integers, and in doubles as in exact/point.h.
typedef struct {
    fmpz *row;
    double *place;
} short_point;

// The point cut off after some digits.
static void cut_off(const short_point *to, const double *x, size_t d, int digits)
{
    double size = 0;
    fmpz_set_ui(to->row + d, 10);
    fmpz_pow_ui(to->row + d, to->row + d, (ulong)digits);
    const double scale = fmpz_get_d(to->row + d);
    for (size_t c = 0; c < d; c++) {
        const double numerator = nearbyint(x[c] * scale);
        fmpz_set_d(to->row + c, numerator);
        to->place[c] = numerator / scale; // both are exact
        size = fmax(size, fabs(to->place[c]));
    }
    to->place[d] = 1;
    to->place[d + 1] = size * DBL_EPSILON + FILTER_TINY;
}

// Whether a point lies on this side of a plane: by doubles, or else by integers.
static int is_on_side(const short_point *point, geom_space *space, uint32_t plane, int side)
{
    const form_value at = filter_value(space_form(space, plane), point->place, space->dimension);
    if (fabs(at.value) > at.error)
        return (at.value > 0) == (side > 0);
    fmpz_t value;
    fmpz_init(value);
    _fmpz_vec_dot(value, space_plane_row(space, plane), point->row, (slong)space->columns);
    const int sign = fmpz_sgn(value);
    fmpz_clear(value);
    return sign == side;
}

static int is_inside(const short_point *point, const crease_region *region)
{
    int inside = 1;
    for (size_t f = 0; inside && f < crease_region_facets(region); f++) {
        const cell_facet facet = region_facet_plane(region, f);
        inside = is_on_side(point, region_space(region), facet.plane, facet.side);
    }
    return inside;
}

static void put_point(FILE *stream, const fmpz *point, size_t d)
{
    fmpq *x = _fmpq_vec_init((slong)d);
    for (size_t c = 0; c < d; c++)
        fmpq_set_fmpz_frac(x + c, point + c, point + d);
    rational_print_row(stream, x, d);
    _fmpq_vec_clear(x, (slong)d);
}

// Returns 0 if doubles lead to no such point.
static int put_short(FILE *stream, const crease_region *region)
{
    geom_space *space = region_space(region);
    const size_t d = space->dimension;
    double *x = memory_new(2 * d + 2, sizeof *x);
    const short_point point = {_fmpz_vec_init((slong)d + 1), x + d};
    int found = 0;
    if (space->judge->arith != CREASE_EXACT && middle(x, region)) {
        int digits = digits_for(x, region);
        for (digits -= digits > 0; !found && digits <= MOST_DIGITS; digits += !found) {
            cut_off(&point, x, d, digits);
            found = is_inside(&point, region);
        }
    }
    if (found)
        put_point(stream, point.row, d);
    free(x);
    _fmpz_vec_clear(point.row, (slong)d + 1);
    return found;
}

void inside_put(FILE *stream, const crease_region *region)
{
    slong d = (slong)region_space(region)->dimension;
    if (!region->cell->simplex && put_short(stream, region))
        return;
    fmpq *x = _fmpq_vec_init(d);
    crease_region_interior(x, region);
    rational_print_row(stream, x, (size_t)d);
    _fmpq_vec_clear(x, d);
}

// ---- on a facet ----

// The mean of its vertices plus its rays.
static void facet_middle(fmpq *x, const crease_region *region, const fmpq *facet)
{
    size_t vertices = crease_region_vertices(region), rays = crease_region_rays(region);
    slong d = (slong)region_space(region)->dimension, found = 0;
    fmpq *at = _fmpq_vec_init(d + 2), *value = at + d + 1;
    for (size_t i = 0; i < vertices + rays; i++) {
        if (i < vertices)
            crease_region_vertex(at, region, i);
        else
            crease_region_ray(at, region, i - vertices);
        fmpq_set_si(at + d, i < vertices, 1);
        _fmpq_vec_dot(value, facet, at, d + 1);
        if (!fmpq_is_zero(value))
            continue;
        found += i < vertices;
        for (slong c = 0; c < d; c++) { // the mean so far
            fmpq_sub(value, at + c, x + c);
            if (i < vertices)
                fmpq_div_fmpz(value, value, (fmpz[]){found});
            fmpq_add(x + c, x + c, i < vertices ? value : at + c);
        }
    }
    _fmpq_vec_clear(at, d + 2);
}

// Without vertices: where the line from a point inside to one beyond this facet alone meets it.
static void facet_crossing(fmpq *x, const crease_region *region, size_t number, const fmpq *facet)
{
    const size_t d = region_space(region)->dimension;
    fmpq *inside = _fmpq_vec_init((slong)d + 2), *high = inside + d, *low = high + 1;
    crease_region_interior(inside, region);
    simplex_beyond(x, region_space(region), region_fresh(region),
                   region_facet_plane(region, number).plane);
    _fmpq_vec_dot(high, facet, inside, (slong)d);
    _fmpq_vec_dot(low, facet, x, (slong)d);
    fmpq_sub(low, high, low);
    fmpq_add(high, high, facet + d);
    fmpq_div(high, high, low); // the share of the way
    for (size_t c = 0; c < d; c++) {
        fmpq_sub(x + c, x + c, inside + c);
        fmpq_mul(x + c, x + c, high);
        fmpq_add(x + c, x + c, inside + c);
    }
    _fmpq_vec_clear(inside, (slong)d + 2);
}

void inside_facet(fmpq *x, const crease_region *region, size_t facet)
{
    const slong columns = (slong)region_space(region)->columns;
    fmpq *row = _fmpq_vec_init(columns);
    crease_facet owner;
    crease_region_facet(row, &owner, region, facet);
    if (region->cell->simplex)
        facet_crossing(x, region, facet, row);
    else
        facet_middle(x, region, row);
    _fmpq_vec_clear(row, columns);
}
