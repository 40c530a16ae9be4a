// Systems of many variables by linear programs: the simplex method in rationals, by Bland's rule.
#include "ref_system.h"

#include "base/memory.h"
#include <stdlib.h>

// Variables below `free` have no sign, the others are the slacks of the rows, and not negative.
// Every row is a basic variable, as a form in the nonbasic ones; the last is the objective.
typedef struct {
    size_t free, rows;
    mpq_t *entry; // (rows + 1) x (free + 1), the constant last
    size_t *basic, *nonbasic;
} table;

static mpq_t *table_row(const table *t, size_t row)
{
    return t->entry + row * (t->free + 1);
}

static void table_init(table *t, size_t variables, size_t rows)
{
    *t = (table){.free = variables, .rows = rows};
    t->entry = ref_numbers_new((rows + 1) * (variables + 1));
    t->basic = memory_new(rows, sizeof *t->basic);
    t->nonbasic = memory_new(variables, sizeof *t->nonbasic);
    for (size_t i = 0; i < rows; i++)
        t->basic[i] = variables + i;
    for (size_t k = 0; k < variables; k++)
        t->nonbasic[k] = k;
}

static void table_clear(table *t)
{
    ref_numbers_free(t->entry, (t->rows + 1) * (t->free + 1));
    free(t->basic);
    free(t->nonbasic);
}

static void exchange(table *t, size_t row, size_t column)
{
    mpq_t *from = table_row(t, row), pivot, term;
    mpq_inits(pivot, term, NULL);
    mpq_inv(pivot, from[column]);
    mpq_set_si(from[column], -1, 1);
    for (size_t k = 0; k <= t->free; k++) {
        mpq_mul(from[k], from[k], pivot);
        mpq_neg(from[k], from[k]);
    }
    for (size_t i = 0; i <= t->rows; i++) {
        mpq_t *to = table_row(t, i);
        if (i == row || !mpq_sgn(to[column]))
            continue;
        mpq_set(pivot, to[column]);
        mpq_set_si(to[column], 0, 1);
        for (size_t k = 0; k <= t->free; k++) {
            mpq_mul(term, pivot, from[k]);
            mpq_add(to[k], to[k], term);
        }
    }
    const size_t entered = t->nonbasic[column];
    t->nonbasic[column] = t->basic[row];
    t->basic[row] = entered;
    mpq_clears(pivot, term, NULL);
}

// Among the columns in which the objective grows the one with the least variable; `free` if there
// is none.
static size_t entering(const table *t)
{
    size_t best = t->free;
    for (size_t k = 0; k < t->free; k++) {
        const int sign = mpq_sgn(table_row(t, t->rows)[k]);
        if ((sign > 0 || (sign < 0 && t->nonbasic[k] < t->free)) &&
            (best == t->free || t->nonbasic[k] < t->nonbasic[best]))
            best = k;
    }
    return best;
}

// Among the rows that end the step first the one with the least variable; `rows` if there is none.
static size_t leaving(const table *t, size_t column)
{
    const int sign = mpq_sgn(table_row(t, t->rows)[column]);
    size_t best = t->rows;
    mpq_t length, least;
    mpq_inits(length, least, NULL);
    for (size_t i = 0; i < t->rows; i++) {
        const mpq_t *row = (const mpq_t *)table_row(t, i);
        if (t->basic[i] < t->free || mpq_sgn(row[column]) * sign >= 0)
            continue;
        mpq_div(length, row[t->free], row[column]);
        mpq_abs(length, length);
        const int order = best == t->rows ? -1 : mpq_cmp(length, least);
        if (order < 0 || (order == 0 && t->basic[i] < t->basic[best])) {
            mpq_set(least, length);
            best = i;
        }
    }
    mpq_clears(length, least, NULL);
    return best;
}

// Until the objective is positive, or cannot grow; returns whether it is.
static bool becomes_positive(table *t)
{
    while (mpq_sgn(table_row(t, t->rows)[t->free]) <= 0) {
        const size_t column = entering(t);
        if (column == t->free)
            return false;
        const size_t row = leaving(t, column);
        if (row == t->rows)
            return true;
        exchange(t, row, column);
    }
    return true;
}

// Row i of the table: a . x + c - s, where s is one more variable; without one, a . x.
static void set_row(table *t, size_t i, const mpq_t *row, size_t variables, bool slack)
{
    mpq_t *to = table_row(t, i);
    for (size_t j = 0; j < variables; j++)
        mpq_set(to[j], row[j]);
    if (slack) {
        mpq_set_si(to[variables], -1, 1);
        mpq_set(to[t->free], row[variables]);
    }
}

// The greatest s with a . x + c >= s for all rows and 1 >= s is positive. From x = 0 and the least
// of the constants on.
bool ref_feasible_by_program(mpq_t *point, const ref_system *system)
{
    const size_t n = system->variables;
    size_t least = 0;
    table t;
    table_init(&t, n + 1, system->rows + 1);
    for (size_t i = 0; i < system->rows; i++) {
        set_row(&t, i, ref_system_row(system, i), n, 1);
        if (mpq_cmp(table_row(&t, i)[n + 1], table_row(&t, least)[n + 1]) < 0)
            least = i;
    }
    mpq_set_si(table_row(&t, system->rows)[n], -1, 1);
    mpq_set_si(table_row(&t, system->rows)[n + 1], 1, 1);
    mpq_set_si(table_row(&t, t.rows)[n], 1, 1);
    bool feasible = !system->rows || mpq_sgn(table_row(&t, least)[n + 1]) > 0;
    for (size_t j = 0; point && j < n; j++)
        mpq_set_si(point[j], 0, 1);
    if (!feasible) {
        exchange(&t, least, n);
        feasible = becomes_positive(&t);
        for (size_t i = 0; i < t.rows && point && feasible; i++)
            if (t.basic[i] < n)
                mpq_set(point[t.basic[i]], table_row(&t, i)[n + 1]);
    }
    table_clear(&t);
    return feasible;
}

// Whether no direction r but 0 has a . r >= 0 for all rows: no coordinate can be positive, or
// negative.
bool ref_is_bounded_by_program(const ref_system *system)
{
    const size_t n = system->variables;
    bool bounded = true;
    for (size_t k = 0; k < 2 * n && bounded; k++) {
        table t;
        table_init(&t, n, system->rows);
        for (size_t i = 0; i < system->rows; i++)
            set_row(&t, i, ref_system_row(system, i), n, 0);
        mpq_set_si(table_row(&t, t.rows)[k / 2], k % 2 ? -1 : 1, 1);
        bounded = !becomes_positive(&t);
        table_clear(&t);
    }
    return bounded;
}
