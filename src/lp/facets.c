// Facets.
//
// A point that violates one inequality and satisfies all others strictly proves that it is a facet.
// There are such points near each facet that meets in a vertex, if only d hyperplanes pass through
// it, and at the other ends of its edges. A program in doubles goes on to a vertex where the form
// of an inequality is least: its multipliers may prove that the inequality is redundant. What error
// bounds do not prove, integers decide.
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

// The inequalities that rays may meet: their rows in the dictionary, with bounds of coordinates
// that are basic twice, and for each column what its ray meets first.
typedef struct {
    size_t count;
    uint32_t *row;
    size_t *number; // of the inequality
    double *factor; // minus the reciprocal of the value in the start of the rays
    double *most, *next;
    int64_t *first;
    double *sum, *size; // of each row
} facet_walls;

static facet_walls walls_new(arena *memory, const dictionary *dict, size_t d)
{
    const size_t most = dict->rows + d;
    return (facet_walls){.row = arena_take(memory, most * sizeof(uint32_t)),
                         .number = arena_take(memory, most * sizeof(size_t)),
                         .factor = arena_take(memory, most * sizeof(double)),
                         .most = arena_take(memory, dict->stride * sizeof(double)),
                         .next = arena_take(memory, dict->stride * sizeof(double)),
                         .first = arena_take(memory, dict->stride * sizeof(int64_t)),
                         .sum = arena_take(memory, dict->rows * sizeof(double)),
                         .size = arena_take(memory, dict->rows * sizeof(double))};
}

// The state of the search: decisions on the list, its inequalities for tests of points, and
// scratch. The list begins with bounds; the others are forms.
typedef struct {
    geom_space *space;
    const dictionary *dict;
    const facet_list *list;
    bool lower; // those that are not lower are not wanted
    // By number: it is redundant, or a facet, or not in the list; it is neither known nor tried by
    // a program, and wanted. One more entry stands for no inequality.
    bool *is_known, *is_open;
    size_t unknown; // of the list
    // The place of each number in the list, or its count: it is not there, or redundant.
    size_t *place;
    size_t bounds, forms;       // in the list
    double *low, *high;         // coordinates between these satisfy the bounds
    size_t stride;              // of columns
    double *form, *entry_error; // d + 1 columns each, as in filter_values: positive inside
    double *value, *error;      // of the forms at the point
    double *start, *point;      // d entries each: of all rays, and on one of them
    size_t basics;              // coordinates that are basic, and their rows
    size_t *basic;
    const double **basic_row;
    double *row;         // a form
    dictionary *climber; // of the list's inequalities, or NULL
    facet_walls walls;
} facet_finder;

// ---- inequalities ----

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

// Points are tested for an inequality of the list, or no longer.
static void test_bound(const facet_finder *f, size_t number, bool is_tested)
{
    const coordinate_bounds *bounds = f->space->bounds;
    const size_t c = number / 2;
    ASSERT(c < f->space->dimension);
    if (number % 2)
        f->high[c] = is_tested ? bounds->inner_high[c] : INFINITY;
    else
        f->low[c] = is_tested ? bounds->inner_low[c] : -INFINITY;
}

static void test_form(const facet_finder *f, size_t i, half_space facet)
{
    ASSERT(i < f->forms);
    const size_t d = f->space->dimension, stride = f->stride;
    const double *form = space_form(f->space, facet.plane), side = facet.side;
    for (size_t c = 0; c <= d; c++) {
        f->form[c * stride + i] = side * form[c];
        f->entry_error[c * stride + i] = filter_entry_error(form[c], form[d + 1 + c], d);
    }
}

// The constant 1 in its place.
static void drop_form(const facet_finder *f, size_t i)
{
    ASSERT(i < f->forms);
    const size_t d = f->space->dimension;
    for (size_t c = 0; c <= d; c++) {
        f->form[c * f->stride + i] = c == d;
        f->entry_error[c * f->stride + i] = 0;
    }
}

static bool is_wanted(const facet_finder *f, size_t i)
{
    return !f->lower || facets_is_lower(f->space, f->dict, f->list->number[i]);
}

static size_t bounds_in_list(const facet_list *list, size_t d)
{
    size_t bounds = 0;
    while (bounds < list->count && list->number[bounds] < 2 * d)
        bounds++;
    return bounds;
}

