// Domains as cells without vertices: bounds of coordinates, and inequalities.
#include "base/limits.h"
#include "exact/rational.h"
#include "geom/simplex_query.h"
#include <flint/fmpq_vec.h>
#include <flint/fmpz_vec.h>
#include <stdlib.h>

simplex_box *simplex_box_new(size_t dimension)
{
    simplex_box *box = memory_new(1, sizeof *box);
    box->dimension = dimension;
    box->bound = _fmpq_vec_init((slong)(2 * dimension));
    box->number = memory_new(2 * dimension, sizeof *box->number);
    double *bounds = memory_new(4 * dimension, sizeof *bounds);
    box->low = bounds;
    box->high = bounds + dimension;
    box->inner_low = bounds + 2 * dimension;
    box->inner_high = bounds + 3 * dimension;
    for (size_t c = 0; c < dimension; c++) {
        box->number[2 * c] = box->number[2 * c + 1] = SIMPLEX_NO_BOUND;
        box->low[c] = box->inner_low[c] = -INFINITY;
        box->high[c] = box->inner_high[c] = INFINITY;
    }
    return box;
}

void simplex_box_free(simplex_box *box)
{
    _fmpq_vec_clear(box->bound, (slong)(2 * box->dimension));
    free(box->number);
    free(box->low);
    free(box);
}

// The doubles on both sides of a bound, or the bound twice: *below <= it <= *above. The order is
// that of rationals, since the rest may underflow.
static void enclose_bound(double *below, double *above, const fmpq_t bound)
{
    const double nearest = rational_double(bound);
    int order = nearest > 0 ? -1 : 1;
    if (isfinite(nearest)) {
        fmpq_t rounded;
        fmpq_init(rounded);
        rational_set_double(rounded, nearest);
        order = fmpq_cmp(bound, rounded);
        fmpq_clear(rounded);
    }
    *below = order < 0 ? nextafter(nearest, -INFINITY) : nearest;
    *above = order > 0 ? nextafter(nearest, INFINITY) : nearest;
}

void simplex_box_set(simplex_box *box, size_t c, int upper, const fmpq_t bound, size_t number)
{
    fmpq_set(box->bound + 2 * c + (size_t)upper, bound);
    box->number[2 * c + (size_t)upper] = number;
    if (upper)
        enclose_bound(box->inner_high + c, box->high + c, bound);
    else
        enclose_bound(box->low + c, box->inner_low + c, bound);
}

cell_facet simplex_facet_of(geom_space *space, const geom_cell *cell, size_t number)
{
    if (number >= 2 * space->dimension)
        return cell->facet[number - 2 * space->dimension];
    const fmpq *bound = space->box->bound + number;
    const size_t of_domain = space->box->number[number];
    fmpz *row = _fmpz_vec_init((slong)space->columns);
    fmpz_set(row + number / 2, fmpq_denref(bound));
    fmpz_neg(row + space->dimension, fmpq_numref(bound));
    if (number % 2)
        _fmpz_vec_neg(row, row, (slong)space->columns);
    const uint32_t plane = space_add_border(space, row);
    if (of_domain != SIMPLEX_NO_NUMBER)
        space->origin[plane].unit = (uint32_t)of_domain;
    _fmpz_vec_clear(row, (slong)space->columns);
    return (cell_facet){plane, 1};
}

// ---- a domain ----

// The coordinate of an inequality that contains only one, or SIZE_MAX.
static size_t only_coordinate(const fmpq *row, size_t d)
{
    size_t only = SIZE_MAX, count = 0;
    for (size_t c = 0; c < d; c++)
        if (!fmpq_is_zero(row + c)) {
            only = c;
            count++;
        }
    return count == 1 ? only : SIZE_MAX;
}

// Takes a x + c >= 0 as a bound if it is tighter than the present one.
static void take_bound(simplex_box *box, size_t c, const fmpq *row, size_t number)
{
    const int upper = fmpq_sgn(row + c) < 0;
    fmpq *known = box->bound + 2 * c + (size_t)upper;
    fmpq_t bound;
    fmpq_init(bound);
    fmpq_div(bound, row + box->dimension, row + c);
    fmpq_neg(bound, bound);
    const int order = simplex_has_bound(box, c, upper) ? fmpq_cmp(bound, known) : upper ? -1 : 1;
    if (upper ? order < 0 : order > 0)
        simplex_box_set(box, c, upper, bound, number);
    fmpq_clear(bound);
}

