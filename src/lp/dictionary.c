// Cells without vertices: the dictionary, its proposals and their proofs.
#include "geom/simplex.h"

#include "base/limits.h"
#include "geom/cell.h"
#include <math.h>
#include <string.h>

// Coefficients below PIVOT_LEAST count as 0 in a dictionary, whose rows are scaled so that no
// coefficient of a form exceeds 1. A climb ends at VALUE_ENOUGH.
static const double PIVOT_LEAST = 1e-10, VALUE_ENOUGH = 1e-6;
enum { MOST_PIVOTS = 200 };

// ---- cells ----

static simplex_cell *cell_new(geom_space *space, size_t count, const simplex_cell *like)
{
    const size_t d = space->dimension, stride = (d + 1 + 7) / 8 * 8;
    simplex_cell *s = arena_take(&space->cells, sizeof *s);
    *s = (simplex_cell){.rows = count, .stride = stride};
    s->row = arena_take(&space->cells, count * stride * sizeof *s->row);
    s->scale = arena_take(&space->cells, count * sizeof *s->scale);
    s->basic = arena_take(&space->cells, count * sizeof *s->basic);
    s->nonbasic = arena_take(&space->cells, d * sizeof *s->nonbasic);
    s->upper = arena_take(&space->cells, d);
    s->point = arena_take(&space->cells, SIMPLEX_POINTS * (d + 2) * sizeof *s->point);
    s->low = like ? like->low : space->box->low;
    s->high = like ? like->high : space->box->high;
    s->bounded = like ? like->bounded : 0;
    return s;
}

// Copies all but the points to a cell with at least as many rows.
static void copy_dictionary(simplex_cell *to, const simplex_cell *from, size_t d)
{
    memcpy(to->row, from->row, from->rows * from->stride * sizeof *to->row);
    memcpy(to->scale, from->scale, from->rows * sizeof *to->scale);
    memcpy(to->basic, from->basic, from->rows * sizeof *to->basic);
    memcpy(to->nonbasic, from->nonbasic, d * sizeof *to->nonbasic);
    memcpy(to->upper, from->upper, d);
}

static double *new_point(simplex_cell *s, size_t d)
{
    if (s->points < SIMPLEX_POINTS)
        return s->point + s->points++ * (d + 2);
    s->oldest = (s->oldest + 1) % SIMPLEX_POINTS;
    return s->point + s->oldest * (d + 2);
}

// A double between the bounds of a coordinate, if there is one.
static double between_bounds(const simplex_box *box, size_t c)
{
    const double low = box->inner_low[c], high = box->inner_high[c];
    if (low > -INFINITY && high < INFINITY)
        return 0.5 * low + 0.5 * high;
    return low > -INFINITY ? low + fabs(low) + 1 : high < INFINITY ? high - fabs(high) - 1 : 0;
}

static void simplex_whole(geom_cell *cell, geom_space *space)
{
    const size_t d = space->dimension;
    const simplex_box *box = space->box;
    simplex_cell *s = cell_new(space, 0, NULL);
    double *middle = new_point(s, d);
    s->bounded = 1;
    for (size_t c = 0; c < d; c++) {
        s->nonbasic[c] = (uint32_t)c;
        s->upper[c] = !simplex_has_bound(box, c, 0) && simplex_has_bound(box, c, 1);
        if (!simplex_has_bound(box, c, 0) || !simplex_has_bound(box, c, 1))
            s->bounded = -1;
        middle[c] = between_bounds(box, c);
        if (!(middle[c] > box->inner_low[c] && middle[c] < box->inner_high[c]))
            s->points = 0;
    }
    middle[d] = 1;
    middle[d + 1] = 0;
    *cell = (geom_cell){.simplex = s, .in_order = 1};
}

void simplex_copy(geom_cell *copy, geom_space *space, const geom_cell *cell)
{
    const simplex_cell *from = cell->simplex;
    simplex_cell *s = cell_new(space, from->rows, from);
    copy_dictionary(s, from, space->dimension);
    s->points = from->points;
    s->oldest = from->oldest;
    memcpy(s->point, from->point, from->points * (space->dimension + 2) * sizeof *s->point);
    *copy = *cell;
    copy->simplex = s;
}

// ---- the dictionary ----

static double scale_of(const double *form, size_t d)
{
    double most = 0;
    for (size_t c = 0; c < d; c++)
        most = fmax(most, fabs(form[c]));
    return most > 0 && most < INFINITY ? 1 / most : 1;
}

