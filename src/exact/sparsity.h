// Which entries of a matrix are stored: all, or those that are not zero.
//
// Rationals, integers and doubles of one matrix are arrays with one sparsity, which has the place
// of each entry. Entries that are not stored are zero; stored ones may be.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    size_t rows, columns;
    // The entries of row r are numbers start[r] .. start[r + 1] - 1, entry k stands in column[k],
    // and columns increase within a row. Both NULL: all entries are stored, row by row.
    size_t *start;
    uint32_t *column;
} sparsity;

sparsity sparsity_dense(size_t rows, size_t columns);
// Takes ownership of the arrays; start has rows + 1 entries.
sparsity sparsity_of(size_t rows, size_t columns, size_t *start, uint32_t *column);
sparsity sparsity_copy(const sparsity *from);
void sparsity_clear(sparsity *s);
// The number of stored entries.
size_t sparsity_entries(const sparsity *s);
// The number of the entry in a place, or SPARSITY_NONE; by binary search.
#define SPARSITY_NONE SIZE_MAX
size_t sparsity_find(const sparsity *s, size_t row, size_t column);
// That of the transposed matrix with its columns in another order: column j is row order[j] here;
// NULL: row j. Entry k there is entry from[k] here; *from belongs to the caller, and is NULL if all
// are stored, column by column then.
sparsity sparsity_transpose(const sparsity *s, const uint32_t *order, size_t **from);

// Whether a matrix is stored by its nonzero entries: if they are at most one in four of many. With
// one in four an update of a column takes about as long as by vector instructions on all of it.
bool sparsity_pays(size_t entries, size_t rows, size_t columns);

// The entries of one row: entry number first + k in column row_column(&row, k), k < count.
typedef struct {
    size_t first, count;
    const uint32_t *column; // NULL: 0, 1, 2, ..
} sparsity_row;

static inline sparsity_row sparsity_row_of(const sparsity *s, size_t row)
{
    if (!s->start)
        return (sparsity_row){row * s->columns, s->columns, NULL};
    size_t first = s->start[row];
    return (sparsity_row){first, s->start[row + 1] - first, s->column + first};
}

static inline size_t row_column(const sparsity_row *row, size_t k)
{
    return row->column ? row->column[k] : k;
}
