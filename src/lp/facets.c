// Facets.
//
// A point that violates one inequality and satisfies all others strictly proves that it is a facet.
// Rays find such points: a ray from a point inside leaves the polyhedron where it first meets a
// hyperplane, and violates that inequality alone until it meets the next. Rays go to where an
// earlier cell had the facet, and to the middle of each facet of a vertex. A program in doubles
// goes on to a vertex where the form of an inequality is least: its multipliers may prove that the
// inequality is redundant. What error bounds do not prove, integers decide.
#include "lp/facets.h"

#include "base/fatal.h"
#include "base/limits.h"
#include "exact/kernels.h"
#include "exact/versions.h"
#include "lp/polyhedron.h"
#include <math.h>
#include <string.h>

bool facets_is_lower(const geom_space *space, const dictionary *dict, size_t number)
{
    ASSERT(number < 2 * space->dimension + dict->rows);
    if (number < 2 * space->dimension)
        return false;
    const half_space *facet = dict->inequality + (number - 2 * space->dimension);
    return facet->side < 0 && space->origin[facet->plane].split != NO_SPLIT;
}

// The forms of the list, positive inside, in columns as in filter_values, and scratch.
typedef struct {
    geom_space *space;
    const dictionary *dict;
    const facet_list *list;
    bool *is_known; // of the list: it is redundant, or a facet
    size_t *redundant;
    double *outside; // the caller's
    size_t stride;
    double *form, *bound;                    // d + 1 columns each
    double *at_from, *slope, *value, *error; // one column each
    double *ray, *beyond, *vertex, *row;     // d + 2 entries each; a form
    const double *from;                      // a point inside, or NULL
    // Of the list's inequalities, or NULL: a coordinate may have no bounds. The place of each
    // number in the list, or SIZE_MAX; edges as in find_edges.
    dictionary *climber;
    size_t *place;
    double *edges;
} facet_finder;

// ---- forms ----

// The form that is positive where the inequality holds strictly. That of a bound has the inner
// double; it is off by less than the difference to the outer one.
static void write_form(double *form, const facet_finder *f, size_t number)
{
    ASSERT(number < 2 * f->space->dimension + f->dict->rows);
    const coordinate_bounds *bounds = f->space->bounds;
    const size_t d = f->space->dimension, c = number / 2;
    if (number < 2 * d) {
        const bool upper = number % 2;
        memset(form, 0, 2 * (d + 1) * sizeof *form);
        form[c] = upper ? -1 : 1;
        form[d] = upper ? bounds->inner_high[c] : -bounds->inner_low[c];
        form[2 * d + 1] =
            upper ? bounds->high[c] - bounds->inner_high[c] : bounds->inner_low[c] - bounds->low[c];
        return;
    }
    const half_space *facet = f->dict->inequality + (number - 2 * d);
    memcpy(form, space_form(f->space, facet->plane), 2 * (d + 1) * sizeof *form);
    for (size_t k = 0; k <= d; k++)
        form[k] *= facet->side;
}

// The entries of a form in the columns; without a form, of the constant 1.
static void put_form(const facet_finder *f, size_t i, const double *form)
{
    ASSERT(i < f->stride);
    const size_t d = f->space->dimension;
    for (size_t c = 0; c <= d; c++) {
        f->form[c * f->stride + i] = form ? form[c] : c == d;
        f->bound[c * f->stride + i] = form ? form[d + 1 + c] : 0;
    }
}

static facet_finder finder_new(geom_space *space, const dictionary *dict, const facet_list *list)
{
    const size_t d = space->dimension, stride = (list->count + QUAD - 1) / QUAD * QUAD;
    double *column = arena_take(&space->cells, (2 * d + 6) * stride * sizeof *column);
    double *entry = arena_take(&space->cells, 5 * (d + 2) * sizeof *entry);
    facet_finder f = {.space = space,
                      .dict = dict,
                      .list = list,
                      .is_known = arena_new(&space->cells, list->count, sizeof(bool)),
                      .stride = stride,
                      .form = column,
                      .bound = column + (d + 1) * stride,
                      .at_from = column + (2 * d + 2) * stride,
                      .slope = column + (2 * d + 3) * stride,
                      .value = column + (2 * d + 4) * stride,
                      .error = column + (2 * d + 5) * stride,
                      .ray = entry,
                      .beyond = entry + d + 2,
                      .vertex = entry + 2 * (d + 2),
                      .row = entry + 3 * (d + 2)};
    for (size_t i = 0; i < stride; i++) {
        if (i < list->count)
            write_form(f.row, &f, list->number[i]);
        put_form(&f, i, i < list->count ? f.row : NULL);
    }
    return f;
}

