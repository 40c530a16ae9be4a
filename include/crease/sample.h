// What a sample of numbers tells of their mean.
#ifndef CREASE_SAMPLE_H
#define CREASE_SAMPLE_H

#include <stdint.h>

#pragma GCC visibility push(default)

// Of count independent values x_1, .., x_n:
//   mean      = sum x_i / n,
//   deviation = sqrt(sum (x_i - mean)^2 / (n - 1)),   the sample's standard deviation,
//   error     = deviation / sqrt(n),                  the standard error of the mean,
//   low, high = mean -+ t error,
// a 95 % confidence interval for the mean, t the quantile of Student's distribution with n - 1
// degrees of freedom (Student, The probable error of a mean, Biometrika 6, 1908). The sums are
// exact, so that their order does not matter; only the results are rounded. What the sample does
// not tell is NAN: the mean and all that follows if n = 0, the deviation and all that follows if
// n = 1.
typedef struct {
    uint64_t count;
    double mean, deviation, error, low, high;
} crease_estimate;

#pragma GCC visibility pop
#endif
