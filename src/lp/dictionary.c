// The dictionary in doubles: pivots, its proposals and their proofs.
#include "lp/dictionary.h"

#include "base/fatal.h"
#include "base/limits.h"
#include "domain/border.h"
#include "exact/kernels.h"
#include "exact/versions.h"
#include "lp/dual_bound.h"
#include <math.h>
#include <string.h>

// Coefficients below PIVOT_LEAST count as 0 in a dictionary, whose rows are scaled so that no
// coefficient of a form exceeds 1. A climb ends at VALUE_ENOUGH.
static const double PIVOT_LEAST = 1e-10, VALUE_ENOUGH = 1e-6;
enum { MOST_PIVOTS = 200 };

// ---- dictionaries ----

// Without rows, points and bounds.
static dictionary *dictionary_new(arena *memory, size_t count, size_t d)
{
    ASSERT(d > 0);
    const size_t stride = (d + QUAD) / QUAD * QUAD;
    dictionary *dict = arena_take(memory, sizeof *dict);
    *dict = (dictionary){.rows = count, .stride = stride};
    dict->inequality = arena_take(memory, count * sizeof *dict->inequality);
    dict->row = arena_take(memory, count * stride * sizeof *dict->row);
    dict->scale = arena_take(memory, count * sizeof *dict->scale);
    dict->basic = arena_take(memory, count * sizeof *dict->basic);
    dict->nonbasic = arena_take(memory, d * sizeof *dict->nonbasic);
    dict->upper = arena_take(memory, d);
    dict->point = arena_take(memory, DICTIONARY_POINTS * (d + 2) * sizeof *dict->point);
    return dict;
}

// Copies all but the points and the inequalities to a dictionary with at least as many rows.
static void copy_rows(dictionary *copy, const dictionary *other, size_t d)
{
    ASSERT(d > 0);
    memcpy(copy->row, other->row, other->rows * other->stride * sizeof *copy->row);
    memcpy(copy->scale, other->scale, other->rows * sizeof *copy->scale);
    memcpy(copy->basic, other->basic, other->rows * sizeof *copy->basic);
    memcpy(copy->nonbasic, other->nonbasic, d * sizeof *copy->nonbasic);
    memcpy(copy->upper, other->upper, d);
}

static void copy_inequalities(dictionary *copy, const dictionary *other)
{
    ASSERT(copy->rows >= other->rows);
    if (other->rows)
        memcpy(copy->inequality, other->inequality, other->rows * sizeof *copy->inequality);
}

static double *new_point(dictionary *dict, size_t d)
{
    ASSERT(dict->points <= DICTIONARY_POINTS && d > 0);
    if (dict->points < DICTIONARY_POINTS)
        return dict->point + dict->points++ * (d + 2);
    dict->oldest = (dict->oldest + 1) % DICTIONARY_POINTS;
    return dict->point + dict->oldest * (d + 2);
}

// A double between the bounds of a coordinate, if there is one.
static double between_bounds(const coordinate_bounds *box, size_t c)
{
    ASSERT(box->dimension > 0);
    const double low = box->inner_low[c], high = box->inner_high[c];
    if (low > -INFINITY && high < INFINITY)
        return 0.5 * low + 0.5 * high;
    return low > -INFINITY ? low + fabs(low) + 1 : high < INFINITY ? high - fabs(high) - 1 : 0;
}

dictionary *dictionary_whole(geom_space *space)
{
    const size_t d = space->dimension;
    const coordinate_bounds *box = space->bounds;
    dictionary *dict = dictionary_new(&space->cells, 0, d);
    dict->low = box->low;
    dict->high = box->high;
    double *middle = new_point(dict, d);
    dict->bounded = 1;
    for (size_t c = 0; c < d; c++) {
        dict->nonbasic[c] = (uint32_t)c;
        dict->upper[c] = !bounds_has(box, c, 0) && bounds_has(box, c, 1);
        if (!bounds_has(box, c, 0) || !bounds_has(box, c, 1))
            dict->bounded = -1;
        middle[c] = between_bounds(box, c);
        if (!(middle[c] > box->inner_low[c] && middle[c] < box->inner_high[c]))
            dict->points = 0;
    }
    middle[d] = 1;
    middle[d + 1] = 0;
    return dict;
}

