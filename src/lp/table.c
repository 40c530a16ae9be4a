// The simplex method in integers.
//
// From a feasible vertex the primal method makes some steps, along the steepest edge. Then, or from
// an infeasible vertex, the criss-cross method continues. It needs no feasible start and does not
// cycle: it exchanges the infeasible variable, primal or dual, of least number (Terlaky, A
// convergent criss-cross method, Optimization 16, 1985; Wang 1987).
#include "lp/table.h"

#include "base/fatal.h"
#include "base/limits.h"
#include "base/memory.h"
#include <flint/fmpz_vec.h>
#include <stdlib.h>

void table_init(simplex_table *t, size_t columns, size_t placed, size_t free, size_t capacity)
{
    ASSERT(columns > 0 && placed >= columns);
    *t = (simplex_table){.columns = columns,
                         .placed = placed,
                         .free = free,
                         .capacity = capacity,
                         .unbounded_column = TABLE_NO_COLUMN};
    t->nonbasic = memory_new(columns + placed, sizeof *t->nonbasic);
    t->place = t->nonbasic + columns;
    t->basic = memory_new(capacity, sizeof *t->basic);
    t->row = memory_new(capacity, sizeof *t->row);
    t->reduced_cost = _fmpz_vec_init((slong)columns + 1);
    fmpz_init_set_ui(t->denominator, 1);
}

void table_clear(simplex_table *t)
{
    const slong length = (slong)t->columns + 1;
    for (size_t i = 0; i < t->rows; i++)
        _fmpz_vec_clear(t->row[i], length);
    _fmpz_vec_clear(t->reduced_cost, length);
    fmpz_clear(t->denominator);
    free(t->row);
    free(t->basic);
    free(t->nonbasic);
}

size_t table_products(const simplex_table *t, size_t count)
{
    enum { PRODUCT = 32 };
    return PRODUCT * count * (1 + (size_t)fmpz_size(t->denominator));
}

// ---- rows ----

fmpz *table_add_row(simplex_table *t, size_t variable)
{
    ASSERT(variable >= t->placed || t->place[variable] == TABLE_NO_PLACE);
    if (t->rows == t->capacity) {
        t->capacity = t->capacity ? 2 * t->capacity : 8;
        t->row = memory_resize(t->row, t->capacity, sizeof *t->row);
        t->basic = memory_resize(t->basic, t->capacity, sizeof *t->basic);
    }
    const size_t i = t->rows++;
    t->basic[i] = variable;
    if (variable < t->placed)
        t->place[variable] = t->columns + i;
    return t->row[i] = _fmpz_vec_init((slong)t->columns + 1);
}

void table_drop_row(simplex_table *t, size_t i)
{
    ASSERT(i < t->rows);
    _fmpz_vec_clear(t->row[i], (slong)t->columns + 1);
    t->row[i] = t->row[--t->rows];
    t->basic[i] = t->basic[t->rows];
    if (i < t->rows && t->basic[i] < t->placed)
        t->place[t->basic[i]] = t->columns + i;
}

void table_addmul(fmpz *row, const simplex_table *t, size_t variable, const fmpz_t times)
{
    ASSERT(variable < t->placed && t->place[variable] != TABLE_NO_PLACE);
    const size_t place = t->place[variable];
    if (place < t->columns)
        fmpz_addmul(row + place, times, t->denominator);
    else
        _fmpz_vec_scalar_addmul_fmpz(row, t->row[place - t->columns], (slong)t->columns + 1, times);
}

// ---- pivots ----

