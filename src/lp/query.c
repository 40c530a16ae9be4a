// Questions about a polyhedron.
#include "lp/query.h"

#include "base/fatal.h"
#include "base/limits.h"
#include "exact/rational.h"
#include "lp/prefix.h"
#include <flint/fmpq_vec.h>
#include <flint/fmpz_vec.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- inequalities ----

// The inequalities of a cell: bounds of coordinates, 2 c + side, then those of the path.
typedef struct {
    geom_space *space;
    dictionary *dict;
    size_t count;
} inequality_list;

static size_t list_bounds(const inequality_list *list)
{
    return 2 * list->space->dimension;
}

// The value of an inequality at a point, or, with w = 0, along a direction.
static double list_value(const inequality_list *list, size_t i, const double *point, double w)
{
    const coordinate_bounds *bounds = list->space->bounds;
    const size_t d = list->space->dimension;
    if (i < 2 * d)
        return i % 2 ? w * bounds->high[i / 2] - point[i / 2]
                     : point[i / 2] - w * bounds->low[i / 2];
    const half_space *facet = list->dict->inequality + (i - 2 * d);
    const double *form = space_form(list->space, facet->plane);
    double value = w * form[d];
    for (size_t c = 0; c < d; c++)
        value += form[c] * point[c];
    return facet->side * value;
}

// ---- a point inside ----

// Truncates the coordinates to as few binary digits as keep the point inside.
static void cut_digits(double *point, const geom_space *space, dictionary *dict)
{
    ASSERT(dict->points <= DICTIONARY_POINTS);
    ASSERT(dict->stride > space->dimension);
    ASSERT(space->columns == space->dimension + 1);
    enum { MOST_DIGITS = 60 };
    const size_t d = space->dimension;
    double *exact = memory_new(d, sizeof *exact);
    memcpy(exact, point, d * sizeof *exact);
    for (int digits = 0, inside = 0; digits < MOST_DIGITS && !inside; digits++) {
        for (size_t c = 0; c < d; c++)
            point[c] = ldexp(nearbyint(ldexp(exact[c], digits)), -digits);
        inside = dictionary_is_inside(space, dict, point);
        if (!inside)
            memcpy(point, exact, d * sizeof *exact);
    }
    free(exact);
}

// Among the inequalities from `first` on the one whose value at a point is least; *depth is this
// value. They are scaled so that no coefficient exceeds 1.
static size_t least_inequality(double *depth, const inequality_list *list, size_t first,
                               const double *point)
{
    const size_t bounds = list_bounds(list);
    size_t least = 0;
    *depth = INFINITY;
    for (size_t i = first; i < list->count; i++) {
        const double scale = i < bounds ? 1 : list->dict->scale[i - bounds];
        const double value = scale * list_value(list, i, point, 1);
        if (value < *depth) {
            *depth = value;
            least = i;
        }
    }
    return least;
}

// Moves a point towards the middle of the box: half as far as the inequalities of the path allow.
static void move_to_middle(double *point, double *middle, const inequality_list *list)
{
    const coordinate_bounds *bounds = list->space->bounds;
    const size_t d = list->space->dimension;
    double share = 1;
    for (size_t c = 0; c < d; c++)
        middle[c] = 0.5 * (bounds->low[c] + bounds->high[c]);
    for (size_t i = list_bounds(list); i < list->count; i++) {
        const double here = list_value(list, i, point, 1), there = list_value(list, i, middle, 1);
        if (there < here)
            share = fmin(share, 0.5 * here / (here - there));
    }
    for (size_t c = 0; c < d && share > 0; c++)
        point[c] += share * (middle[c] - point[c]);
}

static bool bounds_are_finite(const coordinate_bounds *bounds, size_t d)
{
    ASSERT(d > 0);
    ASSERT(bounds->dimension > 0);
    bool bounded = true;
    for (size_t i = 0; i < 2 * d; i++)
        bounded &= bounds_has(bounds, i / 2, i % 2);
    return bounded;
}

// Finds a point that lies deep inside. It starts at the vertex of the dictionary. Each step goes
// towards a vertex where the inequality that now has the least value is greatest. The point is the
// deepest one on the way. If all coordinates are bounded, the bounds are not considered, but the
// point is moved towards the middle of the box. Returns whether doubles prove that it is inside.

static bool deep_point(double *point, geom_space *space, dictionary *dict)
{
    ASSERT(dict->points <= DICTIONARY_POINTS);
    ASSERT(dict->stride > space->dimension);
    ASSERT(space->columns == space->dimension + 1);
    static const double ENOUGH = 0x1p-8;
    enum { MOST_STEPS = 40 };
    const size_t d = space->dimension, bounds = 2 * d,
                 steps = bounds < MOST_STEPS ? bounds : MOST_STEPS;
    const inequality_list list = {.space = space, .dict = dict, .count = bounds + dict->rows};
    const size_t first = bounds_are_finite(space->bounds, d) ? bounds : 0;
    if (space->judge->arith == CREASE_EXACT)
        return false;
    double *form = memory_new(4 * (d + 2), sizeof *form), *vertex = form + 2 * (d + 2),
           *best = vertex + d + 2, deepest = -INFINITY, depth = -INFINITY;
    dictionary_maximise(point, space, dict, form, 1);
    for (size_t step = 0; step <= steps && !(depth > ENOUGH) && !run_poll(d * list.count); step++) {
        const size_t i = least_inequality(&depth, &list, first, point);
        if (depth > deepest)
            memcpy(best, point, d * sizeof *best);
        deepest = fmax(deepest, depth);
        if (i < bounds) {
            form[i / 2] = i % 2 ? -1 : 1;
            dictionary_maximise(vertex, space, dict, form, 1);
            form[i / 2] = 0;
        } else {
            const half_space facet = dict->inequality[i - bounds];
            dictionary_maximise(vertex, space, dict, space_form(space, facet.plane), facet.side);
        }
        for (size_t c = 0; c < d; c++)
            point[c] += (vertex[c] - point[c]) / (double)(step + 2);
    }
    memcpy(point, best, d * sizeof *point);
    if (first)
        move_to_middle(point, vertex, &list);
    point[d] = 1;
    point[d + 1] = 0;
    free(form);
    return dictionary_is_inside(space, dict, point);
}