// With the bounds, some first rows of the dictionary show that an inequality is redundant.
static void set_redundant(const facet_finder *f, size_t i, size_t enough)
{
    ASSERT(i < f->list->count && enough <= f->dict->rows);
    const size_t number = f->list->number[i], bounds = 2 * f->space->dimension;
    f->is_known[i] = f->list->is_redundant[i] = true;
    f->redundant[number] =
        number < bounds || enough > number - bounds ? enough : number - bounds + 1;
    f->at_from[i] = 1;
    put_form(f, i, NULL);
}

// ---- rays ----

static void start_from(facet_finder *f, const double *from)
{
    ASSERT(f->stride >= f->list->count);
    bool inside = true;
    filter_values(f->at_from, f->error, f->form, f->bound, f->stride, from, f->space->dimension);
    for (size_t i = 0; i < f->stride; i++)
        inside &= f->at_from[i] > f->error[i];
    f->from = inside ? from : NULL;
}

static bool is_beyond_alone(const facet_finder *f, size_t i)
{
    ASSERT(i < f->list->count);
    filter_values(f->value, f->error, f->form, f->bound, f->stride, f->beyond, f->space->dimension);
    bool alone = f->value[i] < -f->error[i];
    for (size_t j = 0; j < f->stride; j++)
        alone &= f->value[j] > f->error[j] || j == i;
    return alone;
}

// Where a ray leaves the polyhedron: the hyperplane that it meets first, and the distance to it and
// to the next one.
typedef struct {
    size_t first;
    double length, next;
} ray_exit;

static ray_exit find_exit(const facet_finder *f)
{
    ASSERT(f->from);
    ray_exit leaves = {SIZE_MAX, INFINITY, INFINITY};
    filter_slopes(f->slope, f->form, f->stride, f->ray, f->space->dimension);
    for (size_t i = 0; i < f->list->count; i++) {
        const double length = f->slope[i] < 0 ? f->at_from[i] / -f->slope[i] : INFINITY;
        if (length < leaves.length)
            leaves = (ray_exit){i, length, leaves.length};
        else if (length < leaves.next)
            leaves.next = length;
    }
    return leaves;
}

// Follows f->ray from the point inside and returns the inequality that it meets first, or SIZE_MAX.
// That is a facet if a point between there and the next hyperplane proves it.
static size_t follow_ray(const facet_finder *f)
{
    ASSERT(f->from);
    const size_t d = f->space->dimension;
    const ray_exit leaves = find_exit(f);
    if (leaves.first == SIZE_MAX || f->is_known[leaves.first])
        return leaves.first;
    const double next = fmin(leaves.next, 2 * leaves.length);
    for (size_t c = 0; c < d; c++)
        f->beyond[c] = f->from[c] + (0.5 * leaves.length + 0.5 * next) * f->ray[c];
    f->beyond[d] = 1;
    f->beyond[d + 1] = 0;
    if (is_beyond_alone(f, leaves.first)) {
        f->is_known[leaves.first] = true;
        memcpy(f->outside + f->list->number[leaves.first] * (d + 2), f->beyond,
               (d + 2) * sizeof *f->beyond);
    }
    return leaves.first;
}

static void look_straight_behind(const facet_finder *f, size_t i)
{
    ASSERT(i < f->list->count);
    for (size_t c = 0; c < f->space->dimension; c++)
        f->ray[c] = -f->form[c * f->stride + i];
    follow_ray(f);
}

// Looks towards the point that the caller knows.
static void look_towards(const facet_finder *f, const double *x)
{
    ASSERT(f->from);
    for (size_t c = 0; c < f->space->dimension; c++)
        f->ray[c] = x[c] - f->from[c];
    follow_ray(f);
}

// ---- programs in doubles ----