dictionary *dictionary_copy(arena *memory, const dictionary *other, size_t d)
{
    ASSERT(memory && other);
    ASSERT(!other->whole);
    dictionary *copy = dictionary_new(memory, other->rows, d);
    copy_inequalities(copy, other);
    copy_rows(copy, other, d);
    copy->points = other->points;
    copy->oldest = other->oldest;
    memcpy(copy->point, other->point, other->points * (d + 2) * sizeof *copy->point);
    copy->low = other->low;
    copy->high = other->high;
    copy->bounded = other->bounded;
    return copy;
}

half_space dictionary_inequality(geom_space *space, const dictionary *dict, size_t number)
{
    ASSERT(dict->points <= DICTIONARY_POINTS);
    ASSERT(dict->stride > space->dimension);
    if (number >= 2 * space->dimension)
        return dict->inequality[number - 2 * space->dimension];
    const coordinate_bounds *bounds = space->bounds;
    if (bounds->plane[number] && !bounds->moved[number])
        return (half_space){bounds->plane[number], 1};
    const size_t of_domain = bounds->number[number];
    const uint32_t plane = space_add_bound(space, number, bounds->bound + number);
    if (of_domain != BOUND_IMPLIED)
        space->origin[plane].unit = (uint32_t)of_domain;
    return (half_space){plane, 1};
}

// ---- pivots ----

static double scale_of(const double *form, size_t d)
{
    ASSERT(d > 0);
    double most = 0;
    for (size_t c = 0; c < d; c++)
        most = fabs(form[c]) > most ? fabs(form[c]) : most;
    return most > 0 && most < INFINITY ? 1 / most : 1;
}

// The value of a coordinate that is not basic.
static double bound_at(const coordinate_bounds *box, size_t coordinate, int upper)
{
    ASSERT(box->dimension > 0);
    const double bound = (upper ? box->high : box->low)[coordinate];
    return fabs(bound) < INFINITY ? bound : 0;
}

// row = factor times the form, in the nonbasic variables.
static void express(double *row, const geom_space *space, const dictionary *dict,
                    const double *form, double factor)
{
    ASSERT(dict->points <= DICTIONARY_POINTS);
    ASSERT(dict->stride > space->dimension);
    const size_t d = space->dimension;
    memset(row, 0, dict->stride * sizeof *row);
    row[d] = factor * form[d];
    for (size_t k = 0; k < d; k++) {
        const uint32_t v = dict->nonbasic[k];
        if (v >= d)
            continue;
        row[k] += factor * (dict->upper[k] ? -form[v] : form[v]);
        row[d] += factor * form[v] * bound_at(space->bounds, v, dict->upper[k]);
    }
    kernel_add_coordinates(row, dict->row, dict->rows, dict->stride, dict->basic, form, factor, d);
}

// A column from one bound of its coordinate to the other; width 0: a coordinate without bounds, in
// the other direction.
static void bound_flip(dictionary *dict, double *objective, size_t column, double width, size_t d)
{
    ASSERT(dict->points <= DICTIONARY_POINTS && d > 0);
    for (size_t i = 0; i <= dict->rows; i++) {
        double *row = i < dict->rows ? dict->row + i * dict->stride : objective;
        row[d] += width > 0 ? row[column] * width : 0;
        row[column] = -row[column];
    }
    dict->upper[column] ^= 1;
}

// How far the variable of a column can grow, and which row ends that; row SIZE_MAX: its own bound.
typedef struct {
    size_t row;
    double length;
    bool at_upper; // the row's coordinate reaches its upper bound
} step;

// Between which values the variable of each row may lie.
typedef struct {
    double *low, *high;
} row_limits;

static void set_limits(const row_limits *limits, size_t row, const coordinate_bounds *box,
                       uint32_t variable)
{
    ASSERT(limits->low && box->dimension > 0);
    const bool is_coordinate = variable < box->dimension;
    limits->low[row] = is_coordinate ? box->low[variable] : 0;
    limits->high[row] = is_coordinate ? box->high[variable] : INFINITY;
}