// The value of a coordinate that is not basic.
static double bound_at(const simplex_box *box, size_t coordinate, int upper)
{
    const double bound = (upper ? box->high : box->low)[coordinate];
    return fabs(bound) < INFINITY ? bound : 0;
}

// row = factor times the form, in the nonbasic variables.
static void express(double *row, const geom_space *space, const simplex_cell *s, const double *form,
                    double factor)
{
    const size_t d = space->dimension;
    memset(row, 0, s->stride * sizeof *row);
    row[d] = factor * form[d];
    for (size_t k = 0; k < d; k++) {
        const uint32_t v = s->nonbasic[k];
        if (v >= d)
            continue;
        row[k] += factor * (s->upper[k] ? -form[v] : form[v]);
        row[d] += factor * form[v] * bound_at(space->box, v, s->upper[k]);
    }
    for (size_t i = 0; i < s->rows; i++) {
        const double *of = s->row + i * s->stride;
        if (s->basic[i] >= d || form[s->basic[i]] == 0)
            continue;
        const double times = factor * form[s->basic[i]];
        for (size_t k = 0; k <= d; k++)
            row[k] += times * of[k];
    }
}

// A column from one bound of its coordinate to the other; width 0: a coordinate without bounds, in
// the other direction.
static void flip(simplex_cell *s, double *objective, size_t column, double width, size_t d)
{
    for (size_t i = 0; i <= s->rows; i++) {
        double *row = i < s->rows ? s->row + i * s->stride : objective;
        row[d] += width > 0 ? row[column] * width : 0;
        row[column] = -row[column];
    }
    s->upper[column] ^= 1;
}

// How far the variable of a column can grow, and which row ends that; row SIZE_MAX: its own bound.
typedef struct {
    size_t row;
    double length;
    int at_upper; // the row's coordinate reaches its upper bound
} step;

static step longest_step(const simplex_cell *s, const simplex_box *box, size_t column, size_t d)
{
    const uint32_t v = s->nonbasic[column];
    step longest = {SIZE_MAX, v < d ? box->high[v] - box->low[v] : INFINITY, 0};
    double pivot = 0;
    for (size_t i = 0; i < s->rows; i++) {
        const double *row = s->row + i * s->stride, slope = row[column];
        const uint32_t of = s->basic[i];
        if (fabs(slope) < PIVOT_LEAST || (slope > 0 && of >= d))
            continue;
        double room = slope > 0 ? box->high[of] - row[d] : of < d ? row[d] - box->low[of] : row[d];
        double length = fmax(room, 0) / fabs(slope);
        if (length < longest.length || (length == longest.length && fabs(slope) > pivot)) {
            longest = (step){i, length, slope > 0};
            pivot = fabs(slope);
        }
    }
    return longest;
}

// Exchanges the variable of the row with that of the column, which becomes basic. objective: one
// more row, or NULL.
static void simplex_exchange(simplex_cell *s, double *objective, const simplex_box *box, step by,
                             size_t column, size_t d)
{
    double *row = s->row + by.row * s->stride;
    const uint32_t leaves = s->basic[by.row], enters = s->nonbasic[column];
    const double turn = by.at_upper ? -1 : 1;
    if (leaves < d)
        row[d] -= (by.at_upper ? box->high : box->low)[leaves];
    const double inverse = turn / row[column];
    for (size_t k = 0; k <= d; k++)
        row[k] *= -turn * inverse;
    row[column] = inverse;
    for (size_t i = 0; i < s->rows + (objective != NULL); i++) {
        double *other = i < s->rows ? s->row + i * s->stride : objective;
        const double times = other[column];
        if (i == by.row || times == 0)
            continue;
        other[column] = 0;
        for (size_t k = 0; k <= d; k++)
            other[k] += times * row[k];
    }
    if (enters < d) {
        const int from_upper = s->upper[column];
        for (size_t k = 0; k <= d && from_upper; k++)
            row[k] = -row[k];
        row[d] += bound_at(box, enters, from_upper);
    }
    s->basic[by.row] = enters;
    s->nonbasic[column] = leaves;
    s->upper[column] = (unsigned char)by.at_upper;
}

typedef struct {
    enum { CLIMB_FAILED, CLIMB_ENDED, CLIMB_ENDLESS } how;
    size_t column; // endless: along which the objective grows forever
} climb_end;

