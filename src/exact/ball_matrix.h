// Small matrices of balls: multiples of rows, determinants, and where hyperplanes meet.
//
// Sums are double-doubles without bounds of their own; one bound for all of them follows from the
// sizes of the rows. docs/filter.md, 19
#ifndef EXACT_BALL_MATRIX_H
#define EXACT_BALL_MATRIX_H

#include "exact/ball.h"

// Rows and columns of a determinant, and the dimension of a point, at most.
enum { BALL_DETERMINANT_MOST = 5, BALL_MEET_MOST = 8 };

// A determinant that grows row by row. Row k, of n <= BALL_DETERMINANT_MOST, is the difference of
// two points; rows may be set again from any number on. About n 2^(n - 1) products for all rows.
typedef struct {
    size_t n;
    dd minor[1 << BALL_DETERMINANT_MOST]; // of the first k rows in each set of k columns
    double size[BALL_DETERMINANT_MOST + 1], change[BALL_DETERMINANT_MOST + 1],
        room[BALL_DETERMINANT_MOST + 1]; // of the first k rows: as ball_determinant uses them
} ball_minors;

void ball_minors_init(ball_minors *minors, size_t n);
void ball_minors_row(ball_minors *minors, size_t row, const ball *to, const ball *from);
ball ball_determinant(const ball_minors *minors);

// Rows of balls, of `padded` entries each, a multiple of BALL_LANES; what is beyond their columns
// are balls too.
enum { BALL_LANES = 4 };
typedef struct {
    double *high, *low, *bound;
    size_t padded;
} ball_rows;

static inline ball ball_rows_get(const ball_rows *of, size_t row, size_t column)
{
    const size_t at = row * of->padded + column;
    return (ball){{of->high[at], of->low[at]}, of->bound[at]};
}

static inline void ball_rows_set(const ball_rows *of, size_t row, size_t column, ball entry)
{
    const size_t at = row * of->padded + column;
    of->high[at] = entry.value.high;
    of->low[at] = entry.value.low;
    of->bound[at] = entry.bound;
}

// From a row on.
static inline ball_rows ball_rows_at(const ball_rows *of, size_t row)
{
    const size_t at = row * of->padded;
    return (ball_rows){of->high + at, of->low + at, of->bound + at, of->padded};
}

// row_i += factor_i times the first row of a form, which is as long, i < count.
void ball_rows_add(const ball_rows *to, size_t count, const ball *factor, const ball_rows *form);

// The area of a convex polygon, whose vertices, one or more, come in the order of its border.
ball ball_polygon_area(const ball *const *point, size_t count);

// The mean of points, one or more.
void ball_mean(ball *x, const ball *const *point, size_t count, size_t d);
// The same of the high parts alone, which a dozen digits seldom need more than.
void ball_mean_high(ball *x, const ball *const *point, size_t count, size_t d);

// The only common zero x of `count` >= d forms: x has d entries, a form d + 1, the constant last.
// `start` is an approximation, the better the smaller the bounds. Returns whether it is known that
// the zero is one point, and where. Takes about 4 d^3 operations.
int ball_meet(ball *x, const ball *const *form, size_t count, size_t d, const double *start);

#endif