static row_limits limits_new(arena *memory, const dictionary *dict, const coordinate_bounds *box)
{
    const size_t stride = (dict->rows + QUAD - 1) / QUAD * QUAD;
    double *low = arena_take(memory, 2 * stride * sizeof *low);
    const row_limits limits = {low, low + stride};
    for (size_t i = 0; i < dict->rows; i++)
        set_limits(&limits, i, box, dict->basic[i]);
    for (size_t i = dict->rows; i < stride; i++) {
        limits.low[i] = -INFINITY;
        limits.high[i] = INFINITY;
    }
    return limits;
}

static step ratio_test(const dictionary *dict, const row_limits *limits,
                       const coordinate_bounds *box, size_t column, size_t d)
{
    ASSERT(dict->points <= DICTIONARY_POINTS && d > 0 && box->dimension > 0);
    const uint32_t v = dict->nonbasic[column];
    const double own = v < d ? box->high[v] - box->low[v] : INFINITY;
    size_t row;
    const double least = kernel_room(&row, dict->row, dict->rows, dict->stride, column, d,
                                     limits->low, limits->high, PIVOT_LEAST);
    if (!(least <= own && least < INFINITY))
        return (step){SIZE_MAX, own, 0};
    return (step){row, least, dict->row[row * dict->stride + column] > 0};
}

// Exchanges the variable of the row with that of the column, which becomes basic. objective: one
// more row, or NULL.
static void exchange(dictionary *dict, double *objective, const coordinate_bounds *box, step by,
                     size_t column, size_t d)
{
    ASSERT(dict->points <= DICTIONARY_POINTS && d > 0 && box->dimension > 0);
    double *row = dict->row + by.row * dict->stride;
    const uint32_t leaves = dict->basic[by.row], enters = dict->nonbasic[column];
    const double turn = by.at_upper ? -1 : 1;
    if (leaves < d)
        row[d] -= (by.at_upper ? box->high : box->low)[leaves];
    const double inverse = turn / row[column], times = -turn * inverse;
    for (size_t k = 0; k < dict->stride; k += QUAD)
        *(quad *)(void *)(row + k) *= times;
    row[column] = inverse;
    kernel_eliminate(dict->row, dict->rows, dict->stride, by.row, column, row);
    if (objective)
        kernel_eliminate(objective, 1, dict->stride, SIZE_MAX, column, row);
    if (enters < d) {
        const int from_upper = dict->upper[column];
        for (size_t k = 0; k <= d && from_upper; k++)
            row[k] = -row[k];
        row[d] += bound_at(box, enters, from_upper);
    }
    dict->basic[by.row] = enters;
    dict->nonbasic[column] = leaves;
    dict->upper[column] = (unsigned char)by.at_upper;
}

typedef struct {
    enum { CLIMB_FAILED, CLIMB_ENDED, CLIMB_UNBOUNDED } how;
    size_t column; // CLIMB_UNBOUNDED: along which the objective grows forever
} climb_end;

static bool has_free_coordinate(const coordinate_bounds *box, size_t d)
{
    ASSERT(d == box->dimension);
    bool has_free = false;
    for (size_t c = 0; c < d; c++)
        has_free |= bounds_is_free(box, c);
    return has_free;
}

// The column along which sign times the objective grows fastest, SIZE_MAX if there is none. A
// coordinate without bounds may go either way. Which column is best nothing foretells, so there is
// no branch where all have bounds.
static size_t entering_column(dictionary *dict, double *objective, const coordinate_bounds *box,
                              int sign, size_t d, bool has_free)
{
    ASSERT(sign >= -1 && sign <= SIGN_UNKNOWN);
    ASSERT(dict->points <= DICTIONARY_POINTS && d > 0 && box->dimension > 0);
    size_t best = SIZE_MAX;
    double most = PIVOT_LEAST;
    for (size_t k = 0; k < d; k++) {
        double slope = sign * objective[k];
        if (has_free && slope < -most && dict->nonbasic[k] < d &&
            bounds_is_free(box, dict->nonbasic[k]))
            slope = -slope;
        best = slope > most ? k : best;
        most = slope > most ? slope : most;
    }
    if (best < SIZE_MAX && sign * objective[best] < 0)
        bound_flip(dict, objective, best, 0, d);
    return best;
}