// The column along which sign times the objective grows fastest, SIZE_MAX if there is none. A
// coordinate without bounds may go either way.
static size_t steepest_column(simplex_cell *s, double *objective, const simplex_box *box, int sign,
                              size_t d)
{
    size_t best = SIZE_MAX;
    double most = PIVOT_LEAST;
    for (size_t k = 0; k < d; k++) {
        double slope = sign * objective[k];
        if (slope < -most && s->nonbasic[k] < d && simplex_is_free(box, s->nonbasic[k]))
            slope = -slope;
        if (slope > most) {
            most = slope;
            best = k;
        }
    }
    if (best < SIZE_MAX && sign * objective[best] < 0)
        flip(s, objective, best, 0, d);
    return best;
}

// Moves from vertex to vertex until sign times the objective is large enough or cannot grow.
static climb_end climb(simplex_cell *s, double *objective, const simplex_box *box, int sign,
                       double enough, size_t d)
{
    for (size_t pivots = 0; pivots < MOST_PIVOTS + 4 * d && !run_poll(s->stride * s->rows);
         pivots++) {
        if (sign * objective[d] > enough)
            return (climb_end){CLIMB_ENDED, 0};
        const size_t best = steepest_column(s, objective, box, sign, d);
        if (best == SIZE_MAX)
            return (climb_end){CLIMB_ENDED, 0};
        const step by = longest_step(s, box, best, d);
        if (!(by.length < INFINITY))
            return (climb_end){by.length == INFINITY ? CLIMB_ENDLESS : CLIMB_FAILED, best};
        if (by.row == SIZE_MAX)
            flip(s, objective, best, by.length, d);
        else
            simplex_exchange(s, objective, box, by, best, d);
    }
    return (climb_end){CLIMB_FAILED, 0};
}

// ---- points inside ----

static void vertex_of(double *x, const geom_space *space, const simplex_cell *s)
{
    const size_t d = space->dimension;
    for (size_t k = 0; k < d; k++)
        if (s->nonbasic[k] < d)
            x[s->nonbasic[k]] = bound_at(space->box, s->nonbasic[k], s->upper[k]);
    for (size_t i = 0; i < s->rows; i++)
        if (s->basic[i] < d)
            x[s->basic[i]] = s->row[i * s->stride + d];
}

int simplex_is_beyond(const double *form, int side, const double *point, size_t d)
{
    const form_value at = filter_value(form, point, d);
    return side * at.value > at.error;
}

int simplex_is_inside(const geom_space *space, const geom_cell *cell, const double *point)
{
    const size_t d = space->dimension;
    const simplex_box *box = space->box;
    for (size_t c = 0; c < d; c++)
        if (!(point[c] > box->inner_low[c] && point[c] < box->inner_high[c]))
            return 0;
    for (size_t i = cell->facets; i-- > 0;)
        if (!simplex_is_beyond(space_form(space, cell->facet[i].plane), cell->facet[i].side, point,
                               d))
            return 0;
    return 1;
}

// The mean of the points inside, which lies deeper than most of them.
static void simplex_middle(double *x, const simplex_cell *s, size_t d)
{
    for (size_t c = 0; c < d; c++) {
        double sum = 0;
        for (size_t i = 0; i < s->points; i++)
            sum += s->point[i * (d + 2) + c];
        x[c] = sum / (double)s->points;
    }
}

// The direction in which a column grows.
static void ray_of(double *ray, const simplex_cell *s, size_t column, size_t d)
{
    memset(ray, 0, (d + 2) * sizeof *ray);
    if (s->nonbasic[column] < d)
        ray[s->nonbasic[column]] = s->upper[column] ? -1 : 1;
    for (size_t i = 0; i < s->rows; i++)
        if (s->basic[i] < d)
            ray[s->basic[i]] = s->row[i * s->stride + column];
}

// Tries a point after a climb: between the vertex, where the form has the sign, and the mean of the
// points inside, half way or where the form has half of its value; or, along a column in which the
// cell is unbounded, so far that the form has the sign. Stores the point if it lies inside; returns
// whether it does.
static int keep_point(geom_space *space, const geom_cell *cell, const double *form, int sign,
                      climb_end end)
{
    simplex_cell *s = cell->simplex;
    const size_t d = space->dimension;
    if (!s->points)
        return 0;
    arena_mark mark = arena_here(&space->cells);
    double *at = arena_take(&space->cells, 2 * (d + 2) * sizeof *at), *to = at + d + 2, length;
    simplex_middle(at, s, d);
    at[d] = 1;
    at[d + 1] = 0;
    const form_value here = filter_value(form, at, d);
    if (end.how == CLIMB_ENDLESS) {
        ray_of(to, s, end.column, d);
        length = 2 * (fabs(here.value) + here.error + VALUE_ENOUGH * here.size) /
                 (sign * filter_value(form, to, d).value);
    } else {
        vertex_of(to, space, s);
        to[d] = 1;
        to[d + 1] = 0;
        const double there = sign * filter_value(form, to, d).value, value = sign * here.value;
        length = value > 0 ? 0.5 : 1 - 0.5 * there / (there - value);
        for (size_t c = 0; c < d; c++)
            to[c] -= at[c];
    }
    for (size_t c = 0; c < d; c++)
        at[c] += length * to[c];
    const int found =
        length > 0 && simplex_is_beyond(form, sign, at, d) && simplex_is_inside(space, cell, at);
    if (found)
        memcpy(new_point(s, d), at, (d + 2) * sizeof *at);
    arena_release(&space->cells, mark);
    return found;
}

