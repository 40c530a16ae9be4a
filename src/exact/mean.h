// The mean of points, in lowest terms.
#ifndef EXACT_MEAN_H
#define EXACT_MEAN_H

#include <flint/fmpq.h>
#include <stddef.h>

// The sum so far is sum / weight, entry by entry.
typedef struct {
    size_t dimension, points;
    fmpz *sum; // dimension
    fmpz_t weight;
    fmpz_t shared; // has all primes that two of the weights have in common
    fmpz *lacking; // of each coordinate: all primes by which it is less than its point's weight
    fmpz_t divisor, share, rest; // scratch
} points_mean;

void points_mean_init(points_mean *mean, size_t dimension);
void points_mean_clear(points_mean *mean);

// A point (x, w) in integers without common factor, w > 0, and as rationals in lowest terms.
void points_mean_add(points_mean *mean, const fmpz *row, const fmpq *number);
// The origin if there are none.
void points_mean_get(fmpq *x, points_mean *mean);

#endif