// The place in the list of the inequality whose slack is the variable of a column, or SIZE_MAX.
static size_t place_of_column(const facet_finder *f, size_t k)
{
    const size_t d = f->space->dimension, v = f->climber->nonbasic[k];
    return f->place[v < d ? 2 * v + f->climber->upper[k] : v + d];
}

// The edges of a bounded polyhedron from the vertex to the next ones: coordinate c of that of
// column k is edge[c * stride + k].
static void find_edges(double *edge, geom_space *space, const dictionary *dict)
{
    ASSERT(dict->stride > space->dimension);
    const size_t d = space->dimension, stride = dict->stride;
    const coordinate_bounds *box = space->bounds;
    const arena_mark mark = arena_here(&space->cells);
    double *length = arena_take(&space->cells, stride * sizeof *length);
    memset(edge, 0, d * stride * sizeof *edge);
    for (size_t k = 0; k < stride; k++) {
        const uint32_t v = k < d ? dict->nonbasic[k] : 0;
        length[k] = v < d ? box->high[v] - box->low[v] : INFINITY;
        if (k < d && v < d)
            edge[v * stride + k] = dict->upper[k] ? -1 : 1;
    }
    for (size_t i = 0; i < dict->rows; i++) {
        const double *row = dict->row + i * stride;
        const uint32_t v = dict->basic[i];
        kernel_shorten(length, row, stride, v < d ? row[d] - box->low[v] : row[d],
                       v < d ? box->high[v] - row[d] : INFINITY);
        if (v < d)
            memcpy(edge + v * stride, row, stride * sizeof *edge);
    }
    for (size_t c = 0; c < d; c++)
        for (size_t k = 0; k < stride; k++)
            edge[c * stride + k] *= length[k];
    arena_release(&space->cells, mark);
}

// Looks at the facets that meet in the vertex of the dictionary, f->vertex: towards the mean of the
// vertex and the next ones on the facet.
static void look_around_vertex(const facet_finder *f)
{
    const size_t d = f->space->dimension;
    double *mean = f->vertex;
    bool all_known = true;
    for (size_t k = 0; k < d; k++)
        all_known &= place_of_column(f, k) == SIZE_MAX || f->is_known[place_of_column(f, k)];
    if (all_known)
        return;
    find_edges(f->edges, f->space, f->climber);
    for (size_t c = 0; c < d; c++)
        for (size_t k = 0; k < d; k++)
            mean[c] += f->edges[c * f->climber->stride + k] / (double)d;
    for (size_t k = 0; k < d; k++) {
        const size_t i = place_of_column(f, k);
        if (i == SIZE_MAX || f->is_known[i])
            continue;
        for (size_t c = 0; c < d; c++)
            f->ray[c] = mean[c] - f->edges[c * f->climber->stride + k] / (double)d - f->from[c];
        follow_ray(f);
    }
}

// A copy of the dictionary without the rows of inequalities that are not in the list.
static void start_climber(facet_finder *f)
{
    ASSERT(f->dict->stride > f->space->dimension);
    const size_t d = f->space->dimension, inequalities = 2 * d + f->dict->rows;
    dictionary *climber = dictionary_copy(&f->space->cells, f->dict, d);
    f->edges = arena_take(&f->space->cells, d * climber->stride * sizeof *f->edges);
    f->place = arena_take(&f->space->cells, inequalities * sizeof *f->place);
    for (size_t number = 0; number < inequalities; number++)
        f->place[number] = SIZE_MAX;
    for (size_t i = 0; i < f->list->count; i++)
        f->place[f->list->number[i]] = i;
    climber->rows = 0;
    for (size_t i = 0; i < f->dict->rows; i++) {
        if (f->dict->basic[i] >= d && f->place[f->dict->basic[i] + d] == SIZE_MAX)
            continue;
        climber->basic[climber->rows] = f->dict->basic[i];
        memcpy(climber->row + climber->rows++ * climber->stride, f->dict->row + i * f->dict->stride,
               climber->stride * sizeof *climber->row);
    }
    f->climber = climber;
    dictionary_vertex(f->vertex, f->space, climber);
    if (f->from)
        look_around_vertex(f);
}

