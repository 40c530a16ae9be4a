// Small matrices of balls: determinants, and where hyperplanes meet.
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