// Moves from vertex to vertex until sign times the objective is large enough or cannot grow.
static climb_end maximise(geom_space *space, dictionary *dict, double *objective, int sign,
                          double enough)
{
    ASSERT(sign >= -1 && sign <= SIGN_UNKNOWN);
    ASSERT(dict->points <= DICTIONARY_POINTS);
    const size_t d = space->dimension;
    const coordinate_bounds *box = space->bounds;
    const arena_mark mark = arena_here(&space->cells);
    const bool has_free = has_free_coordinate(box, d);
    row_limits limits = {0};
    climb_end end = {CLIMB_FAILED, 0};
    for (size_t pivots = 0; pivots < MOST_PIVOTS + 4 * d && !run_poll(dict->stride * dict->rows);
         pivots++) {
        const size_t best = sign * objective[d] > enough
                                ? SIZE_MAX
                                : entering_column(dict, objective, box, sign, d, has_free);
        if (best == SIZE_MAX) {
            end.how = CLIMB_ENDED;
            break;
        }
        if (!limits.low)
            limits = limits_new(&space->cells, dict, box);
        const uint32_t enters = dict->nonbasic[best];
        const step by = ratio_test(dict, &limits, box, best, d);
        if (!(by.length < INFINITY)) {
            end = (climb_end){by.length == INFINITY ? CLIMB_UNBOUNDED : CLIMB_FAILED, best};
            break;
        }
        if (by.row == SIZE_MAX) {
            bound_flip(dict, objective, best, by.length, d);
        } else {
            exchange(dict, objective, box, by, best, d);
            set_limits(&limits, by.row, box, enters);
        }
    }
    arena_release(&space->cells, mark);
    return end;
}

// ---- points inside ----

double dictionary_bound(const geom_space *space, size_t coordinate, bool upper)
{
    ASSERT(coordinate < space->dimension);
    return bound_at(space->bounds, coordinate, upper);
}

// The present vertex.
static void find_vertex(double *x, const geom_space *space, const dictionary *dict)
{
    ASSERT(dict->points <= DICTIONARY_POINTS);
    ASSERT(dict->stride > space->dimension);
    const size_t d = space->dimension;
    for (size_t k = 0; k < d; k++)
        if (dict->nonbasic[k] < d)
            x[dict->nonbasic[k]] = bound_at(space->bounds, dict->nonbasic[k], dict->upper[k]);
    for (size_t i = 0; i < dict->rows; i++)
        if (dict->basic[i] < d)
            x[dict->basic[i]] = dict->row[i * dict->stride + d];
}

// Adds some length of the edge along which the variable of a column grows.
static void add_edge(double *x, const geom_space *space, const dictionary *dict, size_t column,
                     double length)
{
    ASSERT(column < space->dimension);
    const size_t d = space->dimension;
    if (dict->nonbasic[column] < d)
        x[dict->nonbasic[column]] += dict->upper[column] ? -length : length;
    for (size_t i = 0; i < dict->rows; i++)
        if (dict->basic[i] < d)
            x[dict->basic[i]] += length * dict->row[i * dict->stride + column];
}

bool dictionary_is_inside(const geom_space *space, const dictionary *dict, const double *point,
                          size_t *violated)
{
    ASSERT(dict->points <= DICTIONARY_POINTS);
    ASSERT(dict->stride > space->dimension);
    const size_t d = space->dimension;
    const coordinate_bounds *box = space->bounds;
    if (kernel_count_between(point, box->inner_low, box->inner_high, d) < d)
        return false;
    if (violated && *violated < dict->rows &&
        filter_last_not_positive(space->form, dict->inequality + *violated, 1, point, d))
        return false;
    const size_t last =
        filter_last_not_positive(space->form, dict->inequality, dict->rows, point, d);
    if (violated && last)
        *violated = last - 1;
    return !last;
}

void dictionary_mean_point(double *x, const dictionary *dict, size_t d)
{
    ASSERT(dict->points <= DICTIONARY_POINTS && d > 0);
    kernel_mean(x, dict->point, dict->points, d + 2, d);
    x[d] = 1;
    x[d + 1] = 0;
}

