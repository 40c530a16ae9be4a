// Which entries of a matrix are stored: all, or those that are not zero.
#include "exact/sparsity.h"

#include "base/fatal.h"
#include "base/memory.h"
#include <stdlib.h>
#include <string.h>

sparsity sparsity_dense(size_t rows, size_t columns)
{
    ASSERT(columns > 0);
    return (sparsity){.rows = rows, .columns = columns};
}

sparsity sparsity_of(size_t rows, size_t columns, size_t *start, uint32_t *column)
{
    ASSERT(columns > 0);
    return (sparsity){rows, columns, start, column};
}

sparsity sparsity_copy(const sparsity *from)
{
    sparsity s = sparsity_dense(from->rows, from->columns);
    if (from->start) {
        size_t entries = sparsity_entries(from);
        s.start = memory_new(from->rows + 1, sizeof *s.start);
        s.column = memory_new(entries, sizeof *s.column);
        memcpy(s.start, from->start, (from->rows + 1) * sizeof *s.start);
        memcpy(s.column, from->column, entries * sizeof *s.column);
    }
    return s;
}

void sparsity_clear(sparsity *s)
{
    free(s->start);
    free(s->column);
    *s = (sparsity){0};
}

size_t sparsity_entries(const sparsity *s)
{
    ASSERT(!s->start == !s->column);
    return s->start ? s->start[s->rows] : s->rows * s->columns;
}

size_t sparsity_find(const sparsity *s, size_t row, size_t column)
{
    ASSERT(!s->start == !s->column);
    sparsity_row entries = sparsity_row_of(s, row);
    if (!entries.column)
        return entries.first + column;
    size_t low = 0, high = entries.count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (entries.column[middle] < column)
            low = middle + 1;
        else
            high = middle;
    }
    bool is_stored = low < entries.count && entries.column[low] == column;
    return is_stored ? entries.first + low : SPARSITY_NONE;
}

sparsity sparsity_transpose(const sparsity *s, const uint32_t *order, size_t **from)
{
    ASSERT(!s->start == !s->column);
    sparsity t = sparsity_dense(s->columns, s->rows);
    *from = NULL;
    if (!s->start)
        return t;
    size_t entries = sparsity_entries(s);
    t.start = memory_new(t.rows + 1, sizeof *t.start);
    t.column = memory_new(entries, sizeof *t.column);
    *from = memory_new(entries, sizeof **from);
    for (size_t k = 0; k < entries; k++)
        t.start[s->column[k] + 1]++;
    for (size_t c = 0; c < t.rows; c++)
        t.start[c + 1] += t.start[c];
    size_t *next = memory_new(t.rows, sizeof *next);
    memcpy(next, t.start, t.rows * sizeof *next);
    for (size_t j = 0; j < s->rows; j++) {
        size_t r = order ? order[j] : j;
        for (size_t k = s->start[r]; k < s->start[r + 1]; k++) {
            size_t entry = next[s->column[k]]++;
            t.column[entry] = (uint32_t)j;
            (*from)[entry] = k;
        }
    }
    free(next);
    return t;
}

bool sparsity_pays(size_t entries, size_t rows, size_t columns)
{
    ASSERT(columns > 0);
    enum { SHARE = 4, SMALLEST = 4096 };
    size_t all = rows * columns;
    return all >= SMALLEST && entries <= all / SHARE;
}
