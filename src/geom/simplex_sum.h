// The volume of simplices, and of what is divided into some.
#ifndef GEOM_SIMPLEX_SUM_H
#define GEOM_SIMPLEX_SUM_H

#include <flint/fmpq.h>
#include <flint/fmpz_mat.h>
#include <stddef.h>

// Of a simplex whose points, in homogeneous integers, become the first rows of a square matrix: the
// absolute value of its determinant divided by the product of their weights. Of d + 1 points that
// is d! times the volume.
void simplex_volume(fmpq_t volume, fmpz_mat_t matrix, const fmpz *const *point, size_t points);

// The sum of that over simplices with points in common: with the weights of all their points as
// denominator, so that a common divisor is looked for once.
typedef struct {
    size_t points;       // of a simplex
    fmpz_mat_t rows;     // square; what follows the points is the caller's
    const fmpz **vertex; // all points met so far, each once
    size_t vertices, capacity;
    fmpz_t sum, term;
} simplex_sum;

void simplex_sum_init(simplex_sum *sum, size_t columns, size_t points);
void simplex_sum_clear(simplex_sum *sum);
// Adds a simplex. Points are borrowed until simplex_sum_get.
void simplex_sum_add(simplex_sum *sum, const fmpz *const *point);
// All of it, divided by (points - 1)!; or not in lowest terms.
void simplex_sum_get(fmpq_t volume, simplex_sum *sum);
void simplex_sum_get_unreduced(fmpq_t volume, simplex_sum *sum);

#endif
