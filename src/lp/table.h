// The simplex method in integers: a table, its pivots and the rules that choose them. Every exact
// linear program is one of these: those on a dictionary (lp/program.h) and nearest points in the
// norms 1 and infinity (lp/nearest_in_norm.c).
//
// Rows have a common denominator and pivots divide without remainder (Edmonds 1967, Bareiss 1968).
#pragma once

#include <flint/fmpz.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TABLE_NO_PLACE SIZE_MAX // of a variable that has neither row nor column
#define TABLE_NO_COLUMN SIZE_MAX

// Variables are numbered. Those below `placed` know their place; those from `free` on have any
// sign, the others are at least 0.
typedef struct {
    size_t columns, rows, capacity; // capacity grows
    size_t placed, free;
    size_t *nonbasic, *basic; // the variable of each column and of each row
    size_t *place;            // of each variable: its column, or columns + its row
    fmpz **row;               // columns + 1 entries, the value at the vertex last
    fmpz *reduced_cost;       // one more row: the objective
    fmpz_t denominator;       // of all rows; positive
    bool is_feasible;         // the vertex, after table_maximise
    size_t unbounded_column;  // along which the objective grows forever, or TABLE_NO_COLUMN
} simplex_table;

// No row yet. The caller fills in nonbasic and place; denominator is 1.
void table_init(simplex_table *table, size_t columns, size_t placed, size_t free, size_t capacity);
void table_clear(simplex_table *table);

static inline bool table_is_free(const simplex_table *table, size_t variable)
{
    return variable >= table->free;
}

// A row of zeros for a variable that becomes basic; the caller writes it.
fmpz *table_add_row(simplex_table *table, size_t variable);
// The last row takes the place of this one, whose variable keeps its place.
void table_drop_row(simplex_table *table, size_t row);
// row += times the variable, which is basic or nonbasic.
void table_addmul(fmpz *row, const simplex_table *table, size_t variable, const fmpz_t times);

// Exchanges the variable of a row with that of a column, whose entry in the row is not 0.
void table_pivot(simplex_table *table, size_t row, size_t column);
// Makes free variables basic. If one cannot be, no other row depends on its column; then the
// objective may.
void table_make_free_basic(simplex_table *table);

// Increases the objective to its greatest value, or until it is positive. Returns 0 if no point
// satisfies all inequalities.
bool table_maximise(simplex_table *table, bool until_positive);
// The dual simplex method: from a vertex that is optimal, but not feasible, to one that is both.
// Returns 0 if there is none, and on cancellation. Sets *changed if the optimum changes.
bool table_restore(simplex_table *table, int *changed);

// The cost of that many products of the table's integers, for run_poll.
size_t table_products(const simplex_table *table, size_t count);