void table_pivot(simplex_table *t, size_t r, size_t s)
{
    ASSERT(r < t->rows && s < t->columns);
    ASSERT(!fmpz_is_zero(t->row[r] + s));
    const size_t columns = t->columns, entered = t->nonbasic[s], left = t->basic[r];
    fmpz *from = t->row[r];
    fmpz_t element;
    fmpz_init_set(element, from + s);
    for (size_t i = 0; i <= t->rows; i++) {
        fmpz *row = i < t->rows ? t->row[i] : t->reduced_cost;
        for (size_t c = 0; c <= columns && i != r; c++) {
            if (c == s)
                continue;
            fmpz_mul(row + c, row + c, element);
            fmpz_submul(row + c, row + s, from + c);
            fmpz_divexact(row + c, row + c, t->denominator);
        }
    }
    _fmpz_vec_neg(from, from, (slong)columns + 1);
    fmpz_set(from + s, t->denominator);
    for (size_t i = 0; i <= t->rows && fmpz_sgn(element) < 0; i++) {
        fmpz *row = i < t->rows ? t->row[i] : t->reduced_cost;
        _fmpz_vec_neg(row, row, (slong)columns + 1);
    }
    fmpz_abs(t->denominator, element);
    fmpz_clear(element);
    t->nonbasic[s] = left;
    t->basic[r] = entered;
    if (left < t->placed)
        t->place[left] = s;
    if (entered < t->placed)
        t->place[entered] = columns + r;
}

static int sign_at(const simplex_table *t, size_t row, size_t column)
{
    return fmpz_sgn(t->row[row] + column);
}

void table_make_free_basic(simplex_table *t)
{
    for (size_t k = 0; k < t->columns; k++) {
        size_t i = 0;
        if (!table_is_free(t, t->nonbasic[k]))
            continue;
        while (i < t->rows && (table_is_free(t, t->basic[i]) || !sign_at(t, i, k)))
            i++;
        if (i < t->rows)
            table_pivot(t, i, k);
        else if (!fmpz_is_zero(t->reduced_cost + k))
            t->unbounded_column = k;
    }
}

// ---- the primal and the criss-cross method ----

// The infeasible variable of least number, as its row or its column; then the exchange.
typedef struct {
    size_t row, column;
    bool primal, dual, by_row; // a row, a column is infeasible; the least is a row
} infeasible;

// The variable of least number that is infeasible, primal or dual, as the criss-cross method takes.
static infeasible find_infeasible(const simplex_table *t)
{
    infeasible choice = {0};
    size_t least = SIZE_MAX;
    for (size_t i = 0; i < t->rows; i++)
        if (!table_is_free(t, t->basic[i]) && sign_at(t, i, t->columns) < 0) {
            choice.primal = true;
            if (t->basic[i] < least) {
                least = t->basic[i];
                choice.row = i;
                choice.by_row = true;
            }
        }
    for (size_t k = 0; k < t->columns; k++)
        if (!table_is_free(t, t->nonbasic[k]) && fmpz_sgn(t->reduced_cost + k) > 0) {
            choice.dual = true;
            if (t->nonbasic[k] < least) {
                least = t->nonbasic[k];
                choice.column = k;
                choice.by_row = false;
            }
        }
    return choice;
}

// The partner of least number: a column in which the row grows, or a row that falls in the column.
// Returns 0 if there is none.
static bool find_partner(infeasible *choice, const simplex_table *t)
{
    size_t least = SIZE_MAX;
    for (size_t k = 0; k < t->columns && choice->by_row; k++)
        if (!table_is_free(t, t->nonbasic[k]) && sign_at(t, choice->row, k) > 0 &&
            t->nonbasic[k] < least) {
            least = t->nonbasic[k];
            choice->column = k;
        }
    for (size_t i = 0; i < t->rows && !choice->by_row; i++)
        if (!table_is_free(t, t->basic[i]) && sign_at(t, i, choice->column) < 0 &&
            t->basic[i] < least) {
            least = t->basic[i];
            choice->row = i;
        }
    return least < SIZE_MAX;
}