// Tries a point after a climb: between the vertex, where the form has the sign, and the mean of the
// points inside, half way or where the form has half of its value; or, along a column in which the
// cell is unbounded, so far that the form has the sign. Stores the point if it lies inside; returns
// whether it does.
static bool keep_point(geom_space *space, dictionary *dict, const double *form, int sign,
                       climb_end end)
{
    ASSERT(sign >= -1 && sign <= SIGN_UNKNOWN);
    ASSERT(dict->points <= DICTIONARY_POINTS);
    ASSERT(dict->stride > space->dimension);
    const size_t d = space->dimension;
    if (!dict->points)
        return false;
    arena_mark mark = arena_here(&space->cells);
    double *point = arena_take(&space->cells, 2 * (d + 2) * sizeof *point),
           *direction = point + d + 2, length;
    dictionary_mean_point(point, dict, d);
    const form_value here = filter_value(form, point, d);
    if (end.how == CLIMB_UNBOUNDED) {
        memset(direction, 0, (d + 2) * sizeof *direction);
        add_edge(direction, space, dict, end.column, 1);
        length = 2 * (fabs(here.value) + here.error + VALUE_ENOUGH * here.size) /
                 (sign * filter_value(form, direction, d).value);
    } else {
        find_vertex(direction, space, dict);
        direction[d] = 1;
        direction[d + 1] = 0;
        const double there = sign * filter_value(form, direction, d).value,
                     value = sign * here.value;
        length = value > 0 ? 0.5 : 1 - 0.5 * there / (there - value);
        for (size_t c = 0; c < d; c++)
            direction[c] -= point[c];
    }
    for (size_t c = 0; c < d; c++)
        point[c] += length * direction[c];
    const bool is_inside = length > 0 && filter_is_positive(form, sign, point, d) &&
                           dictionary_is_inside(space, dict, point, NULL);
    if (is_inside)
        memcpy(new_point(dict, d), point, (d + 2) * sizeof *point);
    arena_release(&space->cells, mark);
    return is_inside;
}

// ---- proofs ----

static double multiplier(const double *objective, int sign, size_t column)
{
    const double times = -sign * objective[column];
    return times > 0 ? times : 0;
}

// An upper bound of sign times the form, whose objective row is the form times the factor;
// INFINITY if doubles do not give one.
static double greatest_at_most(geom_space *space, const dictionary *dict, const double *form,
                               int sign, const double *objective, double factor)
{
    ASSERT(dict->stride > space->dimension);
    const size_t d = space->dimension;
    const arena_mark mark = arena_here(&space->cells);
    dual_term *term = arena_take(&space->cells, d * sizeof *term);
    size_t terms = 0;
    for (size_t k = 0; k < d; k++) {
        const uint32_t v = dict->nonbasic[k];
        const double times = multiplier(objective, sign, k);
        if (v >= d && times != 0)
            term[terms++] =
                (dual_term){dict->inequality[v - d], times * dict->scale[v - d] / factor};
    }
    const double bound = dual_bound(space, form, sign, term, terms, dict->low, dict->high);
    arena_release(&space->cells, mark);
    return bound;
}

// ---- signs ----

static void look_at_points(form_signs *signs, const geom_space *space, const dictionary *dict,
                           const double *form)
{
    ASSERT(dict->points <= DICTIONARY_POINTS);
    ASSERT(dict->stride > space->dimension);
    const size_t d = space->dimension;
    for (size_t i = 0; i < dict->points && signs->attained != (SIGN_BELOW | SIGN_ABOVE); i++) {
        const form_value estimate = filter_value(form, dict->point + i * (d + 2), d);
        const int bits = estimate.value > estimate.error    ? SIGN_ABOVE
                         : estimate.value < -estimate.error ? SIGN_BELOW
                                                            : SIGN_OPEN;
        signs->attained |= fault_bits(bits) & (SIGN_BELOW | SIGN_ABOVE);
    }
}

static void find_point_of_sign(form_signs *signs, geom_space *space, dictionary *dict,
                               const double *form, int sign, double *objective, double factor)
{
    ASSERT(sign >= -1 && sign <= SIGN_UNKNOWN);
    ASSERT(dict->points <= DICTIONARY_POINTS);
    ASSERT(dict->stride > space->dimension);
    const size_t d = space->dimension;
    const int bit = sign > 0 ? SIGN_ABOVE : SIGN_BELOW;
    climb_end end = maximise(space, dict, objective, sign, VALUE_ENOUGH);
    if (end.how == CLIMB_ENDED && sign * objective[d] <= 0) {
        if (greatest_at_most(space, dict, form, sign, objective, factor) < 0)
            *(fault_sign(-1) < 0 ? &signs->refuted : &signs->attained) |= bit;
        return;
    }
    bool has_point = end.how != CLIMB_FAILED && keep_point(space, dict, form, sign, end);
    if (!has_point && end.how == CLIMB_ENDED) {
        end = maximise(space, dict, objective, sign, INFINITY);
        has_point = end.how != CLIMB_FAILED && keep_point(space, dict, form, sign, end);
    }
    signs->attained |= has_point ? bit : 0;
}

