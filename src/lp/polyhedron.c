// Polyhedra: halves, dictionaries made again, and those of domains.
#include "lp/polyhedron.h"

#include "base/fatal.h"
#include "base/limits.h"
#include "domain/border.h"
#include "exact/rational.h"
#include <flint/fmpq_vec.h>
#include <flint/fmpz_vec.h>
#include <math.h>
#include <stdlib.h>

dictionary *polyhedron_half(geom_space *space, dictionary *dict, half_space inequality)
{
    ASSERT(inequality.side == 1 || inequality.side == -1);
    ASSERT(dict->points <= DICTIONARY_POINTS);
    ASSERT(dict->stride > space->dimension);
    ASSERT(space->columns == space->dimension + 1);
    dictionary *half = dictionary_half(space, dict, inequality);
    polyhedron_make(space, half);
    return half;
}

void polyhedron_make(geom_space *space, dictionary *dict)
{
    if (!dict->whole)
        return;
    polyhedron_make(space, dict->whole);
    if (space->judge->arith != CREASE_EXACT) {
        dictionary_make(space, dict);
        return;
    }
    const half_space inequality = dict->inequality[dict->rows - 1];
    program_is_positive(space, dict->whole, space_plane_row(space, inequality.plane),
                        inequality.side);
    dictionary_make_by_vertex(space, dict); // where the program has ended
}

dictionary *polyhedron_clip(geom_space *space, dictionary *dict, half_space inequality)
{
    ASSERT(inequality.side == 1 || inequality.side == -1);
    ASSERT(dict->points <= DICTIONARY_POINTS);
    ASSERT(dict->stride > space->dimension);
    ASSERT(space->columns == space->dimension + 1);
    const uint32_t plane = inequality.plane;
    form_signs signs = dictionary_try(space, dict, space_form(space, plane));
    if (!form_signs_known(signs))
        tie_decide(&signs, space, dict, space_form(space, plane), space_plane_row(space, plane));
    if (signs.attained == (SIGN_BELOW | SIGN_ABOVE))
        return polyhedron_half(space, dict, inequality);
    return signs.attained & (inequality.side > 0 ? SIGN_ABOVE : SIGN_BELOW) ? dict : NULL;
}

dictionary *polyhedron_canonical(geom_space *space, const half_space *inequality, size_t count,
                                 int bounded)
{
    ASSERT(space->columns == space->dimension + 1);
    dictionary *dict = dictionary_whole(space);
    const size_t work = space->dimension * (count + DICTIONARY_POINTS);
    for (size_t i = 0; i < count && !run_poll(work); i++)
        dict = polyhedron_half(space, dict, inequality[i]);
    dict->bounded = bounded;
    return dict;
}

// ---- a domain ----

// The coordinate of an inequality that contains only one, or SIZE_MAX.
static size_t only_coordinate(const fmpq *row, size_t d)
{
    ASSERT(d > 0);
    size_t only = SIZE_MAX, count = 0;
    for (size_t c = 0; c < d; c++)
        if (!fmpq_is_zero(row + c)) {
            only = c;
            count++;
        }
    return count == 1 ? only : SIZE_MAX;
}

// Takes a x + c >= 0 as a bound if it is tighter than the present one.
static void take_bound(coordinate_bounds *bounds, size_t c, const fmpq *row, size_t number)
{
    ASSERT(bounds->dimension > 0);
    const bool upper = fmpq_sgn(row + c) < 0;
    fmpq *known = bounds->bound + 2 * c + (size_t)upper;
    fmpq_t bound;
    fmpq_init(bound);
    fmpq_div(bound, row + bounds->dimension, row + c);
    fmpq_neg(bound, bound);
    const int order = bounds_has(bounds, c, upper) ? fmpq_cmp(bound, known) : upper ? -1 : 1;
    if (upper ? order < 0 : order > 0)
        bounds_set(bounds, c, upper, bound, number);
    fmpq_clear(bound);
}

static bool bounds_have_interior(const coordinate_bounds *bounds)
{
    ASSERT(bounds->dimension > 0);
    for (size_t c = 0; c < bounds->dimension; c++)
        if (bounds_has(bounds, c, 0) && bounds_has(bounds, c, 1) &&
            fmpq_cmp(bounds->bound + 2 * c, bounds->bound + 2 * c + 1) >= 0)
            return false;
    return true;
}

// Adds bounds of coordinates that the inequalities imply: doubles need a box around the domain.
// The bounds are not tight, so they are never facets.
static void imply_bounds(geom_space *space, dictionary *dict)
{
    ASSERT(dict->points <= DICTIONARY_POINTS);
    ASSERT(dict->stride > space->dimension);
    ASSERT(space->columns == space->dimension + 1);
    const size_t d = space->dimension;
    program_optimum most;
    fmpz *row = _fmpz_vec_init((slong)d + 1);
    program_optimum_init(&most, d);
    for (size_t c = 0; c < d; c++) {
        fmpz_one(row + c);
        for (int upper = 0; upper < 2; upper++) {
            if (bounds_has(space->bounds, c, upper) ||
                !program_maximise(&most, space, dict, row, upper ? 1 : -1) || most.unbounded)
                continue;
            fmpq_add_si(most.value, most.value, 1);
            if (!upper)
                fmpq_neg(most.value, most.value);
            bounds_set(space->bounds, c, upper, most.value, BOUND_IMPLIED);
        }
        fmpz_zero(row + c);
    }
    program_optimum_clear(&most, d);
    _fmpz_vec_clear(row, (slong)d + 1);
}