static bool interior_in_doubles(fmpq *x, geom_space *space, dictionary *dict)
{
    ASSERT(dict->points <= DICTIONARY_POINTS);
    ASSERT(dict->stride > space->dimension);
    ASSERT(space->columns == space->dimension + 1);
    const size_t d = space->dimension;
    double *point = memory_new(d + 2, sizeof *point);
    const bool inside = deep_point(point, space, dict);
    if (inside)
        cut_digits(point, space, dict);
    for (size_t c = 0; c < d && inside; c++)
        rational_set_double(x + c, point[c]);
    free(point);
    return inside;
}

// The mean of a vertex and, for each inequality that does not hold strictly at the mean so far, of
// a point where it is greatest; or it moves in a direction in which the inequality grows.
static void interior_in_integers(fmpq *x, geom_space *space, dictionary *dict)
{
    ASSERT(dict->points <= DICTIONARY_POINTS);
    ASSERT(dict->stride > space->dimension);
    ASSERT(space->columns == space->dimension + 1);
    const size_t d = space->dimension, bounds = 2 * d;
    const space_mark mark = space_here(space);
    fmpz *row = _fmpz_vec_init(3 * ((slong)d + 1)), *mean = row + d + 1, *value = mean + d + 1;
    fmpz *weight = value + 1; // of the sum of all points: mean[d] is this times their number
    ulong points = 1;
    program_optimum most;
    program_optimum_init(&most, d);
    program_maximise(&most, space, dict, row, 1);
    row_copy(mean, most.point, d + 1);
    fmpz_set(weight, mean + d);
    for (size_t i = 0; i < bounds + dict->rows && !run_is_cancelled(); i++) {
        if (i < bounds && !bounds_has(space->bounds, i / 2, i % 2))
            continue;
        const half_space facet = dictionary_inequality(space, dict, i);
        row_copy(row, space_plane_row(space, facet.plane), d + 1);
        _fmpz_vec_dot(value, row, mean, (slong)d + 1);
        if (facet.side * fmpz_sgn(value) > 0)
            continue;
        program_maximise(&most, space, dict, row, facet.side);
        if (most.unbounded)
            fmpz_one(most.point + d);
        for (size_t c = 0; c < d; c++)
            fmpz_fmma(mean + c, mean + c, most.point + d, most.point + c, weight);
        fmpz_mul(weight, weight, most.point + d);
        points += !most.unbounded;
        fmpz_mul_ui(mean + d, weight, points);
    }
    for (size_t c = 0; c < d; c++)
        fmpq_set_fmpz_frac(x + c, mean + c, mean + d);
    program_optimum_clear(&most, d);
    _fmpz_vec_clear(row, 3 * ((slong)d + 1));
    space_release(space, mark);
}

void polyhedron_interior(fmpq *x, geom_space *space, dictionary *dict)
{
    ASSERT(dict->points <= DICTIONARY_POINTS);
    ASSERT(dict->stride > space->dimension);
    ASSERT(space->columns == space->dimension + 1);
    if (!interior_in_doubles(x, space, dict))
        interior_in_integers(x, space, dict);
}

// ---- facets ----

size_t polyhedron_facets(half_space **facet, geom_space *space, dictionary *dict, bool lower)
{
    ASSERT(dict->points <= DICTIONARY_POINTS);
    ASSERT(dict->stride > space->dimension);
    ASSERT(space->columns == space->dimension + 1);
    return prefix_facets(facet, space, dict, lower);
}

void polyhedron_relax_others(geom_space *space, const half_space *facet, size_t facets, int by)
{
    ASSERT(space->columns == space->dimension + 1);
    coordinate_bounds *bounds = space->bounds;
    for (size_t i = 0; i < 2 * space->dimension; i++) {
        size_t f = 0;
        while (f < facets && (space->origin[facet[f].plane].split != NO_SPLIT ||
                              space->origin[facet[f].plane].unit != bounds->number[i]))
            f++;
        if (f == facets && bounds->number[i] < BOUND_IMPLIED)
            bounds_move(bounds, i, by);
    }
}

// ---- beyond a facet ----

void polyhedron_point_beyond(fmpq *x, geom_space *space, dictionary *dict, uint32_t plane)
{
    ASSERT(plane < space->plane_rows.count);
    ASSERT(dict->points <= DICTIONARY_POINTS);
    ASSERT(dict->stride > space->dimension);
    ASSERT(space->columns == space->dimension + 1);
    size_t f = 0;
    while (f < dict->rows && dict->inequality[f].plane != plane)
        f++;
    if (f == dict->rows)
        FATAL("plane %u is no inequality of the polyhedron", plane);
    const half_space outside = {plane, -dict->inequality[f].side};
    half_space *other = arena_take(&space->cells, dict->rows * sizeof *other);
    memcpy(other, dict->inequality, f * sizeof *other);
    memcpy(other + f, dict->inequality + f + 1, (dict->rows - f - 1) * sizeof *other);
    dictionary *others = polyhedron_canonical(space, other, dict->rows - 1, 0);
    polyhedron_interior(x, space, polyhedron_half(space, others, outside));
}
