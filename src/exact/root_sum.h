// Sums of square roots of non-negative rationals, enclosed.
#ifndef EXACT_ROOT_SUM_H
#define EXACT_ROOT_SUM_H

#include "exact/interval.h"
#include <crease/status.h>

// Roots that are rational are summed exactly, all others in intervals: as no term is negative, the
// relative width of the sum is at most that of one term and one rounding for each.
typedef struct {
    fmpq_t rational;
    interval rest, term; // term: scratch
} root_sum;

// digits: the relative width shall be at most 10^-digits, for up to 2^32 terms.
void root_sum_init(root_sum *sum, unsigned digits);
void root_sum_clear(root_sum *sum);
void root_sum_add(root_sum *sum, const fmpq_t square);
// The sum divided by a positive number.
void root_sum_enclose(crease_enclosure *enclosure, const root_sum *sum, const fmpq_t divisor);

#endif
