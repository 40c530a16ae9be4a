// Stacks of homogeneous integer rows: affine forms and points.
//
// A form (a_1, .., a_d, c) and a point (x_1, .., x_d, w), w >= 0, are both rows of
// d+1 integers, given up to a positive factor; the value of the form at the point
// has the sign of a_1 x_1 + .. + a_d x_d + c w. A point with w = 0 lies at
// infinity, in the direction x. Nothing is ever divided.
#pragma once

#include <flint/fmpz.h>
#include <stdbool.h>
#include <stddef.h>

// Rows may be computed when first needed: `known` says which are.
typedef struct {
    size_t columns, count, capacity;
    size_t most;          // rows whose entries are initialised
    fmpz *entry;          // capacity x columns
    unsigned char *known; // capacity; the owner may use all bits but the lowest
} rows;

static inline int row_is_known(const rows *stack, size_t index)
{
    return stack->known[index] & 1;
}

void rows_init(rows *stack, size_t columns);
void rows_clear(rows *stack);
// Makes room for one more row.
void rows_grow(rows *stack);
// Adds a row that is not known yet and returns its index.
static inline size_t rows_push(rows *stack)
{
    if (stack->count == stack->most)
        rows_grow(stack);
    stack->known[stack->count] = 0;
    return stack->count++;
}

static inline fmpz *rows_at(const rows *stack, size_t index)
{
    return stack->entry + index * stack->columns;
}

void row_copy(fmpz *copy, const fmpz *from, size_t columns);
// primitive = the row without common factor; it may be from, and zero stays zero.
void row_primitive(fmpz *primitive, const fmpz *from, size_t columns);

// product = a x b, the vector product of rows of three. Not in place.
void row_cross(fmpz *product, const fmpz *a, const fmpz *b);

// point = the integers without a common divisor that span the kernel of the given rows,
// sum_c row[i][c] point[c] = 0 for all i. The kernel must have one dimension: the rows
// have rank columns - 1 >= 0, though some may depend on others. The last entry of a
// finite point is positive; a direction has either sign. For columns = 3 and two rows
// this is row_cross up to a factor.
void row_kernel(fmpz *point, const fmpz *const *row, size_t count, size_t columns);

// The same by a guess from doubles: place is an approximation of the point, its last entry 0 or 1.
// Returns 0 if the guess is wrong. The entries have no common divisor.
bool row_guess_kernel(fmpz *point, const fmpz *const *row, size_t count, size_t columns,
                      const double *place);

// Whether b is a multiple of a, which is not zero.
bool row_is_multiple(const fmpz *b, const fmpz *a, size_t columns);

// -1, 0, 1: the lexicographic order of two finite points of the plane.
int row_compare_points(const fmpz *a, const fmpz *b);

// row = the doubles of an approximation times a power of two that makes all of them
// integers. An approximation that is not finite becomes zero.
void row_from_doubles(fmpz *row, const double *approx, size_t columns);