static int bounds_have_interior(const simplex_box *box)
{
    for (size_t c = 0; c < box->dimension; c++)
        if (simplex_has_bound(box, c, 0) && simplex_has_bound(box, c, 1) &&
            fmpq_cmp(box->bound + 2 * c, box->bound + 2 * c + 1) >= 0)
            return 0;
    return 1;
}

// Adds bounds of coordinates that the inequalities imply: doubles need a box around the domain.
// The bounds are not tight, so they are never facets.
static void imply_bounds(geom_cell *cell, geom_space *space)
{
    const size_t d = space->dimension;
    simplex_optimum most;
    fmpz *row = _fmpz_vec_init((slong)d + 1);
    simplex_optimum_init(&most, d);
    for (size_t c = 0; c < d; c++) {
        fmpz_one(row + c);
        for (int upper = 0; upper < 2; upper++) {
            if (simplex_has_bound(space->box, c, upper) ||
                !simplex_greatest(&most, space, cell, row, upper ? 1 : -1) || most.unbounded)
                continue;
            fmpq_add_si(most.value, most.value, 1);
            if (!upper)
                fmpq_neg(most.value, most.value);
            simplex_box_set(space->box, c, upper, most.value, SIMPLEX_NO_NUMBER);
        }
        fmpz_zero(row + c);
    }
    simplex_optimum_clear(&most, d);
    _fmpz_vec_clear(row, (slong)d + 1);
}

// Makes the cell of the domain in a new space, whose box may have bounds that the domain implies,
// and counts in *others the inequalities that do not bound a coordinate. Returns 0 if the domain
// has no interior.
static int clip_space(geom_cell *cell, geom_space *space, const crease_domain *domain,
                      size_t *others)
{
    const size_t d = domain->dimension, count = domain_inequalities(domain);
    fmpq *row = _fmpq_vec_init((slong)d + 1);
    fmpz *infinity = _fmpz_vec_init((slong)d + 1);
    size_t *other = memory_new(count, sizeof *other);
    *others = 0;
    space->general = 1;
    if (!space->box)
        space->box = simplex_box_new(d);
    fmpz_one(infinity + d);
    space_add_border(space, infinity); // SPACE_INFINITY
    _fmpz_vec_clear(infinity, (slong)d + 1);
    for (size_t i = 0; i < count; i++) {
        domain_inequality(row, domain, i);
        const size_t c = only_coordinate(row, d);
        if (c == SIZE_MAX)
            other[(*others)++] = i;
        else
            take_bound(space->box, c, row, domain->number ? domain->number[i] : i);
    }
    _fmpq_vec_clear(row, (slong)d + 1);
    int interior = bounds_have_interior(space->box);
    simplex_kind.whole(cell, space);
    for (size_t i = 0; i < *others && interior && !run_is_cancelled(); i++)
        interior = cell_clip(cell, space, cell_border(space, domain, other[i]));
    free(other);
    return interior;
}

int cell_without_vertices(geom_cell *cell, geom_space *space, const crease_domain *domain)
{
    size_t others;
    const int interior = clip_space(cell, space, domain, &others);
    if (others && interior && !run_is_cancelled()) {
        const geom_cell clipped = *cell;
        imply_bounds(cell, space);
        simplex_afresh(cell, space, &clipped);
        cell->simplex->bounded = 0;
        simplex_is_bounded(cell, space);
    }
    return interior;
}

static void set_double_bound(simplex_box *box, size_t c, int upper, double bound)
{
    fmpq_t exact;
    if (!(fabs(bound) < INFINITY))
        return;
    fmpq_init(exact);
    rational_set_double(exact, bound);
    simplex_box_set(box, c, upper, exact, SIMPLEX_NO_NUMBER);
    fmpq_clear(exact);
}

int domain_has_interior(const crease_domain *domain, const double *low, const double *high,
                        crease_arith arith, double tolerance)
{
    enum { FEW_COORDINATES = 4 }; // where vertices are found sooner than programs in integers end
    const size_t d = domain->dimension;
    const int by_vertices = arith == CREASE_EXACT && d <= FEW_COORDINATES;
    sign_judge judge;
    geom_space space;
    geom_cell cell;
    size_t others;
    sign_judge_init(&judge, arith, tolerance);
    space_init(&space, d, &judge);
    space.box = by_vertices ? NULL : simplex_box_new(d);
    for (size_t c = 0; c < d && !by_vertices; c++) {
        set_double_bound(space.box, c, 0, low[c]);
        set_double_bound(space.box, c, 1, high[c]);
    }
    const int interior = by_vertices ? cell_from_domain(&cell, &space, domain)
                                     : clip_space(&cell, &space, domain, &others);
    space_clear(&space);
    sign_judge_clear(&judge);
    return interior;
}
