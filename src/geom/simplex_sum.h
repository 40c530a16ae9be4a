// The volume of simplices, and of sets divided into simplices.
#ifndef GEOM_SIMPLEX_SUM_H
#define GEOM_SIMPLEX_SUM_H

#include <flint/fmpq.h>
#include <flint/fmpz_mat.h>
#include <stddef.h>

// The points, in homogeneous integers, become the first rows of the square matrix. volume is the
// absolute value of its determinant divided by the product of the weights. For d + 1 points it is
// d! times the volume of the simplex.
void simplex_volume(fmpq_t volume, fmpz_mat_t matrix, const fmpz *const *point, size_t points);

// The sum of these volumes over simplices that share points. The denominator consists of the
// weights of all points, so one gcd suffices.
typedef struct {
    size_t points;       // of a simplex
    fmpz_mat_t rows;     // square; the caller sets the rows after the points
    const fmpz **vertex; // all points met so far, each once
    size_t vertices, capacity;
    fmpz_t sum, term;
} simplex_sum;

void simplex_sum_init(simplex_sum *sum, size_t columns, size_t points);
void simplex_sum_clear(simplex_sum *sum);
// Adds a simplex. Points are borrowed until simplex_sum_get.
void simplex_sum_add(simplex_sum *sum, const fmpz *const *point);
// The sum divided by (points - 1)!; the second function does not reduce it to lowest terms.
void simplex_sum_get(fmpq_t volume, simplex_sum *sum);
void simplex_sum_get_unreduced(fmpq_t volume, simplex_sum *sum);

#endif
