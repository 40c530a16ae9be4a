// Questions about a polyhedron.
#include "lp/query.h"

#include "base/fatal.h"
#include "base/limits.h"
#include "exact/rational.h"
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
    unsigned char *kept; // of each: it is there, and not known to be redundant
    size_t count;
    bool lower; // only those on creases that the polyhedron lies below are asked for
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

static bool is_asked(const inequality_list *list, size_t i)
{
    const size_t bounds = list_bounds(list);
    if (!list->lower)
        return true;
    const half_space *facet = list->dict->inequality + (i - bounds);
    return i >= bounds && facet->side < 0 && list->space->origin[facet->plane].split != NO_SPLIT;
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

// By error bounds: the point satisfies the inequality strictly (side 1), or violates it.
static bool list_is_beyond(const inequality_list *list, size_t i, const double *point, int side)
{
    ASSERT(side >= -1 && side <= SIGN_UNKNOWN);
    const coordinate_bounds *bounds = list->space->bounds;
    const size_t d = list->space->dimension, c = i / 2;
    if (i < 2 * d && side > 0)
        return i % 2 ? point[c] < bounds->inner_high[c] : point[c] > bounds->inner_low[c];
    if (i < 2 * d)
        return i % 2 ? point[c] > bounds->high[c] : point[c] < bounds->low[c];
    const half_space *facet = list->dict->inequality + (i - 2 * d);
    return form_is_positive(space_form(list->space, facet->plane), side * facet->side, point, d);
}

// Scratch: a point inside and three more, d + 2 doubles each; a form. A copy of the dictionary.
typedef struct {
    double *from, *ray, *beyond, *vertex, *form;
    dictionary *dict;
} facet_probe;

// Whether a point on the ray from the point inside, behind the hyperplane of the inequality,
// satisfies all others.
static bool ray_shows_facet(const inequality_list *list, size_t i, const facet_probe *probe)
{
    const size_t d = list->space->dimension;
    const double *from = probe->from, *ray = probe->ray;
    double *beyond = probe->beyond;
    const double length = list_value(list, i, from, 1) / -list_value(list, i, ray, 0);
    double next = 2 * length;
    for (size_t j = 0; j < list->count; j++) {
        const double slope = list->kept[j] && j != i ? list_value(list, j, ray, 0) : 0;
        if (slope < 0)
            next = fmin(next, list_value(list, j, from, 1) / -slope);
    }
    if (!(next > length))
        return false;
    for (size_t c = 0; c < d; c++)
        beyond[c] = from[c] + (0.5 * length + 0.5 * next) * ray[c];
    bool shown = list_is_beyond(list, i, beyond, -1);
    for (size_t j = 0; j < list->count && shown; j++)
        shown = !list->kept[j] || j == i || list_is_beyond(list, j, beyond, 1);
    return shown;
}

// The same straight behind it.
static bool shows_facet(const inequality_list *list, size_t i, const facet_probe *probe)
{
    const size_t d = list->space->dimension;
    memset(probe->ray, 0, (d + 2) * sizeof *probe->ray);
    if (i < 2 * d) {
        probe->ray[i / 2] = i % 2 ? 1 : -1;
    } else {
        const half_space *facet = list->dict->inequality + (i - 2 * d);
        for (size_t c = 0; c < d; c++)
            probe->ray[c] = -facet->side * space_form(list->space, facet->plane)[c];
    }
    return ray_shows_facet(list, i, probe);
}

// The form that is positive where the inequality holds strictly; of a bound, only if it does so by
// its error.
static void write_form(double *form, const inequality_list *list, size_t i)
{
    const coordinate_bounds *bounds = list->space->bounds;
    const size_t d = list->space->dimension, c = i / 2;
    memset(form, 0, 2 * (d + 1) * sizeof *form);
    if (i < 2 * d) {
        form[c] = i % 2 ? -1 : 1;
        form[d] = i % 2 ? bounds->inner_high[c] : -bounds->inner_low[c];
        return;
    }
    const half_space *facet = list->dict->inequality + (i - 2 * d);
    const double *plane = space_form(list->space, facet->plane);
    memcpy(form, plane, 2 * (d + 1) * sizeof *form);
    for (size_t k = 0; k <= d; k++)
        form[k] *= facet->side;
}

// At a vertex of a bounded polyhedron on the hyperplane of the inequality: the mean of the vertex
// and the next ones on the hyperplane. Returns 0 if the vertex is not on it.
static bool mean_on_facet(double *x, const inequality_list *list, size_t i,
                          const facet_probe *probe)
{
    const size_t d = list->space->dimension, own = i < 2 * d ? i / 2 : i - d;
    const dictionary *dict = probe->dict;
    bool is_on = false;
    for (size_t k = 0; k < d; k++) {
        const uint32_t v = dict->nonbasic[k];
        if (v == own && (v >= d || dict->upper[k] == i % 2)) {
            is_on = true;
            continue;
        }
        const double length = dictionary_edge(probe->ray, list->space, dict, k) / (double)d;
        for (size_t c = 0; c < d; c++)
            x[c] += length * probe->ray[c];
    }
    return is_on;
}

// The answer for an inequality at a vertex where its form is least.
typedef enum { REDUNDANT, FACET, UNKNOWN } role;

static role role_at_vertex(const inequality_list *list, size_t i, const facet_probe *probe)
{
    const size_t d = list->space->dimension;
    write_form(probe->form, list, i);
    dictionary_maximise(probe->vertex, list->space, probe->dict, probe->form, -1);
    if (dictionary_is_positive(list->space, probe->dict, probe->form))
        return REDUNDANT;
    if (!mean_on_facet(probe->vertex, list, i, probe))
        return UNKNOWN;
    for (size_t c = 0; c < d; c++)
        probe->ray[c] = probe->vertex[c] - probe->from[c];
    return ray_shows_facet(list, i, probe) ? FACET : UNKNOWN;
}

// The polyhedron of the inequalities of the path that are kept, without one.
static dictionary *polyhedron_of_others(const inequality_list *list, size_t but)
{
    geom_space *space = list->space;
    const size_t bounds = list_bounds(list);
    half_space *other = arena_take(&space->cells, list->dict->rows * sizeof *other);
    size_t others = 0;
    for (size_t i = bounds; i < list->count; i++)
        if (list->kept[i] && i != but)
            other[others++] = list->dict->inequality[i - bounds];
    return polyhedron_canonical(space, other, others, 0);
}

static bool is_violated_by_others(const inequality_list *list, size_t i, half_space facet)
{
    ASSERT(facet.side == 1 || facet.side == -1);
    geom_space *space = list->space;
    const int bit = facet.side > 0 ? SIGN_BELOW : SIGN_ABOVE;
    const double *form = space_form(space, facet.plane);
    dictionary *others = polyhedron_of_others(list, i);
    form_signs signs = dictionary_try(space, others, form);
    signs.refuted |= ~bit & (SIGN_BELOW | SIGN_ABOVE) & ~signs.attained;
    if (!((signs.attained | signs.refuted) & bit))
        tie_decide(&signs, space, others, form, space_plane_row(space, facet.plane));
    return (signs.attained & bit) != 0;
}

static void move_bound(coordinate_bounds *bounds, size_t i, int by)
{
    ASSERT(bounds->dimension > 0);
    fmpq_t bound;
    fmpq_init(bound);
    (i % 2 ? fmpq_add_si : fmpq_sub_si)(bound, bounds->bound + i, by);
    bounds_set(bounds, i / 2, i % 2, bound, bounds->number[i]);
    fmpq_clear(bound);
}

// Whether the inequality is violated somewhere on the polyhedron of the others. A bound is moved
// outwards for the test, so that it is not one of them.
static bool is_violated(const inequality_list *list, size_t i)
{
    coordinate_bounds *bounds = list->space->bounds;
    const half_space facet = dictionary_inequality(list->space, list->dict, i);
    if (i >= list_bounds(list))
        return is_violated_by_others(list, i, facet);
    move_bound(bounds, i, 1);
    const bool violated = is_violated_by_others(list, i, facet);
    move_bound(bounds, i, -1);
    return violated;
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
            move_bound(bounds, i, by);
    }
}

