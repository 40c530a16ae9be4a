// Stacks of homogeneous rows: affine forms and points.
//
// A form (a_1, .., a_d, c) and a point (x_1, .., x_d, w), w >= 0, are both rows of
// d+1 integers, given up to a positive factor; the value of the form at the point
// has the sign of a_1 x_1 + .. + a_d x_d + c w. A point with w = 0 lies at
// infinity, in the direction x. Nothing is ever divided.
//
// Each row has a shadow of doubles. Exact arithmetic never looks at shadows, and
// float arithmetic never looks at integers until somebody wants to see a row.
#ifndef EXACT_ROWS_H
#define EXACT_ROWS_H

#include <flint/fmpz.h>
#include <stddef.h>

typedef struct {
    size_t columns, count, capacity;
    fmpz *exact;    // capacity x columns, all initialised
    double *shadow; // capacity x columns
} rows;

void rows_init(rows *stack, size_t columns);
void rows_clear(rows *stack);
// Adds a row of unspecified value and returns its index.
size_t rows_push(rows *stack);

static inline fmpz *rows_exact(const rows *stack, size_t index)
{
    return stack->exact + index * stack->columns;
}

static inline double *rows_shadow(const rows *stack, size_t index)
{
    return stack->shadow + index * stack->columns;
}

// row = the doubles of shadow times a power of two that makes all of them
// integers. A shadow that is not finite becomes zero.
void row_from_shadow(fmpz *row, const double *shadow, size_t columns);

// Divides a row by the greatest common divisor of its entries.
void row_make_primitive(fmpz *row, size_t columns);

#endif
