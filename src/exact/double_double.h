// Double-doubles, high + low, of about 106 bits: between doubles and integers.
//
// Error-free sums and products after Dekker and Knuth; filter.md, 9 bounds the errors. Code with
// these must be compiled without contraction of a b + c.
#pragma once

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct {
    double high, low;
} dd;

// a + b = sum + error, exactly. Always inline, for the functions of versions.h.
static inline __attribute__((always_inline)) double dd_sum_error(double a, double b, double sum)
{
    double part = sum - a;
    return (a - (sum - part)) + (b - part);
}

// a b = product + error, exactly, if all are far from overflow and underflow.
static inline __attribute__((always_inline)) double dd_product_error(double a, double b,
                                                                     double product)
{
    const double half = 0x1p27 + 1, a_part = a * half, b_part = b * half;
    const double a_high = a_part - (a_part - a), a_low = a - a_high;
    const double b_high = b_part - (b_part - b), b_low = b - b_high;
    return ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low;
}

// fma(a, b, c) for processors without it, after Boldo and Melquiond, Emulation of FMA and
// correctly rounded sums, 2008: what is left of the exact product and c is rounded to odd.
static inline double dd_fused(double a, double b, double c)
{
    static const double far = 0x1p900, near = 0x1p-900;
    const double product = a * b;
    if (a == 0 || b == 0)
        return product + c;
    if (!(fabs(a) < far && fabs(b) < far && fabs(c) < far && fabs(product) > near &&
          fabs(product) < far))
        return fma(a, b, c);
    const double error = dd_product_error(a, b, product);
    const double low = c + error, low_rest = dd_sum_error(c, error, low);
    const double high = product + low, high_rest = dd_sum_error(product, low, high);
    double odd = low_rest + high_rest;
    const double lost = dd_sum_error(low_rest, high_rest, odd);
    if (lost != 0) {
        uint64_t bits;
        memcpy(&bits, &odd, sizeof bits);
        if (bits % 2 == 0) // towards what was lost: away from 0 if the signs agree
            bits += (lost > 0) == (odd > 0) ? 1 : UINT64_MAX;
        memcpy(&odd, &bits, sizeof bits);
    }
    return high + odd;
}

#ifdef __wasm__
#define FUSED dd_fused // there fma is a function, and slow
#else
#define FUSED fma
#endif

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
    double error = FUSED(a.high, b.high, -product);
    return dd_normalise((dd){product, error + (a.high * b.low + a.low * b.high)});
}

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
// Adds the contributions of input i, a column of weights with few entries: those from number
// `first` on, `count` of them, are of the rows row[k]. Sums are not normalised: low may exceed half
// a unit of high.
void dd_kernel_add_entries(const dd_sums *sums, size_t i, const uint32_t *row, size_t first,
                           size_t count);

// Normalises (high, low)[j], j < stride.
void dd_kernel_normalise(double *restrict high, double *restrict low, size_t stride);

// The sum of the squares of (slope, rest)[j] (high, low)[j], j < stride, a multiple of
// KERNEL_LANES. Slopes are normalised, values need not be.
dd dd_kernel_square_sum(const double *restrict slope, const double *restrict rest,
                        const double *restrict high, const double *restrict low, size_t stride);