// Drops redundant inequalities, the later ones first, so that the first of equal ones stays.
static void drop_redundant(inequality_list *list)
{
    geom_space *space = list->space;
    const size_t d = space->dimension;
    double *from = memory_new(6 * (d + 2), sizeof *from);
    const bool looks = deep_point(from, space, list->dict);
    const bool is_bounded = looks && bounds_are_finite(space->bounds, d);
    const facet_probe probe = {.from = from,
                               .ray = from + d + 2,
                               .beyond = from + 2 * (d + 2),
                               .vertex = from + 3 * (d + 2),
                               .form = from + 4 * (d + 2),
                               .dict = is_bounded ? dictionary_copy(space, list->dict) : NULL};
    probe.beyond[d] = 1;
    for (size_t i = list->count; i-- > 0 && !run_poll(list->count * d);) {
        if (!list->kept[i] || !is_asked(list, i) || (looks && shows_facet(list, i, &probe)))
            continue;
        const role shown = is_bounded ? role_at_vertex(list, i, &probe) : UNKNOWN;
        const arena_mark mark = arena_here(&space->cells);
        list->kept[i] = (unsigned char)(shown == UNKNOWN ? is_violated(list, i) : shown == FACET);
        arena_release(&space->cells, mark);
    }
    free(from);
}

size_t polyhedron_facets(half_space **facet, geom_space *space, dictionary *dict, bool lower)
{
    ASSERT(dict->points <= DICTIONARY_POINTS);
    ASSERT(dict->stride > space->dimension);
    ASSERT(space->columns == space->dimension + 1);
    const size_t bounds = 2 * space->dimension;
    inequality_list list = {
        .space = space, .dict = dict, .count = bounds + dict->rows, .lower = lower};
    *facet = arena_take(&space->cells, list.count * sizeof **facet);
    list.kept = memory_new(list.count, 1);
    for (size_t i = 0; i < list.count; i++)
        list.kept[i] = i >= bounds || space->bounds->number[i] < BOUND_IMPLIED;
    drop_redundant(&list);
    size_t count = 0;
    for (size_t i = 0; i < list.count; i++)
        if (list.kept[i] && is_asked(&list, i))
            (*facet)[count++] = dictionary_inequality(space, dict, i);
    free(list.kept);
    return count;
}

// ---- beyond a facet ----

void polyhedron_point_beyond(fmpq *x, geom_space *space, dictionary *dict, uint32_t plane)
{
    ASSERT(plane < space->plane_rows.count);
    ASSERT(dict->points <= DICTIONARY_POINTS);
    ASSERT(dict->stride > space->dimension);
    ASSERT(space->columns == space->dimension + 1);
    inequality_list list = {.space = space, .dict = dict};
    size_t f = 0;
    while (f < dict->rows && dict->inequality[f].plane != plane)
        f++;
    if (f == dict->rows)
        FATAL("plane %u is no inequality of the polyhedron", plane);
    list.count = list_bounds(&list) + dict->rows;
    list.kept = memory_new(list.count, 1);
    memset(list.kept, 1, list.count);
    dictionary *others = polyhedron_of_others(&list, list_bounds(&list) + f);
    const half_space outside = {plane, -dict->inequality[f].side};
    polyhedron_interior(x, space, polyhedron_half(space, others, outside));
    free(list.kept);
}
