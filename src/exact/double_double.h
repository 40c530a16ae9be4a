// Double-doubles, high + low, of about 106 bits: between doubles and integers.
//
// Error-free sums and products after Dekker and Knuth; filter.md, 9 bounds the errors. Code with
// these must be compiled without contraction of a b + c.
#pragma once

#include <math.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    double high, low;
} dd;

// a + b = sum + error, exactly. Always inline, for the functions of versions.h.
static inline __attribute__((always_inline)) double dd_sum_error(double a, double b, double sum)
{
    double part = sum - a;
    return (a - (sum - part)) + (b - part);
}

// The same number with |low| at most half a unit of high.
static inline dd dd_normalise(dd a)
{
    double sum = a.high + a.low;
    return (dd){sum, dd_sum_error(a.high, a.low, sum)};
}

static inline dd dd_add(dd a, dd b)
{
    double sum = a.high + b.high;
    return dd_normalise((dd){sum, dd_sum_error(a.high, b.high, sum) + (a.low + b.low)});
}

static inline dd dd_subtract(dd a, dd b)
{
    return dd_add(a, (dd){-b.high, -b.low});
}

// Inline, since a fused product is a call unless the function around it is compiled for processors
// that have it.
static inline __attribute__((always_inline)) dd dd_multiply(dd a, dd b)
{
    double product = a.high * b.high;
    double error = fma(a.high, b.high, -product);
    return dd_normalise((dd){product, error + (a.high * b.low + a.low * b.high)});
}

// (high, low)[row[k]][c] += (weight, rest)[k] * term[c * apart], k < count, of maps stored as in
// kernels.h: a column of weights with few entries. Sums are not normalised: low may exceed half a
// unit of high.
void dd_kernel_add_entries(double *restrict high, double *restrict low, size_t stride,
                           size_t columns, const uint32_t *restrict row,
                           const double *restrict weight, const double *restrict rest, size_t count,
                           const double *restrict term, const double *restrict term_rest,
                           size_t apart);

// The sums of kernel_sum: map = start + weight term^T. Starts, terms and results are normalised;
// the results may replace the starts.
typedef struct {
    double *high, *low;
    const double *start, *start_rest;
    const double *weight, *weight_rest; // the rest may be NULL: zeros
    const double *term, *term_rest;
    const uint32_t *index;
    const double *size; // of each column: an upper bound of all partial sums
    size_t stride, columns, apart, count;
} dd_sums;
void dd_kernel_sum(const dd_sums *sums);

// Normalises (high, low)[j], j < stride.
void dd_kernel_normalise(double *restrict high, double *restrict low, size_t stride);

// The sum of the squares of (slope, rest)[j] (high, low)[j], j < stride, a multiple of
// KERNEL_LANES. Slopes are normalised, values need not be.
dd dd_kernel_square_sum(const double *restrict slope, const double *restrict rest,
                        const double *restrict high, const double *restrict low, size_t stride);