// Finds the steepest edge at a feasible vertex, and the row that ends it. Returns 0 if no row does.
static bool find_step(infeasible *choice, const simplex_table *t)
{
    const fmpz *slope = t->reduced_cost;
    fmpz_t product, least;
    fmpz_init(product);
    fmpz_init(least);
    size_t best = SIZE_MAX;
    for (size_t k = 0; k < t->columns; k++)
        if (fmpz_sgn(slope + k) > 0 && (best == SIZE_MAX || fmpz_cmp(slope + k, slope + best) > 0))
            best = k;
    choice->by_row = false;
    choice->column = best;
    choice->row = SIZE_MAX;
    for (size_t i = 0; i < t->rows; i++) {
        const fmpz *row = t->row[i];
        if (table_is_free(t, t->basic[i]) || fmpz_sgn(row + best) >= 0)
            continue;
        const fmpz *shortest = choice->row < t->rows ? t->row[choice->row] : row;
        fmpz_mul(product, row + t->columns, shortest + best); // both slopes are negative
        fmpz_mul(least, shortest + t->columns, row + best);
        if (choice->row == SIZE_MAX || fmpz_cmp(product, least) > 0)
            choice->row = i;
    }
    fmpz_clear(product);
    fmpz_clear(least);
    return choice->row < SIZE_MAX;
}

bool table_maximise(simplex_table *t, bool until_positive)
{
    enum { MOST_STEPS = 100 }; // of the primal method, which may cycle
    table_make_free_basic(t);
    const size_t entries = (t->rows + 1) * (t->columns + 1);
    for (size_t steps = 0;
         t->unbounded_column == TABLE_NO_COLUMN && !run_poll(table_products(t, entries)); steps++) {
        infeasible choice = find_infeasible(t);
        const int value = fmpz_sgn(t->reduced_cost + t->columns);
        t->is_feasible = !choice.primal;
        if (!choice.primal && (!choice.dual || (until_positive && value > 0)))
            return true;
        if (!choice.dual && until_positive && value <= 0)
            return true; // minus the objective is a sum of inequalities
        const bool is_primal = !choice.primal && steps < MOST_STEPS;
        if ((is_primal ? find_step : find_partner)(&choice, t))
            table_pivot(t, choice.row, choice.column);
        else if (choice.by_row)
            return false;
        else
            t->unbounded_column = choice.column;
    }
    return true;
}

// ---- the dual method ----

// The row with the least value, or by Bland's rule with the first variable; t->rows if none is
// negative.
static size_t leaving_row(const simplex_table *t, int by_bland)
{
    size_t leaving = t->rows;
    for (size_t i = 0; i < t->rows; i++) {
        const fmpz *value = t->row[i] + t->columns;
        if (fmpz_sgn(value) < 0 &&
            (leaving == t->rows || (by_bland ? t->basic[i] < t->basic[leaving]
                                             : fmpz_cmp(value, t->row[leaving] + t->columns) < 0)))
            leaving = i;
    }
    return leaving;
}

// The column in which the objective falls least per unit of the row; of equal ones that with the
// greatest entry, or by Bland's rule with the first variable. t->columns if none increases the row.
static size_t entering_column(const simplex_table *t, const fmpz *row, int by_bland)
{
    const fmpz *cost = t->reduced_cost;
    size_t entering = t->columns;
    fmpz_t left, right;
    fmpz_init(left);
    fmpz_init(right);
    for (size_t c = 0; c < t->columns; c++) {
        if (fmpz_sgn(row + c) <= 0)
            continue;
        int order = -1;
        if (entering < t->columns) {
            fmpz_mul(left, cost + c, row + entering);
            fmpz_mul(right, cost + entering, row + c);
            order = fmpz_cmp(right, left);
        }
        if (order == 0)
            order = by_bland ? (t->nonbasic[c] < t->nonbasic[entering] ? -1 : 1)
                             : fmpz_cmp(row + entering, row + c);
        if (order < 0)
            entering = c;
    }
    fmpz_clear(left);
    fmpz_clear(right);
    return entering;
}

// After a step that does not change the optimum Bland's rule chooses the next one, so no basis
// recurs.
bool table_restore(simplex_table *t, int *changed)
{
    int by_bland = 0;
    for (size_t leaving; (leaving = leaving_row(t, by_bland)) < t->rows;) {
        const size_t entering = entering_column(t, t->row[leaving], by_bland);
        if (entering == t->columns || run_poll(table_products(t, t->rows * t->columns)))
            return false;
        by_bland = fmpz_is_zero(t->reduced_cost + entering);
        *changed |= !by_bland;
        table_pivot(t, leaving, entering);
    }
    return true;
}