static facet_finder finder_new(geom_space *space, const dictionary *dict, const facet_list *list,
                               bool lower)
{
    arena *memory = &space->cells;
    const size_t d = space->dimension, bounds = bounds_in_list(list, d),
                 forms = list->count - bounds, stride = (forms + QUAD - 1) / QUAD * QUAD,
                 all = 2 * d + dict->rows;
    double *column = arena_new(memory, 2 * (d + 2) * stride, sizeof *column);
    double *entry = arena_take(memory, 6 * (d + 1) * sizeof *entry);
    facet_finder f = {.space = space,
                      .dict = dict,
                      .list = list,
                      .lower = lower,
                      .is_known = arena_take(memory, all + 1),
                      .is_open = arena_new(memory, all + 1, sizeof(bool)),
                      .unknown = list->count,
                      .place = arena_take(memory, all * sizeof *f.place),
                      .bounds = bounds,
                      .forms = forms,
                      .low = entry,
                      .high = entry + d,
                      .stride = stride,
                      .form = column,
                      .entry_error = column + (d + 1) * stride,
                      .value = column + (2 * d + 2) * stride,
                      .error = column + (2 * d + 3) * stride,
                      .start = entry + 2 * d,
                      .point = entry + 3 * d,
                      .basic = arena_take(memory, d * sizeof *f.basic),
                      .basic_row = arena_take(memory, d * sizeof *f.basic_row),
                      .row = entry + 4 * d + 1};
    f.point[d] = 1;
    for (size_t number = 0; number < 2 * d; number++)
        test_bound(&f, number, false);
    for (size_t i = 0; i < bounds; i++)
        test_bound(&f, list->number[i], true);
    for (size_t i = 0; i < forms; i++)
        test_form(&f, i, dict->inequality[list->number[bounds + i] - 2 * d]);
    memset(f.is_known, true, all + 1);
    for (size_t number = 0; number < all; number++)
        f.place[number] = list->count;
    for (size_t i = 0; i < list->count; i++) {
        f.place[list->number[i]] = i;
        f.is_known[list->number[i]] = false;
        f.is_open[list->number[i]] = is_wanted(&f, i);
    }
    return f;
}

static void set_known(facet_finder *f, size_t number)
{
    ASSERT(!f->is_known[number] && f->unknown > 0);
    f->is_known[number] = true;
    f->is_open[number] = false;
    f->unknown--;
}

// No point is tested for it any more, and no edge ends there.
static void set_redundant(facet_finder *f, size_t i)
{
    ASSERT(i < f->list->count);
    const size_t d = f->space->dimension, number = f->list->number[i];
    set_known(f, number);
    f->list->is_redundant[i] = true;
    f->place[number] = f->list->count;
    if (number < 2 * d) {
        test_bound(f, number, false);
        return;
    }
    drop_form(f, i - f->bounds);
    dictionary *dict = f->climber;
    size_t k = 0;
    while (dict && k < dict->rows && dict->basic[k] != number - d)
        k++;
    if (!dict || k == dict->rows || k == --dict->rows)
        return;
    dict->basic[k] = dict->basic[dict->rows];
    memcpy(dict->row + k * dict->stride, dict->row + dict->rows * dict->stride,
           dict->stride * sizeof *dict->row);
}

// ---- vertices ----

// The inequality whose slack is the variable of a column.
static size_t number_of_column(const facet_finder *f, size_t k)
{
    ASSERT(k < f->space->dimension);
    const size_t d = f->space->dimension, v = f->climber->nonbasic[k];
    return v < d ? 2 * v + f->climber->upper[k] : v + d;
}

static double least(double one, double other)
{
    return other < one ? other : one;
}

// How far all slacks of the vertex may change at once, up or down, while each other inequality
// keeps half of its value: 0 if another hyperplane passes through the vertex.
static double reach_of_vertex(const facet_finder *f)
{
    ASSERT(f->climber);
    const dictionary *dict = f->climber;
    const coordinate_bounds *box = f->space->bounds;
    const size_t d = f->space->dimension;
    double reach = INFINITY;
    for (size_t i = 0; i < dict->rows; i++) {
        const double value = dict->row[i * dict->stride + d];
        const uint32_t v = dict->basic[i];
        const double room = v < d ? least(value - box->low[v], box->high[v] - value) : value;
        if (!(room >= reach * f->walls.size[i]))
            reach = room / f->walls.size[i];
    }
    for (size_t k = 0; k < d; k++)
        if (dict->nonbasic[k] < d)
            reach = least(reach, box->high[dict->nonbasic[k]] - box->low[dict->nonbasic[k]]);
    return 0.5 * reach;
}

// An inequality whose value in the start of the rays is this, and grows with the row or falls.
static void add_wall(facet_finder *f, size_t row, size_t number, double value, double sign)
{
    facet_walls *walls = &f->walls;
    if (f->place[number] == f->list->count)
        return;
    walls->row[walls->count] = (uint32_t)row;
    walls->number[walls->count] = number;
    walls->factor[walls->count++] = -sign / value;
}