form_signs dictionary_try(geom_space *space, dictionary *dict, const double *form)
{
    ASSERT(dict->points <= DICTIONARY_POINTS);
    ASSERT(dict->stride > space->dimension);
    form_signs signs = {0};
    if (space->judge->arith == CREASE_EXACT)
        return signs;
    look_at_points(&signs, space, dict, form);
    if (signs.attained != (SIGN_BELOW | SIGN_ABOVE)) {
        arena_mark mark = arena_here(&space->cells);
        double *objective = arena_take(&space->cells, dict->stride * sizeof *objective);
        const double factor = scale_of(form, space->dimension);
        express(objective, space, dict, form, factor);
        // If one sign is known, a search for the other one is more likely to fail.
        if (!(signs.attained & SIGN_ABOVE))
            find_point_of_sign(&signs, space, dict, form, 1, objective, factor);
        if (!(signs.attained & SIGN_BELOW))
            find_point_of_sign(&signs, space, dict, form, -1, objective, factor);
        arena_release(&space->cells, mark);
    }
    space->judge->decided_float += (signs.attained | signs.refuted) == (SIGN_BELOW | SIGN_ABOVE);
    return signs;
}

// Moves the dictionary to the vertex where sign times the form is greatest.
static climb_end go_to_greatest(geom_space *space, dictionary *dict, const double *form, int sign)
{
    ASSERT(dict->stride > space->dimension);
    arena_mark mark = arena_here(&space->cells);
    double *objective = arena_take(&space->cells, dict->stride * sizeof *objective);
    express(objective, space, dict, form, scale_of(form, space->dimension));
    const climb_end end = maximise(space, dict, objective, sign, INFINITY);
    arena_release(&space->cells, mark);
    return end;
}

void dictionary_maximise_form(geom_space *space, dictionary *dict, const double *form, int sign)
{
    ASSERT(sign == 1 || sign == -1);
    go_to_greatest(space, dict, form, sign);
}

void dictionary_maximise_row(geom_space *space, dictionary *dict, const fmpz *row, int sign)
{
    ASSERT(sign >= -1 && sign <= SIGN_UNKNOWN);
    ASSERT(dict->points <= DICTIONARY_POINTS);
    ASSERT(dict->stride > space->dimension);
    const space_mark mark = space_here(space);
    if (space->judge->arith == CREASE_EXACT)
        return;
    const uint32_t plane = space_add_border(space, row);
    go_to_greatest(space, dict, space_form(space, plane), sign);
    space_release(space, mark);
}

// The slack of an inequality in the nonbasic variables: its form times the factor that is returned.
static double express_slack(double *slack, const geom_space *space, const dictionary *dict,
                            size_t number)
{
    const size_t d = space->dimension;
    const bool is_bound = number < 2 * d, upper = is_bound && number % 2;
    const size_t variable = is_bound ? number / 2 : number - d;
    memset(slack, 0, dict->stride * sizeof *slack);
    for (size_t k = 0; k < d; k++)
        if (dict->nonbasic[k] == variable) {
            slack[k] = dict->upper[k] ? -1 : 1;
            slack[d] = is_bound ? bound_at(space->bounds, variable, dict->upper[k]) : 0;
        }
    for (size_t i = 0; i < dict->rows; i++)
        if (dict->basic[i] == variable)
            memcpy(slack, dict->row + i * dict->stride, dict->stride * sizeof *slack);
    if (is_bound)
        slack[d] -= (upper ? space->bounds->high : space->bounds->low)[variable];
    for (size_t k = 0; k <= d && upper; k++)
        slack[k] = -slack[k];
    return is_bound ? 1 : dict->scale[variable - d];
}