// ---- proofs ----

static double multiplier(const double *objective, int sign, size_t column)
{
    return fmax(-sign * objective[column], 0);
}

// An upper bound of sign times the form on the cell; INFINITY if doubles do not give one. With
// multipliers y >= 0 from the objective row, r = form + sum y g is at least the form, and has a
// greatest value on a box of the cell.
static double greatest_at_most(geom_space *space, const geom_cell *cell, const double *form,
                               int sign, const double *objective, double factor)
{
    const simplex_cell *s = cell->simplex;
    const size_t d = space->dimension, columns = d + 1;
    arena *stack = &space->cells;
    arena_mark mark = arena_here(stack);
    double *sum = arena_take(stack, 4 * columns * sizeof *sum), *size = sum + columns,
           *slip = size + columns, *used = slip + columns; // used: 0 if no summand depends on it
    size_t terms = 1;
    for (size_t c = 0; c < columns; c++) {
        sum[c] = sign * form[c];
        size[c] = fabs(form[c]);
        slip[c] = form[columns + c];
        used[c] = size[c] + slip[c];
    }
    for (size_t k = 0; k < d; k++) {
        const uint32_t v = s->nonbasic[k];
        if (v < d || multiplier(objective, sign, k) == 0)
            continue;
        const cell_facet *facet = cell->facet + (v - d);
        const double *of = space_form(space, facet->plane);
        const double times = multiplier(objective, sign, k) * s->scale[v - d] / factor;
        terms++;
        for (size_t c = 0; c < columns; c++) {
            sum[c] += facet->side * times * of[c];
            size[c] += times * fabs(of[c]);
            slip[c] += times * of[columns + c];
            used[c] += fabs(of[c]) + of[columns + c]; // unlike a product, never rounded to 0
        }
    }
    double most = sum[d], all = size[d], error = slip[d];
    const double tiny = 4 * FILTER_TINY * (double)terms; // products may underflow
    for (size_t c = 0; c < d; c++) {
        const double reach = fmax(fabs(s->low[c]), fabs(s->high[c]));
        if (reach == INFINITY) {
            if (used[c] != 0)
                most = INFINITY;
            continue;
        }
        most += fmax(sum[c] * s->low[c], sum[c] * s->high[c]);
        all += size[c] * reach;
        error += (slip[c] + tiny) * reach;
    }
    error += FILTER_UNIT * (double)(2 * terms + 2 * columns + 8) * all +
             4 * FILTER_TINY * (double)(terms + columns);
    arena_release(stack, mark);
    const double bound = most + error * FILTER_ENLARGE;
    return bound < INFINITY ? bound : INFINITY;
}

// ---- signs ----

static void look_at_points(simplex_signs *signs, const geom_space *space, const simplex_cell *s,
                           const double *form)
{
    const size_t d = space->dimension;
    for (size_t i = 0; i < s->points && signs->found != (SIGN_BELOW | SIGN_ABOVE); i++) {
        const form_value at = filter_value(form, s->point + i * (d + 2), d);
        const int bits = at.value > at.error    ? SIGN_ABOVE
                         : at.value < -at.error ? SIGN_BELOW
                                                : SIGN_OPEN;
        signs->found |= fault_bits(bits) & (SIGN_BELOW | SIGN_ABOVE);
    }
}

