// Sums of rows of integers, each times a number.
#ifndef EXACT_ROW_SUM_H
#define EXACT_ROW_SUM_H

#include <flint/fmpz.h>
#include <stddef.h>

// weight times a row, added or taken away.
typedef struct {
    const fmpz *weight, *row;
    int minus;
} row_term;

// So many terms at once.
enum { ROW_SUM_TERMS = 32 };

// row[c] += sum_k +-weight[k] row[k][c] for c < columns, count <= ROW_SUM_TERMS. No term is the row
// itself. Cost: a product of each word of a number with each of the other.
void row_add_terms(fmpz *row, size_t columns, const row_term *term, size_t count);

#endif
