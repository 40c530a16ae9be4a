// The point of a polyhedron that is nearest to a given one in the norms 1 and infinity, exactly.
//
// Let e be the displacement times the weight of the point. It is written in variables z >= 0 whose
// costs are not negative, so z = 0 is optimal before any inequality is known:
//   norm 1: e_j = z_2j - z_2j+1, all costs 1;
//   norm infinity: e_j = s_j (t - z_j), cost t, and 2 t - z_j >= 0. The signs s are those of the
//   first inequality that is violated, whose nearest point then has all z_j = 0.
// Inequalities are added while the point violates one, and the dual simplex method (lp/table.h)
// restores the optimum. The objective is minus the distance.
#include "lp/nearest_point.h"

#include "base/fatal.h"
#include "base/memory.h"
#include "exact/rows.h"
#include "lp/table.h"
#include <flint/fmpz_vec.h>
#include <stdlib.h>

// The variables of e are numbered first, then a slack for each inequality.
typedef struct {
    const fmpz *point;
    size_t dimension;
    crease_norm norm;
    simplex_table table;
    size_t slacks;              // numbers given out to inequalities
    int increased;              // the distance, since inequalities were dropped
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
    *p = (norm_program){.point = point, .dimension = dimension, .norm = norm};
    table_init(&p->table, columns, columns, SIZE_MAX, 0);
    p->displacement = _fmpz_vec_init((slong)dimension + 1);
    p->entry = _fmpz_vec_init((slong)columns + 1);
    p->sign = memory_new(dimension, sizeof *p->sign);
    p->opposite = memory_new(dimension, sizeof *p->opposite);
    for (size_t c = 0; c < columns; c++) {
        p->table.nonbasic[c] = p->table.place[c] = c;
        fmpz_set_si(p->table.reduced_cost + c, -(norm == CREASE_NORM_1 || c == 0));
    }
}

static void program_clear(norm_program *p)
{
    _fmpz_vec_clear(p->displacement, (slong)p->dimension + 1);
    _fmpz_vec_clear(p->entry, (slong)p->table.columns + 1);
    table_clear(&p->table);
    free(p->sign);
    free(p->opposite);
}

// ---- the point ----

// The value of a variable of e, times the denominator.
static void add_value(fmpz_t sum, const norm_program *p, size_t variable, int sign)
{
    if (p->table.place[variable] < p->table.columns)
        return;
    const fmpz *value =
        p->table.row[p->table.place[variable] - p->table.columns] + p->table.columns;
    (sign > 0 ? fmpz_add : fmpz_sub)(sum, sum, value);
}

// The point with the displacement that the optimum has.
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
    _fmpz_vec_scalar_mul_fmpz(nearest, p->point, (slong)d + 1, p->table.denominator);
    _fmpz_vec_add(nearest, nearest, p->displacement, (slong)d + 1);
    row_primitive(nearest, nearest, d + 1);
}

// ---- inequalities ----

// Takes the inequality p->entry . (z, 1) >= 0 into the table. Returns its slack.
static size_t add_entry(norm_program *p)
{
    const size_t columns = p->table.columns, slack = columns + p->slacks++;
    fmpz *row = table_add_row(&p->table, slack);
    fmpz_mul(row + columns, p->entry + columns, p->table.denominator);
    for (size_t v = 0; v < columns; v++)
        if (!fmpz_is_zero(p->entry + v))
            table_addmul(row, &p->table, v, p->entry + v);
    return slack;
}

// The inequality in the coordinates of the space.
static void add_inequality(norm_program *p, const fmpz *inequality)
{
    const size_t d = p->dimension;
    _fmpz_vec_zero(p->entry, (slong)p->table.columns);
    _fmpz_vec_dot(p->entry + p->table.columns, inequality, p->point, (slong)d + 1);
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
static bool add_size(norm_program *p)
{
    if (p->norm == CREASE_NORM_1)
        return false;
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
        return false;
    _fmpz_vec_zero(p->entry, (slong)p->table.columns + 1);
    fmpz_set_ui(p->entry, 2);
    fmpz_set_si(p->entry + variable_of(p, j), -1);
    p->opposite[j] = add_entry(p);
    return true;
}

// ---- dropping inequalities ----

// If 2 t - z_j is 0 and z_j is not, 2 t - z_j takes the place of z_j, which needs no row.
static void turn(norm_program *p, size_t j)
{
    const size_t variable = variable_of(p, j);
    for (size_t c = 0; p->opposite[j] && c < p->table.columns; c++) {
        if (p->table.nonbasic[c] != p->opposite[j])
            continue;
        const size_t row = p->table.place[variable] - p->table.columns;
        p->table.nonbasic[c] = variable;
        p->table.place[variable] = c;
        p->sign[j] = -p->sign[j];
        p->opposite[j] = 0;
        table_drop_row(&p->table, row);
    }
}

// Drops inequalities that are not tight; they are added again if they are violated.
static void drop_loose(norm_program *p)
{
    for (size_t j = 0; j < p->dimension && p->norm == CREASE_NORM_MAX; j++)
        if (p->table.place[variable_of(p, j)] >= p->table.columns)
            turn(p, j);
    for (size_t i = p->table.rows; i-- > 0;) {
        if (p->table.basic[i] < p->table.columns ||
            fmpz_is_zero(p->table.row[i] + p->table.columns))
            continue;
        for (size_t j = 0; j < p->dimension; j++)
            if (p->opposite[j] == p->table.basic[i])
                p->opposite[j] = 0;
        table_drop_row(&p->table, i);
    }
    p->increased = 0;
}

bool nearest_point_in_norm(fmpz *nearest, const fmpz *point, size_t dimension, crease_norm norm,
                           nearest_point_oracle polyhedron)
{
    ASSERT(dimension > 0);
    if (norm == CREASE_NORM_2)
        return nearest_point(nearest, point, dimension, polyhedron);
    norm_program program;
    fmpz *inequality = _fmpz_vec_init((slong)dimension + 1);
    bool feasible = true;
    program_init(&program, point, dimension, norm);
    for (;;) {
        place(nearest, &program);
        if (!add_size(&program)) {
            if (!polyhedron.violated(polyhedron.data, inequality, nearest))
                break;
            add_inequality(&program, inequality);
        }
        feasible = table_restore(&program.table, &program.increased);
        if (!feasible)
            break;
        if (program.increased)
            drop_loose(&program);
    }
    program_clear(&program);
    _fmpz_vec_clear(inequality, (slong)dimension + 1);
    return feasible;
}