static void look_for(simplex_signs *signs, geom_space *space, const geom_cell *cell,
                     const double *form, int sign, double *objective, double factor)
{
    simplex_cell *s = cell->simplex;
    const size_t d = space->dimension;
    const int bit = sign > 0 ? SIGN_ABOVE : SIGN_BELOW;
    climb_end end = climb(s, objective, space->box, sign, VALUE_ENOUGH, d);
    if (end.how == CLIMB_ENDED && sign * objective[d] <= 0) {
        if (greatest_at_most(space, cell, form, sign, objective, factor) < 0)
            *(fault_sign(-1) < 0 ? &signs->refuted : &signs->found) |= bit;
        return;
    }
    int found = end.how != CLIMB_FAILED && keep_point(space, cell, form, sign, end);
    if (!found && end.how == CLIMB_ENDED) {
        end = climb(s, objective, space->box, sign, INFINITY, d);
        found = end.how != CLIMB_FAILED && keep_point(space, cell, form, sign, end);
    }
    signs->found |= found ? bit : 0;
}

simplex_signs simplex_try(geom_space *space, const geom_cell *cell, const double *form)
{
    simplex_signs signs = {0};
    if (space->judge->arith == CREASE_EXACT)
        return signs;
    const simplex_cell *s = cell->simplex;
    look_at_points(&signs, space, s, form);
    if (signs.found != (SIGN_BELOW | SIGN_ABOVE)) {
        arena_mark mark = arena_here(&space->cells);
        double *objective = arena_take(&space->cells, s->stride * sizeof *objective);
        const double factor = scale_of(form, space->dimension);
        express(objective, space, s, form, factor);
        // If one sign is known, a search for the other one is more likely to fail.
        if (!(signs.found & SIGN_ABOVE))
            look_for(&signs, space, cell, form, 1, objective, factor);
        if (!(signs.found & SIGN_BELOW))
            look_for(&signs, space, cell, form, -1, objective, factor);
        arena_release(&space->cells, mark);
    }
    space->judge->decided_float += (signs.found | signs.refuted) == (SIGN_BELOW | SIGN_ABOVE);
    return signs;
}

// Moves the dictionary to the vertex where sign times the form is greatest.
static climb_end go_to_greatest(geom_space *space, const geom_cell *cell, const double *form,
                                int sign)
{
    simplex_cell *s = cell->simplex;
    arena_mark mark = arena_here(&space->cells);
    double *objective = arena_take(&space->cells, s->stride * sizeof *objective);
    express(objective, space, s, form, scale_of(form, space->dimension));
    const climb_end end = climb(s, objective, space->box, sign, INFINITY, space->dimension);
    arena_release(&space->cells, mark);
    return end;
}

void simplex_climb(double *x, geom_space *space, const geom_cell *cell, const double *form,
                   int sign)
{
    const size_t d = space->dimension;
    const climb_end end = go_to_greatest(space, cell, form, sign);
    vertex_of(x, space, cell->simplex);
    if (end.how != CLIMB_ENDLESS)
        return;
    arena_mark mark = arena_here(&space->cells);
    double *ray = arena_take(&space->cells, (d + 2) * sizeof *ray);
    ray_of(ray, cell->simplex, end.column, d);
    for (size_t c = 0; c < d; c++)
        x[c] += ray[c];
    arena_release(&space->cells, mark);
}

void simplex_climb_row(geom_space *space, const geom_cell *cell, const fmpz *row, int sign)
{
    const space_mark mark = space_here(space);
    if (space->judge->arith == CREASE_EXACT)
        return;
    const uint32_t plane = space_add_border(space, row);
    go_to_greatest(space, cell, space_form(space, plane), sign);
    space_release(space, mark);
}

void simplex_decide(simplex_signs *signs, geom_space *space, const geom_cell *cell,
                    const double *form, const fmpz *row)
{
    for (int sign = -1; sign <= 1; sign += 2) {
        const int bit = sign > 0 ? SIGN_ABOVE : SIGN_BELOW;
        if ((signs->found | signs->refuted) & bit)
            continue;
        if (space->judge->arith != CREASE_EXACT)
            go_to_greatest(space, cell, form, sign);
        if (simplex_is_positive(space, cell, row, sign))
            signs->found |= bit;
        else
            signs->refuted |= bit;
    }
    space->judge->decided_exact++;
}

// ---- splits ----

