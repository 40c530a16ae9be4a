// The point of a polyhedron that is nearest to a given one in the norms 1 and infinity, exactly.
//
// Let e be the displacement times the weight of the point. It is written in variables z >= 0 whose
// costs are not negative, so z = 0 is optimal before any inequality is known:
//   norm 1: e_j = z_2j - z_2j+1, all costs 1;
//   norm infinity: e_j = s_j (t - z_j), cost t, and 2 t - z_j >= 0. The signs s are those of the
//   first inequality that is violated, whose nearest point then has all z_j = 0.
// Inequalities are added while the point violates one, and the dual simplex method restores the
// optimum. After a step that does not increase the distance Bland's rule chooses the next one, so
// no basis recurs. The dictionary (Chvatal, Linear Programming, 1983) is kept in integers with a
// common denominator, the last pivot, so that all divisions are exact.
#include "lp/nearest_point.h"

#include "base/fatal.h"
#include "base/limits.h"
#include "base/memory.h"
#include "exact/rows.h"
#include <flint/fmpz_vec.h>
#include <stdlib.h>

typedef struct {
    const fmpz *point;
    size_t dimension, columns; // the variables of e come first, then a slack for each row
    crease_norm norm;
    size_t rows, capacity, slacks; // slacks: numbers given out to inequalities
    int increased;                 // the distance, since inequalities were dropped
    fmpz **row;                 // columns + 1 entries: each basic variable, times the denominator
    fmpz *cost;                 // of the nonbasic ones
    fmpz_t denominator;         // > 0
    size_t *basic, *nonbasic;   // the variable of each row and of each column
    size_t *place;              // of each variable of e: its column, or columns + its row
    int *sign;                  // s, of norm infinity; at first 0
    size_t *opposite;           // the slack of 2 t - z_j >= 0, 0: not present
    fmpz *displacement, *entry; // e times the denominator; a row in z
} norm_program;

static size_t variable_of(const norm_program *p, size_t coordinate)
{
    return p->norm == CREASE_NORM_1 ? 2 * coordinate : coordinate + 1;
}

static void program_init(norm_program *p, const fmpz *point, size_t dimension, crease_norm norm)
{
    const size_t columns = norm == CREASE_NORM_1 ? 2 * dimension : dimension + 1;
    *p = (norm_program){.point = point, .dimension = dimension, .columns = columns, .norm = norm};
    p->cost = _fmpz_vec_init((slong)columns);
    p->displacement = _fmpz_vec_init((slong)dimension + 1);
    p->entry = _fmpz_vec_init((slong)columns + 1);
    p->nonbasic = memory_new(columns, sizeof *p->nonbasic);
    p->place = memory_new(columns, sizeof *p->place);
    p->sign = memory_new(dimension, sizeof *p->sign);
    p->opposite = memory_new(dimension, sizeof *p->opposite);
    fmpz_init_set_ui(p->denominator, 1);
    for (size_t c = 0; c < columns; c++) {
        p->nonbasic[c] = p->place[c] = c;
        fmpz_set_ui(p->cost + c, norm == CREASE_NORM_1 || c == 0);
    }
}

static void program_clear(norm_program *p)
{
    for (size_t i = 0; i < p->rows; i++)
        _fmpz_vec_clear(p->row[i], (slong)p->columns + 1);
    free(p->row);
    free(p->basic);
    _fmpz_vec_clear(p->cost, (slong)p->columns);
    _fmpz_vec_clear(p->displacement, (slong)p->dimension + 1);
    _fmpz_vec_clear(p->entry, (slong)p->columns + 1);
    free(p->nonbasic);
    free(p->place);
    free(p->sign);
    free(p->opposite);
    fmpz_clear(p->denominator);
}

// ---- the point ----

// The value of a variable of e, times the denominator.
static void add_value(fmpz_t sum, const norm_program *p, size_t variable, int sign)
{
    if (p->place[variable] < p->columns)
        return;
    const fmpz *value = p->row[p->place[variable] - p->columns] + p->columns;
    (sign > 0 ? fmpz_add : fmpz_sub)(sum, sum, value);
}

static void place(fmpz *nearest, norm_program *p)
{
    const size_t d = p->dimension;
    for (size_t j = 0; j < d; j++) {
        fmpz *e = p->displacement + j;
        const size_t variable = variable_of(p, j);
        fmpz_zero(e);
        if (p->norm == CREASE_NORM_1) {
            add_value(e, p, variable, 1);
            add_value(e, p, variable + 1, -1);
        } else {
            add_value(e, p, 0, p->sign[j]);
            add_value(e, p, variable, -p->sign[j]);
        }
    }
    _fmpz_vec_scalar_mul_fmpz(nearest, p->point, (slong)d + 1, p->denominator);
    _fmpz_vec_add(nearest, nearest, p->displacement, (slong)d + 1);
    row_primitive(nearest, nearest, d + 1);
}