bool dictionary_is_positive(size_t *needs, uint32_t *need, geom_space *space, dictionary *dict,
                            size_t number, const double *form)
{
    ASSERT(dict->stride > space->dimension);
    const size_t d = space->dimension;
    const arena_mark mark = arena_here(&space->cells);
    double *objective = arena_take(&space->cells, dict->stride * sizeof *objective);
    const double factor = express_slack(objective, space, dict, number);
    const climb_end end = maximise(space, dict, objective, -1, INFINITY);
    const bool is_positive = end.how == CLIMB_ENDED && objective[d] > 0 &&
                             greatest_at_most(space, dict, form, -1, objective, factor) < 0;
    *needs = 0;
    for (size_t k = 0; k < d && is_positive; k++)
        if (dict->nonbasic[k] >= d && multiplier(objective, -1, k) > 0)
            need[(*needs)++] = dict->nonbasic[k] - (uint32_t)d;
    arena_release(&space->cells, mark);
    return is_positive;
}

// ---- splits ----

dictionary *dictionary_half(geom_space *space, dictionary *whole, half_space inequality)
{
    ASSERT(inequality.side == 1 || inequality.side == -1);
    const size_t i = whole->rows;
    dictionary *half = dictionary_new(&space->cells, i + 1, space->dimension);
    copy_inequalities(half, whole);
    half->inequality[i] = inequality;
    half->low = whole->low;
    half->high = whole->high;
    half->bounded = whole->bounded > 0; // a half of an unbounded polyhedron may be bounded
    half->whole = whole;
    return half;
}

void dictionary_make_by_vertex(const geom_space *space, dictionary *half)
{
    ASSERT(half->whole && half->rows == half->whole->rows + 1);
    copy_rows(half, half->whole, space->dimension);
    half->basic[half->rows - 1] = (uint32_t)(space->dimension + half->rows - 1);
    half->whole = NULL;
}

void dictionary_make(geom_space *space, dictionary *half)
{
    ASSERT(half->whole && half->rows == half->whole->rows + 1);
    dictionary *dict = half->whole;
    const size_t d = space->dimension, i = dict->rows;
    const half_space inequality = half->inequality[i];
    const int side = inequality.side;
    const double *form = space_form(space, inequality.plane), factor = scale_of(form, d);
    double *slack = half->row + i * half->stride;
    express(slack, space, dict, form, factor);
    const climb_end end = maximise(space, dict, slack, side, VALUE_ENOUGH);
    keep_point(space, dict, form, side, end);
    dictionary_make_by_vertex(space, half);
    half->scale[i] = factor;
    for (size_t k = 0; k <= d && side < 0; k++)
        slack[k] = -slack[k];
    if (end.how == CLIMB_UNBOUNDED && slack[d] < 0) // to where the edge meets the plane
        exchange(half, NULL, space->bounds, (step){i, 0, 0}, end.column, d);
    for (size_t k = 0; k < dict->points; k++)
        if (filter_is_positive(form, side, dict->point + k * (d + 2), d))
            memcpy(new_point(half, d), dict->point + k * (d + 2), (d + 2) * sizeof *half->point);
}

// ---- boxes ----

void dictionary_find_box(geom_space *space, dictionary *dict)
{
    ASSERT(dict->points <= DICTIONARY_POINTS);
    ASSERT(dict->stride > space->dimension);
    const size_t d = space->dimension;
    if (space->judge->arith == CREASE_EXACT)
        return;
    double *low = arena_take(&space->cells, 2 * d * sizeof *low), *high = low + d;
    arena_mark mark = arena_here(&space->cells);
    double *form = arena_take(&space->cells, 2 * (d + 1) * sizeof *form),
           *objective = arena_take(&space->cells, dict->stride * sizeof *objective);
    memset(form, 0, 2 * (d + 1) * sizeof *form);
    memcpy(low, dict->low, d * sizeof *low);
    memcpy(high, dict->high, d * sizeof *high);
    for (size_t c = 0; c < d && !run_poll(dict->rows * dict->stride); c++) {
        form[c] = 1;
        express(objective, space, dict, form, 1);
        maximise(space, dict, objective, 1, INFINITY);
        high[c] = fmin(dict->high[c], greatest_at_most(space, dict, form, 1, objective, 1));
        maximise(space, dict, objective, -1, INFINITY);
        low[c] = fmax(dict->low[c], -greatest_at_most(space, dict, form, -1, objective, 1));
        form[c] = 0;
    }
    arena_release(&space->cells, mark);
    dict->low = low;
    dict->high = high;
}
