// Exact sums of doubles, in digits to the base 2^32 that are carried late (Neal, Fast exact
// summation using small and large superaccumulators, 2015).
#pragma once

#include <flint/fmpz.h>
#include <stddef.h>
#include <stdint.h>

enum { DOUBLE_SUM_DIGITS = 68 }; // from 2^-1074 to beyond 2^1024

typedef struct {
    int64_t digit[DOUBLE_SUM_DIGITS];
    uint32_t terms;   // since digits were carried
    size_t low, high; // all digits before the first and from the second on are 0
} double_sum;

void double_sum_zero(double_sum *sum);
// Adds a finite number.
void double_sum_add(double_sum *sum, double term);
// Adds another sum and leaves 0 there.
void double_sum_append(double_sum *sum, double_sum *more);
// mantissa 2^power = the sum.
void double_sum_get(fmpz_t mantissa, slong *power, const double_sum *sum);