// ---- inequalities ----

// Takes the inequality p->entry . (z, 1) >= 0 into the dictionary. Returns its slack.
static size_t add_entry(norm_program *p)
{
    const slong length = (slong)p->columns + 1;
    if (p->rows == p->capacity) {
        p->capacity = p->capacity ? 2 * p->capacity : 8;
        p->row = memory_resize(p->row, p->capacity, sizeof *p->row);
        p->basic = memory_resize(p->basic, p->capacity, sizeof *p->basic);
    }
    fmpz *row = p->row[p->rows] = _fmpz_vec_init(length);
    fmpz_mul(row + p->columns, p->entry + p->columns, p->denominator);
    for (size_t v = 0; v < p->columns; v++) {
        if (fmpz_is_zero(p->entry + v))
            continue;
        if (p->place[v] < p->columns)
            fmpz_addmul(row + p->place[v], p->entry + v, p->denominator);
        else
            _fmpz_vec_scalar_addmul_fmpz(row, p->row[p->place[v] - p->columns], length,
                                         p->entry + v);
    }
    return p->basic[p->rows++] = p->columns + p->slacks++;
}

// The inequality in the coordinates of the space.
static void add_inequality(norm_program *p, const fmpz *inequality)
{
    const size_t d = p->dimension;
    _fmpz_vec_zero(p->entry, (slong)p->columns);
    _fmpz_vec_dot(p->entry + p->columns, inequality, p->point, (slong)d + 1);
    for (size_t j = 0; j < d; j++) {
        const size_t variable = variable_of(p, j);
        if (p->norm == CREASE_NORM_1) {
            fmpz_set(p->entry + variable, inequality + j);
            fmpz_neg(p->entry + variable + 1, inequality + j);
            continue;
        }
        if (p->sign[j] == 0)
            p->sign[j] = fmpz_sgn(inequality + j) < 0 ? -1 : 1;
        (p->sign[j] > 0 ? fmpz_add : fmpz_sub)(p->entry, p->entry, inequality + j);
        fmpz_mul_si(p->entry + variable, inequality + j, -p->sign[j]);
    }
    add_entry(p);
}

// Takes a violated inequality 2 t - z_j >= 0. Returns 0 if there is none.
static int add_size(norm_program *p)
{
    if (p->norm == CREASE_NORM_1)
        return 0;
    fmpz_t slack;
    fmpz_init(slack);
    size_t j = 0;
    for (; j < p->dimension; j++) {
        fmpz_zero(slack);
        add_value(slack, p, 0, 1);
        fmpz_mul_2exp(slack, slack, 1);
        add_value(slack, p, variable_of(p, j), -1);
        if (fmpz_sgn(slack) < 0)
            break;
    }
    fmpz_clear(slack);
    if (j == p->dimension)
        return 0;
    _fmpz_vec_zero(p->entry, (slong)p->columns + 1);
    fmpz_set_ui(p->entry, 2);
    fmpz_set_si(p->entry + variable_of(p, j), -1);
    p->opposite[j] = add_entry(p);
    return 1;
}

// ---- dropping inequalities ----

static void drop_row(norm_program *p, size_t i)
{
    _fmpz_vec_clear(p->row[i], (slong)p->columns + 1);
    p->row[i] = p->row[--p->rows];
    p->basic[i] = p->basic[p->rows];
    if (i < p->rows && p->basic[i] < p->columns)
        p->place[p->basic[i]] = p->columns + i;
}

// If 2 t - z_j is 0 and z_j is not, 2 t - z_j takes the place of z_j, which needs no row.
static void turn(norm_program *p, size_t j)
{
    const size_t variable = variable_of(p, j);
    for (size_t c = 0; p->opposite[j] && c < p->columns; c++) {
        if (p->nonbasic[c] != p->opposite[j])
            continue;
        const size_t row = p->place[variable] - p->columns;
        p->nonbasic[c] = variable;
        p->place[variable] = c;
        p->sign[j] = -p->sign[j];
        p->opposite[j] = 0;
        drop_row(p, row);
    }
}

// Drops inequalities that are not tight; they are added again if they are violated.
static void drop_loose(norm_program *p)
{
    for (size_t j = 0; j < p->dimension && p->norm == CREASE_NORM_MAX; j++)
        if (p->place[variable_of(p, j)] >= p->columns)
            turn(p, j);
    for (size_t i = p->rows; i-- > 0;) {
        if (p->basic[i] < p->columns || fmpz_is_zero(p->row[i] + p->columns))
            continue;
        for (size_t j = 0; j < p->dimension; j++)
            if (p->opposite[j] == p->basic[i])
                p->opposite[j] = 0;
        drop_row(p, i);
    }
    p->increased = 0;
}

