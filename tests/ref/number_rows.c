// Rows of rationals that can be sorted and compared.
#include "number_rows.h"

#include "base/memory.h"
#include <flint/fmpq_mat.h>
#include <flint/fmpq_vec.h>
#include <stdlib.h>

void number_rows_init(number_rows *rows, size_t count, size_t columns)
{
    *rows = (number_rows){count, columns, _fmpq_vec_init((slong)(count * columns))};
}

void number_rows_clear(number_rows *rows)
{
    _fmpq_vec_clear(rows->entry, (slong)(rows->count * rows->columns));
}

typedef struct {
    const fmpq *row;
    size_t columns;
} sorted_row;

static int compare_rows(const void *a, const void *b)
{
    const sorted_row *p = a, *q = b;
    for (size_t c = 0; c < p->columns; c++) {
        int order = fmpq_cmp(p->row + c, q->row + c);
        if (order)
            return order;
    }
    return 0;
}

void number_rows_sort(number_rows *rows)
{
    sorted_row *order = memory_new(rows->count, sizeof *order);
    number_rows sorted;
    number_rows_init(&sorted, rows->count, rows->columns);
    for (size_t i = 0; i < rows->count; i++)
        order[i] = (sorted_row){number_row(rows, i), rows->columns};
    if (rows->count > 1)
        qsort(order, rows->count, sizeof *order, compare_rows);
    for (size_t i = 0; i < rows->count; i++)
        for (size_t c = 0; c < rows->columns; c++)
            fmpq_set(number_row(&sorted, i) + c, order[i].row + c);
    free(order);
    number_rows_clear(rows);
    *rows = sorted;
}

bool number_row_equal(const fmpq *a, const fmpq *b, size_t columns)
{
    for (size_t c = 0; c < columns; c++)
        if (!fmpq_equal(a + c, b + c))
            return false;
    return true;
}

bool number_rows_equal(const number_rows *a, const number_rows *b)
{
    return a->count == b->count && a->columns == b->columns &&
           number_row_equal(a->entry, b->entry, a->count * a->columns);
}

void number_row_primitive(fmpq *row, size_t columns)
{
    fmpq_t content;
    fmpq_init(content);
    for (size_t c = 0; c < columns; c++)
        fmpq_gcd(content, content, row + c);
    for (size_t c = 0; c < columns && !fmpq_is_zero(content); c++)
        fmpq_div(row + c, row + c, content);
    fmpq_clear(content);
}

void number_row_dot(fmpq_t value, const fmpq *a, const fmpq *x, size_t n)
{
    fmpq_t sum;
    fmpq_init(sum);
    for (size_t i = 0; i < n; i++)
        fmpq_addmul(sum, a + i, x + i);
    fmpq_swap(value, sum);
    fmpq_clear(sum);
}

size_t number_rows_rank(const number_rows *rows, const size_t *chosen, size_t count, size_t columns)
{
    fmpq_mat_t matrix;
    fmpq_mat_init(matrix, (slong)count, (slong)columns);
    for (size_t i = 0; i < count; i++)
        for (size_t c = 0; c < columns; c++)
            fmpq_set(fmpq_mat_entry(matrix, (slong)i, (slong)c),
                     number_row(rows, chosen ? chosen[i] : i) + c);
    slong rank = fmpq_mat_rref(matrix, matrix);
    fmpq_mat_clear(matrix);
    return (size_t)rank;
}