void simplex_half(geom_cell *half, geom_space *space, const geom_cell *cell, uint32_t plane,
                  int side)
{
    const size_t d = space->dimension;
    simplex_cell *from = cell->simplex, *s = cell_new(space, from->rows + 1, from);
    s->bounded = from->bounded > 0; // a half of an unbounded cell may be bounded
    const double *form = space_form(space, plane);
    *half = (geom_cell){.simplex = s, .in_order = 1, .facets = cell->facets + 1};
    half->facet = arena_take(&space->cells, half->facets * sizeof *half->facet);
    if (cell->facets)
        memcpy(half->facet, cell->facet, cell->facets * sizeof *half->facet);
    half->facet[cell->facets] = (cell_facet){plane, side};
    double *slack = s->row + from->rows * s->stride;
    s->basic[from->rows] = (uint32_t)(d + cell->facets);
    if (space->judge->arith == CREASE_EXACT) {
        simplex_is_positive(space, cell, space_plane_row(space, plane), side); // goes to a vertex
        copy_dictionary(s, from, d);
        return;
    }
    const double factor = scale_of(form, d);
    express(slack, space, from, form, factor);
    const climb_end end = climb(from, slack, space->box, side, VALUE_ENOUGH, d);
    keep_point(space, cell, form, side, end);
    copy_dictionary(s, from, d);
    s->scale[from->rows] = factor;
    for (size_t k = 0; k <= d && side < 0; k++)
        slack[k] = -slack[k];
    if (end.how == CLIMB_ENDLESS && slack[d] < 0) // to where the edge meets the plane
        simplex_exchange(s, NULL, space->box, (step){from->rows, 0, 0}, end.column, d);
    for (size_t i = 0; i < from->points; i++)
        if (simplex_is_beyond(form, side, from->point + i * (d + 2), d))
            memcpy(new_point(s, d), from->point + i * (d + 2), (d + 2) * sizeof *s->point);
}

// ---- boxes ----

void simplex_find_box(geom_space *space, const geom_cell *cell)
{
    simplex_cell *s = cell->simplex;
    const size_t d = space->dimension;
    if (space->judge->arith == CREASE_EXACT)
        return;
    double *low = arena_take(&space->cells, 2 * d * sizeof *low), *high = low + d;
    arena_mark mark = arena_here(&space->cells);
    double *form = arena_take(&space->cells, 2 * (d + 1) * sizeof *form),
           *objective = arena_take(&space->cells, s->stride * sizeof *objective);
    memset(form, 0, 2 * (d + 1) * sizeof *form);
    memcpy(low, s->low, d * sizeof *low);
    memcpy(high, s->high, d * sizeof *high);
    for (size_t c = 0; c < d && !run_poll(s->rows * s->stride); c++) {
        form[c] = 1;
        express(objective, space, s, form, 1);
        climb(s, objective, space->box, 1, INFINITY, d);
        high[c] = fmin(s->high[c], greatest_at_most(space, cell, form, 1, objective, 1));
        climb(s, objective, space->box, -1, INFINITY, d);
        low[c] = fmax(s->low[c], -greatest_at_most(space, cell, form, -1, objective, 1));
        form[c] = 0;
    }
    arena_release(&space->cells, mark);
    s->low = low;
    s->high = high;
}

int simplex_outer_box(box_approx *box, const geom_cell *cell, const geom_space *space)
{
    const simplex_cell *s = cell->simplex;
    for (size_t c = 0; c < space->dimension; c++) {
        const double low = s->low[c], high = s->high[c], center = 0.5 * low + 0.5 * high;
        if (!(fabs(center) < INFINITY))
            return 0;
        box->center[c] = center;
        box->half[c] = fmax(center - low, high - center) * (1 + 0x1p-50);
        box->reach[c] = fmax(fabs(low), fabs(high));
    }
    box->radius = 0;
    return 1;
}

static void simplex_split(geom_cell *low, geom_cell *high, geom_space *space, const geom_cell *cell,
                          const signed char *sign, uint32_t plane, uint32_t *slots)
{
    (void)sign, (void)slots;
    simplex_half(low, space, cell, plane, -1);
    simplex_half(high, space, cell, plane, 1);
}

int simplex_clip(geom_cell *cell, geom_space *space, cell_facet facet)
{
    const uint32_t plane = facet.plane;
    const double *form = space_form(space, plane);
    simplex_signs signs = simplex_try(space, cell, form);
    if ((signs.found | signs.refuted) != (SIGN_BELOW | SIGN_ABOVE))
        simplex_decide(&signs, space, cell, form, space_plane_row(space, plane));
    if (signs.found != (SIGN_BELOW | SIGN_ABOVE))
        return (signs.found & (facet.side > 0 ? SIGN_ABOVE : SIGN_BELOW)) != 0;
    geom_cell half;
    simplex_half(&half, space, cell, plane, facet.side);
    *cell = half;
    return 1;
}

const cell_kind simplex_kind = {simplex_whole, simplex_split, NULL};