// The polyhedron of the domain in a new space, whose bounds may be some that the domain implies;
// and the number of inequalities that do not bound a coordinate. Returns 0 if it has no interior.
static bool clip_space(dictionary **dict, size_t *others, geom_space *space,
                       const crease_domain *domain)
{
    ASSERT(space->columns == space->dimension + 1);
    ASSERT(domain->dimension > 0);
    const size_t d = domain->dimension, count = domain_inequalities(domain);
    fmpq *row = _fmpq_vec_init((slong)d + 1);
    fmpz *infinity = _fmpz_vec_init((slong)d + 1);
    size_t *other = memory_new(count, sizeof *other);
    *others = 0;
    if (!space->bounds)
        space->bounds = bounds_new(d);
    space->path.prefix = NULL; // of another domain
    space->path.proofs = NULL;
    fmpz_one(infinity + d);
    space_add_border(space, infinity); // SPACE_INFINITY
    _fmpz_vec_clear(infinity, (slong)d + 1);
    for (size_t i = 0; i < count; i++) {
        domain_inequality(row, domain, i);
        const size_t c = only_coordinate(row, d);
        if (c == SIZE_MAX)
            other[(*others)++] = i;
        else
            take_bound(space->bounds, c, row, domain->number ? domain->number[i] : i);
    }
    _fmpq_vec_clear(row, (slong)d + 1);
    bool interior = bounds_have_interior(space->bounds);
    *dict = dictionary_whole(space);
    for (size_t i = 0; i < *others && interior && !run_is_cancelled(); i++) {
        const uint32_t plane = space_add_inequality(space, domain, other[i]);
        dictionary *part = polyhedron_clip(space, *dict, (half_space){plane, 1});
        interior = part != NULL;
        *dict = part ? part : *dict;
    }
    free(other);
    return interior;
}

// Their planes last as long as the space.
static void make_bounds(geom_space *space, const dictionary *dict)
{
    coordinate_bounds *bounds = space->bounds;
    for (size_t number = 0; number < 2 * space->dimension; number++)
        if (bounds_has(bounds, number / 2, number % 2))
            bounds->plane[number] = dictionary_inequality(space, dict, number).plane;
}

bool polyhedron_from_domain(dictionary **dict, geom_space *space, const crease_domain *domain)
{
    ASSERT(space->columns == space->dimension + 1);
    ASSERT(domain->dimension > 0);
    size_t others;
    const bool interior = clip_space(dict, &others, space, domain);
    if (others && interior && !run_is_cancelled()) {
        imply_bounds(space, *dict);
        *dict = polyhedron_canonical(space, (*dict)->inequality, (*dict)->rows, 0);
        program_is_bounded(space, *dict);
    }
    make_bounds(space, *dict);
    return interior;
}

static void set_double_bound(coordinate_bounds *bounds, size_t c, bool upper, double bound)
{
    ASSERT(bounds->dimension > 0);
    fmpq_t exact;
    if (!(fabs(bound) < INFINITY))
        return;
    fmpq_init(exact);
    rational_set_double(exact, bound);
    bounds_set(bounds, c, upper, exact, BOUND_IMPLIED);
    fmpq_clear(exact);
}

bool polyhedron_has_interior(const crease_domain *domain, const double *low, const double *high,
                             crease_arith arith, double tolerance)
{
    ASSERT(low && high);
    ASSERT(domain->dimension > 0);
    const size_t d = domain->dimension;
    sign_judge judge;
    geom_space space;
    dictionary *dict;
    size_t others;
    sign_judge_init(&judge, arith, tolerance);
    space_init(&space, d, &judge);
    space.bounds = bounds_new(d);
    for (size_t c = 0; c < d; c++) {
        set_double_bound(space.bounds, c, 0, low[c]);
        set_double_bound(space.bounds, c, 1, high[c]);
    }
    const bool interior = clip_space(&dict, &others, &space, domain);
    space_clear(&space);
    sign_judge_clear(&judge);
    return interior;
}

bool polyhedron_is_empty(const crease_domain *domain)
{
    ASSERT(domain->dimension > 0);
    const size_t count = domain_inequalities(domain);
    sign_judge judge;
    geom_space space;
    sign_judge_init(&judge, CREASE_EXACT, 0);
    space_init(&space, domain->dimension, &judge);
    space.bounds = bounds_new(domain->dimension);
    dictionary *dict = dictionary_whole(&space);
    for (size_t i = 0; i < count; i++) {
        dict =
            dictionary_half(&space, dict, (half_space){space_add_inequality(&space, domain, i), 1});
        dictionary_make_by_vertex(&space, dict);
    }
    const bool empty = !program_is_feasible(&space, dict);
    space_clear(&space);
    sign_judge_clear(&judge);
    return empty;
}