// ---- the dual simplex method ----

// The row with the least value, or by Bland's rule with the first variable; p->rows if none is
// negative.
static size_t leaving_row(const norm_program *p, int by_bland)
{
    size_t leaving = p->rows;
    for (size_t i = 0; i < p->rows; i++) {
        const fmpz *value = p->row[i] + p->columns;
        if (fmpz_sgn(value) < 0 &&
            (leaving == p->rows || (by_bland ? p->basic[i] < p->basic[leaving]
                                             : fmpz_cmp(value, p->row[leaving] + p->columns) < 0)))
            leaving = i;
    }
    return leaving;
}

// The column whose cost per unit of the row is least; of equal ones that with the greatest entry,
// or by Bland's rule with the first variable. p->columns if none increases the row.
static size_t entering_column(const norm_program *p, const fmpz *row, int by_bland)
{
    size_t entering = p->columns;
    fmpz_t left, right;
    fmpz_init(left);
    fmpz_init(right);
    for (size_t c = 0; c < p->columns; c++) {
        if (fmpz_sgn(row + c) <= 0)
            continue;
        int order = -1;
        if (entering < p->columns) {
            fmpz_mul(left, p->cost + c, row + entering);
            fmpz_mul(right, p->cost + entering, row + c);
            order = fmpz_cmp(left, right);
        }
        if (order == 0)
            order = by_bland ? (p->nonbasic[c] < p->nonbasic[entering] ? -1 : 1)
                             : fmpz_cmp(row + entering, row + c);
        if (order < 0)
            entering = c;
    }
    fmpz_clear(left);
    fmpz_clear(right);
    return entering;
}

// Replaces the entering variable in a row by the leaving row, whose entries are still the old ones.
static void substitute(fmpz *row, const norm_program *p, const fmpz *leaving, size_t entering,
                       size_t length)
{
    const fmpz *pivot = leaving + entering;
    fmpz_t factor;
    fmpz_init_set(factor, row + entering);
    for (size_t c = 0; c < length; c++) {
        if (c == entering)
            continue;
        fmpz_mul(row + c, row + c, pivot);
        fmpz_submul(row + c, factor, leaving + c);
        fmpz_divexact(row + c, row + c, p->denominator);
    }
    fmpz_clear(factor);
}

static void exchange(norm_program *p, size_t leaving, size_t entering)
{
    fmpz *row = p->row[leaving];
    for (size_t i = 0; i < p->rows; i++)
        if (i != leaving)
            substitute(p->row[i], p, row, entering, p->columns + 1);
    substitute(p->cost, p, row, entering, p->columns);
    _fmpz_vec_neg(row, row, (slong)p->columns + 1);
    fmpz_neg(row + entering, row + entering); // the pivot
    fmpz_swap(row + entering, p->denominator);
    const size_t variable = p->nonbasic[entering];
    p->nonbasic[entering] = p->basic[leaving];
    p->basic[leaving] = variable;
    if (p->nonbasic[entering] < p->columns)
        p->place[p->nonbasic[entering]] = entering;
    if (variable < p->columns)
        p->place[variable] = p->columns + leaving;
}

// Returns 0 if no point satisfies all inequalities.
static int optimise(norm_program *p)
{
    int by_bland = 0;
    for (size_t leaving; (leaving = leaving_row(p, by_bland)) < p->rows;) {
        const size_t entering = entering_column(p, p->row[leaving], by_bland);
        if (entering == p->columns || run_poll(64 * p->rows * p->columns))
            return 0;
        by_bland = fmpz_is_zero(p->cost + entering); // the step does not increase the distance
        p->increased |= !by_bland;
        exchange(p, leaving, entering);
    }
    return 1;
}

int nearest_point_in_norm(fmpz *nearest, const fmpz *point, size_t dimension, crease_norm norm,
                          nearest_point_oracle polyhedron)
{
    ASSERT(dimension > 0);
    if (norm == CREASE_NORM_2)
        return nearest_point(nearest, point, dimension, polyhedron);
    norm_program program;
    fmpz *inequality = _fmpz_vec_init((slong)dimension + 1);
    int feasible = 1;
    program_init(&program, point, dimension, norm);
    for (;;) {
        place(nearest, &program);
        if (!add_size(&program)) {
            if (!polyhedron.violated(polyhedron.data, inequality, nearest))
                break;
            add_inequality(&program, inequality);
        }
        feasible = optimise(&program);
        if (!feasible)
            break;
        if (program.increased)
            drop_loose(&program);
    }
    program_clear(&program);
    _fmpz_vec_clear(inequality, (slong)dimension + 1);
    return feasible;
}