// Rays start in a point inside, near the vertex: by all slacks that vanish there. Finds which
// inequalities they meet first.
static void find_first_walls(facet_finder *f, double reach)
{
    ASSERT(reach > 0);
    const dictionary *dict = f->climber;
    const coordinate_bounds *box = f->space->bounds;
    const size_t d = f->space->dimension;
    facet_walls *walls = &f->walls;
    walls->count = 0;
    for (size_t i = 0; i < dict->rows; i++) {
        const uint32_t v = dict->basic[i];
        const double value = dict->row[i * dict->stride + d] + reach * walls->sum[i];
        if (v >= d) {
            add_wall(f, i, v + d, value, 1);
            continue;
        }
        add_wall(f, i, 2 * (size_t)v, value - box->low[v], 1);
        add_wall(f, i, 2 * (size_t)v + 1, box->high[v] - value, -1);
    }
    kernel_first_rows(walls->most, walls->next, walls->first, dict->row, dict->stride, walls->row,
                      walls->factor, walls->count);
}

// The inequality that the ray of a column meets first, or the number of none; and the reciprocals
// of the lengths to there and to the next one.
static size_t number_of_first_wall(const facet_finder *f, double *most, double *next, size_t k)
{
    ASSERT(k < f->space->dimension);
    const facet_walls *walls = &f->walls;
    *most = walls->most[k];
    *next = walls->next[k];
    return walls->first[k] < 0 ? 2 * f->space->dimension + f->dict->rows
                               : walls->number[walls->first[k]];
}

// Computes where the rays start.
static void start_rays(facet_finder *f, double reach)
{
    ASSERT(reach > 0);
    const dictionary *dict = f->climber;
    const size_t d = f->space->dimension;
    for (size_t k = 0; k < d; k++) {
        const uint32_t v = dict->nonbasic[k];
        if (v < d)
            f->start[v] =
                dictionary_bound(f->space, v, dict->upper[k]) + (dict->upper[k] ? -reach : reach);
    }
    f->basics = 0;
    for (size_t i = 0; i < dict->rows; i++) {
        const uint32_t v = dict->basic[i];
        if (v < d) {
            f->basic[f->basics] = v;
            f->basic_row[f->basics++] = dict->row + i * dict->stride;
            f->start[v] = dict->row[i * dict->stride + d] + reach * f->walls.sum[i];
        }
    }
}

// Moves the point along the ray on which the variable of a column grows.
static void move_along(const facet_finder *f, size_t k, double length)
{
    ASSERT(k < f->space->dimension);
    const size_t d = f->space->dimension, v = f->climber->nonbasic[k];
    memcpy(f->point, f->start, d * sizeof *f->point);
    if (v < d)
        f->point[v] += f->climber->upper[k] ? -length : length;
    for (size_t i = 0; i < f->basics; i++)
        f->point[f->basic[i]] += length * f->basic_row[i][k];
}

// Whether the point violates an inequality and satisfies all others of the list strictly. Exact for
// bounds, by error bounds for forms.
static bool is_only_beyond(const facet_finder *f, size_t i)
{
    ASSERT(i < f->list->count);
    const size_t d = f->space->dimension, c = f->list->number[i] / 2;
    const bool is_bound = i < f->bounds, upper = f->list->number[i] % 2;
    const coordinate_bounds *bounds = f->space->bounds;
    if (kernel_count_between(f->point, f->low, f->high, d) != d - is_bound)
        return false;
    if (is_bound && !(upper ? f->point[c] > bounds->high[c] : f->point[c] < bounds->low[c]))
        return false;
    const size_t satisfied =
        filter_values(f->value, f->error, f->form, f->entry_error, f->stride, f->point, d);
    return satisfied == f->forms - !is_bound &&
           (is_bound || (f->value[i - f->bounds] < -f->error[i - f->bounds] &&
                         f->value[i - f->bounds] > -INFINITY)); // no term overflowed
}

// Takes an inequality for a facet if the point on the ray shows that it is one.
static void look_at(facet_finder *f, size_t number, size_t k, double length)
{
    move_along(f, k, length);
    if (is_only_beyond(f, f->place[number]))
        set_known(f, number);
}

