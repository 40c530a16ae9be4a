// A point inside a region, in few digits.
#include "proof/inside.h"
#include "exact/rational.h"

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

// After how many digits a point may be cut off and stays on its side of a facet; MOST_DIGITS + 1 if
// it is not there, as far as doubles know.
static int digits_for(const double *x, const geom_space *space, cell_facet facet)
{
    const double *form = space_form(space, facet.plane);
    size_t d = space->dimension;
    double value = form[d], slope = 0;
    for (size_t c = 0; c < d; c++) {
        value += form[c] * x[c];
        slope += fabs(form[c]);
    }
    double digits = ceil(log10(slope / (2 * facet.side * value)));
    return facet.side * value > 0 && digits <= MOST_DIGITS ? (int)fmax(digits, 0) : MOST_DIGITS + 1;
}

// The point cut off after some digits, in homogeneous integers.
static void cut_off(fmpz *point, const double *x, size_t d, int digits)
{
    fmpz_set_ui(point + d, 10);
    fmpz_pow_ui(point + d, point + d, (ulong)digits);
    double scale = fmpz_get_d(point + d);
    for (size_t c = 0; c < d; c++)
        fmpz_set_d(point + c, nearbyint(x[c] * scale));
}

static int is_inside(const fmpz *point, const crease_region *region)
{
    geom_space *space = region_space(region);
    int inside = 1;
    fmpz_t value;
    fmpz_init(value);
    for (size_t f = 0; inside && f < crease_region_facets(region); f++) {
        cell_facet facet = region_facet_plane(region, f);
        const fmpz *row = space_plane_row(space, facet.plane);
        _fmpz_vec_dot(value, row, point, (slong)space->columns);
        inside = fmpz_sgn(value) == facet.side;
    }
    fmpz_clear(value);
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
    size_t d = space->dimension;
    double *x = memory_new(d, sizeof *x);
    fmpz *point = _fmpz_vec_init((slong)d + 1);
    int digits = 0, found = 0;
    if (space->judge->arith != CREASE_EXACT && middle(x, region)) {
        for (size_t f = 0; f < crease_region_facets(region); f++) {
            int more = digits_for(x, space, region_facet_plane(region, f));
            digits = more > digits ? more : digits;
        }
        for (digits -= digits > 0; !found && digits <= MOST_DIGITS; digits += !found) {
            cut_off(point, x, d, digits);
            found = is_inside(point, region);
        }
    }
    if (found)
        put_point(stream, point, d);
    free(x);
    _fmpz_vec_clear(point, (slong)d + 1);
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
