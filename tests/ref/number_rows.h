// Rows of rationals that can be sorted and compared.
#ifndef NUMBER_ROWS_H
#define NUMBER_ROWS_H

#include <flint/fmpq.h>
#include <stdbool.h>

typedef struct {
    size_t count, columns;
    fmpq *entry; // count x columns
} number_rows;

void number_rows_init(number_rows *rows, size_t count, size_t columns); // zeros
void number_rows_clear(number_rows *rows);

static inline fmpq *number_row(const number_rows *rows, size_t row)
{
    return rows->entry + row * rows->columns;
}

void number_rows_sort(number_rows *rows); // lexicographically
bool number_rows_equal(const number_rows *a, const number_rows *b);

bool number_row_equal(const fmpq *a, const fmpq *b, size_t columns);
// Multiplies by a positive number: integers without a common factor.
void number_row_primitive(fmpq *row, size_t columns);
// value = a_1 x_1 + .. + a_n x_n.
void number_row_dot(fmpq_t value, const fmpq *a, const fmpq *x, size_t n);
// The rank of the first `columns` entries of the chosen rows, of all if chosen is NULL.
size_t number_rows_rank(const number_rows *rows, const size_t *chosen, size_t count,
                        size_t columns);

#endif