// Looks at the facets that meet in the vertex of the dictionary. If no other hyperplane passes
// through it, they all are facets: a point near it, inside by all slacks but one, shows it. Then
// along the edges, to the facets where they end: between there and where the ray meets the next.
static void look_around_vertex(facet_finder *f)
{
    const dictionary *dict = f->climber;
    const size_t d = f->space->dimension;
    bool all_known = true;
    kernel_row_sums(f->walls.sum, f->walls.size, dict->row, dict->rows, dict->stride, d);
    for (size_t k = 0; k < d; k++)
        all_known &= f->is_known[number_of_column(f, k)];
    const double reach = all_known ? 0 : reach_of_vertex(f);
    if (!(reach > 0 && reach < INFINITY))
        return;
    bool is_started = false;
    find_first_walls(f, reach);
    for (size_t k = 0; k < d; k++) {
        double most, next;
        const size_t near = number_of_column(f, k),
                     first = number_of_first_wall(f, &most, &next, k);
        const bool is_near = !f->is_known[near], is_first = !f->is_known[first];
        if (!is_near && !is_first)
            continue;
        if (!is_started)
            start_rays(f, reach);
        is_started = true;
        if (is_near)
            look_at(f, near, k, -1.5 * reach);
        if (is_first)
            look_at(f, first, k, 0.5 / most + 0.5 / (next > 0.5 * most ? next : 0.5 * most));
    }
}

// A copy of the dictionary without the rows of inequalities that are not in the list.
static void start_climber(facet_finder *f)
{
    ASSERT(f->dict->stride > f->space->dimension);
    const size_t d = f->space->dimension;
    dictionary *climber = dictionary_copy(&f->space->cells, f->dict, d);
    climber->rows = 0;
    for (size_t i = 0; i < f->dict->rows; i++) {
        if (f->dict->basic[i] >= d && f->place[f->dict->basic[i] + d] == f->list->count)
            continue;
        climber->basic[climber->rows] = f->dict->basic[i];
        memcpy(climber->row + climber->rows++ * climber->stride, f->dict->row + i * f->dict->stride,
               climber->stride * sizeof *climber->row);
    }
    f->climber = climber;
    f->walls = walls_new(&f->space->cells, climber, d);
    look_around_vertex(f);
}

// An inequality that is open, and how much of its row in the dictionary is negative.
typedef struct {
    size_t number; // SIZE_MAX: there is none
    double negative;
} open_inequality;

// Takes an inequality if less of its row is negative than of the best one so far.
static void compare(open_inequality *best, const facet_finder *f, size_t number, double negative)
{
    if (f->is_open[number] && negative < best->negative)
        *best = (open_inequality){number, negative};
}

// The inequality whose program is likely to take the fewest pivots from the present vertex.
static size_t easiest_number(const facet_finder *f)
{
    const dictionary *dict = f->climber;
    const double *sum = f->walls.sum, *size = f->walls.size;
    const size_t d = f->space->dimension;
    open_inequality best = {SIZE_MAX, INFINITY};
    for (size_t i = 0; i < dict->rows; i++) {
        const size_t v = dict->basic[i], number = v < d ? 2 * v : v + d;
        compare(&best, f, number, size[i] - sum[i]);
        if (v < d)
            compare(&best, f, number + 1, size[i] + sum[i]);
    }
    for (size_t k = 0; k < d; k++) // the other bound
        if (dict->nonbasic[k] < d)
            compare(&best, f, 2 * (size_t)dict->nonbasic[k] + !dict->upper[k], 2);
    return best.number;
}

// Goes to vertices where the forms of inequalities that are not known yet are least.
static void look_at_vertices(facet_finder *f)
{
    const size_t work = f->list->count * f->space->dimension;
    while (f->unknown > 0 && !run_poll(work)) {
        const size_t number = easiest_number(f);
        if (number == SIZE_MAX)
            break;
        const size_t i = f->place[number];
        f->is_open[number] = false;
        write_form(f->row, f, number);
        if (dictionary_is_positive(f->list->needs + i, f->list->need + i * f->space->dimension,
                                   f->space, f->climber, number, f->row))
            set_redundant(f, i);
        if (f->unknown > 0)
            look_around_vertex(f);
    }
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

// The later ones first, so that the first of equal inequalities stays.
static void decide_in_integers(facet_finder *f)
{
    const size_t work = f->list->count * f->space->dimension;
    for (size_t i = f->list->count; i-- > 0 && !run_poll(work);) {
        const arena_mark mark = arena_here(&f->space->cells);
        if (is_wanted(f, i) && !f->is_known[f->list->number[i]] && !is_violated(f, i)) {
            f->list->needs[i] = FACETS_BY_INTEGERS;
            set_redundant(f, i);
        }
        arena_release(&f->space->cells, mark);
    }
}

// In the order of the cost.
void facets_decide(facet_list *list, geom_space *space, const dictionary *dict, bool lower)
{
    ASSERT(dict->stride > space->dimension);
    const arena_mark mark = arena_here(&space->cells);
    facet_finder f = finder_new(space, dict, list, lower);
    if (space->judge->arith != CREASE_EXACT) {
        start_climber(&f);
        look_at_vertices(&f);
    }
    decide_in_integers(&f);
    arena_release(&space->cells, mark);
}
