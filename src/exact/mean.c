// The mean of points, in lowest terms.
//
// Weights of different points have few primes in common, so hardly anything can be cancelled, and
// the greatest common divisor of two long integers need not be looked for. The sum has the weight
// W, a multiple of all w_i with no other primes, and in coordinate c the numerator
//   N = sum_i x_ic W / w_i.
// Let a prime p divide W, but neither two weights nor both x_ic and w_i for any i. It divides one
// w_i, as often as W; so it divides all other terms of N and not that of i: not N. What N and W
// have in common is therefore made of primes of two kinds, which are collected.
#include "exact/mean.h"

#include <flint/fmpz_vec.h>

void points_mean_init(points_mean *mean, size_t dimension)
{
    *mean = (points_mean){.dimension = dimension,
                          .sum = _fmpz_vec_init((slong)dimension),
                          .lacking = _fmpz_vec_init((slong)dimension)};
    for (size_t c = 0; c < dimension; c++)
        fmpz_one(mean->lacking + c);
    fmpz_init_set_ui(mean->weight, 1);
    fmpz_init_set_ui(mean->shared, 1);
    fmpz_init(mean->divisor);
    fmpz_init(mean->share);
    fmpz_init(mean->rest);
}

void points_mean_clear(points_mean *mean)
{
    _fmpz_vec_clear(mean->sum, (slong)mean->dimension);
    _fmpz_vec_clear(mean->lacking, (slong)mean->dimension);
    fmpz_clear(mean->weight);
    fmpz_clear(mean->shared);
    fmpz_clear(mean->divisor);
    fmpz_clear(mean->share);
    fmpz_clear(mean->rest);
}

void points_mean_add(points_mean *mean, const fmpz *row, const fmpq *number)
{
    const fmpz *weight = row + mean->dimension;
    fmpz_gcd(mean->divisor, mean->weight, weight);
    fmpz_divexact(mean->share, weight, mean->divisor);      // what the sum lacks
    fmpz_divexact(mean->rest, mean->weight, mean->divisor); // what the point lacks
    for (size_t c = 0; c < mean->dimension; c++) {
        fmpz_mul(mean->sum + c, mean->sum + c, mean->share);
        fmpz_addmul(mean->sum + c, row + c, mean->rest);
    }
    fmpz_mul(mean->weight, mean->weight, mean->share);
    fmpz_mul(mean->shared, mean->shared, mean->divisor);
    for (size_t c = 0; c < mean->dimension; c++) {
        if (fmpz_equal(fmpq_denref(number + c), weight))
            continue;
        fmpz_divexact(mean->divisor, weight, fmpq_denref(number + c));
        fmpz_mul(mean->lacking + c, mean->lacking + c, mean->divisor);
    }
    mean->points++;
}

// Divides numerator and denominator by all that they have in common of the primes of `primes`.
static void cancel(fmpz_t numerator, fmpz_t denominator, const fmpz_t primes, fmpz_t divisor)
{
    for (;;) {
        fmpz_gcd(divisor, numerator, primes);
        fmpz_gcd(divisor, divisor, denominator);
        if (fmpz_is_one(divisor))
            return;
        fmpz_divexact(numerator, numerator, divisor);
        fmpz_divexact(denominator, denominator, divisor);
    }
}

void points_mean_get(fmpq *x, points_mean *mean)
{
    fmpz_mul_ui(mean->weight, mean->weight, mean->points);
    for (size_t c = 0; c < mean->dimension; c++) {
        if (!mean->points) {
            fmpq_zero(x + c);
            continue;
        }
        fmpz_mul(mean->rest, mean->shared, mean->lacking + c);
        fmpz_mul_ui(mean->rest, mean->rest, mean->points);
        fmpz_set(fmpq_numref(x + c), mean->sum + c);
        fmpz_set(fmpq_denref(x + c), mean->weight);
        cancel(fmpq_numref(x + c), fmpq_denref(x + c), mean->rest, mean->divisor);
    }
}
