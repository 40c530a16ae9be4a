// Questions about a polyhedron.
#include "lp/query.h"

#include "base/fatal.h"
#include "base/limits.h"
#include "exact/kernels.h"
#include "exact/rational.h"
#include "exact/versions.h"
#include "lp/prefix.h"
#include <flint/fmpq_vec.h>
#include <flint/fmpz_vec.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- a point inside ----

// Rounds the coordinates to as few binary digits as keep the point inside. The inequality that one
// rounded point violates is tested first for the next one.
static void cut_digits(double *point, const geom_space *space, const dictionary *dict)
{
    ASSERT(dict->points <= DICTIONARY_POINTS);
    ASSERT(dict->stride > space->dimension);
    ASSERT(space->columns == space->dimension + 1);
    enum { MOST_DIGITS = 60 };
    const size_t d = space->dimension;
    size_t violated = SIZE_MAX;
    bool is_inside = false;
    double *exact = memory_new(d, sizeof *exact), unit = 1;
    memcpy(exact, point, d * sizeof *exact);
    for (int digits = 0; digits < MOST_DIGITS && !is_inside; digits++, unit *= 2) {
        kernel_round(point, exact, unit, d);
        is_inside = dictionary_is_inside(space, dict, point, &violated);
    }
    if (!is_inside)
        memcpy(point, exact, d * sizeof *exact);
    free(exact);
}

// The inequalities of the path, positive inside and scaled so that no coefficient exceeds 1.
typedef struct {
    const geom_space *space;
    kernel_inequalities scaled;
    double *value;      // at the present point
    size_t lowest;      // the row whose value is least
    double *low, *high; // how far projections go
    double room;        // a quarter of the narrowest side of the box
} path_inequalities;

static path_inequalities inequalities_new(geom_space *space, const dictionary *dict)
{
    const size_t d = space->dimension, stride = dict->rows / QUAD * QUAD + QUAD;
    double *column = arena_take(&space->cells, ((2 * d + 3) * stride + 2 * d) * sizeof *column),
           *row = column + (d + 1) * stride, *square = row + d * stride, *value = square + stride,
           *low = value + stride;
    path_inequalities list = {.space = space,
                              .scaled = {d, stride, column, row, square, low, low + d},
                              .value = value,
                              .low = low,
                              .high = low + d,
                              .room = INFINITY};
    for (size_t c = 0; c < d; c++)
        list.room = fmin(list.room, 0.25 * (space->bounds->high[c] - space->bounds->low[c]));
    for (size_t i = dict->rows; i < stride; i++)
        for (size_t c = 0; c <= d; c++)
            column[c * stride + i] = c < d ? 0 : INFINITY; // never the least
    for (size_t i = 0; i < dict->rows; i++) {
        const half_space facet = dict->inequality[i];
        const double *form = space_form(space, facet.plane), scale = facet.side * dict->scale[i];
        column[d * stride + i] = scale * form[d];
        square[i] = 0;
        for (size_t c = 0; c < d; c++) {
            const double coefficient = scale * form[c];
            column[c * stride + i] = row[i * d + c] = coefficient;
            square[i] += coefficient * coefficient;
        }
    }
    return list;
}

static double least_distance_to_bounds(const coordinate_bounds *bounds, const double *point)
{
    ASSERT(bounds->dimension > 0);
    double least = INFINITY;
    for (size_t c = 0; c < bounds->dimension; c++)
        least = fmin(least, fmin(point[c] - bounds->low[c], bounds->high[c] - point[c]));
    return least;
}

// Moves a point to where it lies twice as deep, by projections on the inequality that is lowest, as
// if each had to be four times the present depth (Motzkin and Schoenberg, The relaxation method for
// linear inequalities, 1954). Returns the new depth, or 0 if some steps are not enough.
static double go_deeper(double *point, path_inequalities *list, double depth)
{
    ASSERT(depth > 0);
    enum { MOST_STEPS = 20 };
    const coordinate_bounds *bounds = list->space->bounds;
    const double value = 4 * depth, away = fmin(value, list->room);
    if (!(away >= 2 * depth))
        return 0;
    for (size_t c = 0; c < bounds->dimension; c++) {
        list->low[c] = bounds->low[c] + away;
        list->high[c] = bounds->high[c] - away;
    }
    if (!kernel_relax(point, list->value, &list->lowest, &list->scaled, value, 2 * depth,
                      MOST_STEPS))
        return 0;
    return fmin(list->value[list->lowest], away);
}

// Finds a point that lies deep inside: goes on from a mean of points inside for as long as it gets
// deeper. Returns whether doubles prove that it is inside.
static bool deep_point(double *point, geom_space *space, const dictionary *dict)
{
    ASSERT(dict->stride > space->dimension);
    static const double ENOUGH = 0x1p-5;
    const size_t d = space->dimension;
    if (space->judge->arith == CREASE_EXACT || !dict->points)
        return false;
    const arena_mark mark = arena_here(&space->cells);
    path_inequalities list = inequalities_new(space, dict);
    double *next = arena_take(&space->cells, (d + 1) * sizeof *next);
    dictionary_mean_point(point, dict, d);
    memcpy(next, point, (d + 1) * sizeof *next);
    list.lowest = kernel_lowest(list.value, &list.scaled, point);
    double depth = fmin(list.value[list.lowest], least_distance_to_bounds(space->bounds, point));
    while (depth > 0 && depth < ENOUGH && !run_poll(d * dict->rows)) {
        depth = go_deeper(next, &list, depth);
        if (depth > 0)
            memcpy(point, next, d * sizeof *point);
    }
    arena_release(&space->cells, mark);
    return dictionary_is_inside(space, dict, point, NULL);
}

static bool interior_in_doubles(fmpq *x, geom_space *space, const dictionary *dict)
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