// Goes to a vertex where the form of an inequality is least.
static void look_at_vertex(const facet_finder *f, size_t i)
{
    ASSERT(i < f->list->count);
    size_t enough;
    write_form(f->row, f, f->list->number[i]);
    dictionary_maximise(f->vertex, f->space, f->climber, f->row, -1);
    if (f->from)
        look_around_vertex(f);
    if (!f->is_known[i] && dictionary_is_positive(&enough, f->space, f->climber, f->row))
        set_redundant(f, i, enough);
}

// ---- integers ----

// The polyhedron of the list's inequalities without one.
static dictionary *polyhedron_of_others(const facet_finder *f, size_t but)
{
    const facet_list *list = f->list;
    const size_t bounds = 2 * f->space->dimension;
    half_space *other = arena_take(&f->space->cells, list->count * sizeof *other);
    size_t others = 0;
    for (size_t i = 0; i < list->count; i++)
        if (i != but && list->number[i] >= bounds && !list->is_redundant[i])
            other[others++] = f->dict->inequality[list->number[i] - bounds];
    return polyhedron_canonical(f->space, other, others, 0);
}

static bool is_violated_by_others(const facet_finder *f, size_t i, half_space facet)
{
    ASSERT(facet.side == 1 || facet.side == -1);
    geom_space *space = f->space;
    const int bit = facet.side > 0 ? SIGN_BELOW : SIGN_ABOVE;
    const double *form = space_form(space, facet.plane);
    dictionary *others = polyhedron_of_others(f, i);
    form_signs signs = dictionary_try(space, others, form);
    signs.refuted |= ~bit & (SIGN_BELOW | SIGN_ABOVE) & ~signs.attained;
    if (!((signs.attained | signs.refuted) & bit))
        tie_decide(&signs, space, others, form, space_plane_row(space, facet.plane));
    return (signs.attained & bit) != 0;
}

// Whether the inequality is violated somewhere on the polyhedron of the others. A bound is moved
// outwards for the test, so that it is not one of them.
static bool is_violated(const facet_finder *f, size_t i)
{
    ASSERT(i < f->list->count);
    coordinate_bounds *bounds = f->space->bounds;
    const size_t number = f->list->number[i];
    const half_space facet = dictionary_inequality(f->space, f->dict, number);
    if (number < 2 * f->space->dimension)
        bounds_move(bounds, number, 1);
    const bool violated = is_violated_by_others(f, i, facet);
    if (number < 2 * f->space->dimension)
        bounds_move(bounds, number, -1);
    return violated;
}

// ---- all of it ----

static bool bounds_are_finite(const coordinate_bounds *bounds)
{
    ASSERT(bounds->dimension > 0);
    bool finite = true;
    for (size_t i = 0; i < 2 * bounds->dimension; i++)
        finite &= bounds_has(bounds, i / 2, i % 2);
    return finite;
}

// Tries the ways in the order of their cost.
static void decide(const facet_finder *f, size_t i)
{
    ASSERT(i < f->list->count);
    const size_t d = f->space->dimension;
    const double *outside = f->outside + f->list->number[i] * (d + 2);
    if (f->from && outside[d] > 0)
        look_towards(f, outside);
    if (!f->is_known[i] && f->climber)
        look_at_vertex(f, i);
    if (!f->is_known[i] && f->from)
        look_straight_behind(f, i);
    const arena_mark mark = arena_here(&f->space->cells);
    if (!f->is_known[i] && !is_violated(f, i))
        set_redundant(f, i, f->dict->rows);
    arena_release(&f->space->cells, mark);
}

// The later ones first, so that the first of equal inequalities stays.
void facets_decide(facet_list *list, size_t *redundant, double *beyond, geom_space *space,
                   const dictionary *dict, const double *from, bool lower)
{
    ASSERT(dict->stride > space->dimension);
    const arena_mark mark = arena_here(&space->cells);
    facet_finder f = finder_new(space, dict, list);
    f.redundant = redundant;
    f.outside = beyond;
    if (from)
        start_from(&f, from);
    if (space->judge->arith != CREASE_EXACT && bounds_are_finite(space->bounds))
        start_climber(&f);
    for (size_t i = list->count; i-- > 0 && !run_poll(list->count * space->dimension);)
        if (!f.is_known[i] && (!lower || facets_is_lower(space, dict, list->number[i])))
            decide(&f, i);
    arena_release(&space->cells, mark);
}
