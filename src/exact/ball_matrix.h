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

// The area of a convex polygon, whose vertices come in the order of its border: triangles at the
// first one, which is borrowed.
typedef struct {
    const ball *first;
    dd to[2], sum;                    // to the last point; twice the area so far, of either sign
    double size, error, terms, bound; // of the row `to` and of the sum, as of determinants
    size_t points;
} ball_fan;

void ball_fan_begin(ball_fan *fan, const ball *first);
void ball_fan_add(ball_fan *fan, const ball *point);
ball ball_fan_area(const ball_fan *fan);

// The mean of points: begin, add each, end with how many they were, one or more. In between x is
// the sum, and its bound the sum of bounds and of sizes times the square of a unit of rounding.
void ball_mean_begin(ball *x, size_t d);
void ball_mean_add(ball *x, const ball *point, size_t d);
void ball_mean_end(ball *x, size_t count, size_t d);
// The same of the high parts alone, which a dozen digits seldom need more than; begins so too. In
// between the low part is the sum of sizes.
void ball_mean_add_high(ball *x, const ball *point, size_t d);
void ball_mean_end_high(ball *x, size_t count, size_t d);

// The only common zero x of `count` >= d forms: x has d entries, a form d + 1, the constant last.
// `start` is an approximation, the better the smaller the bounds. Returns whether it is known that
// the zero is one point, and where. Takes about 4 d^3 operations.
int ball_meet(ball *x, const ball *const *form, size_t count, size_t d, const double *start);

#endif
