// Pairs of doubles, high + low, of about 106 bits.
#include "exact/fine.h"

#include "exact/versions.h"
#include <math.h>

// a + b = sum + error, exactly.
static inline double sum_error(double a, double b, double sum)
{
    double b_part = sum - a;
    return (a - (sum - b_part)) + (b - b_part);
}

static fine normalised(double high, double low)
{
    double sum = high + low;
    return (fine){sum, sum_error(high, low, sum)};
}

fine fine_add(fine a, fine b)
{
    double sum = a.high + b.high;
    return normalised(sum, sum_error(a.high, b.high, sum) + (a.low + b.low));
}

fine fine_subtract(fine a, fine b)
{
    return fine_add(a, (fine){-b.high, -b.low});
}

fine fine_multiply(fine a, fine b)
{
    double product = a.high * b.high;
    double error = fma(a.high, b.high, -product);
    return normalised(product, error + (a.high * b.low + a.low * b.high));
}

// (high, low) += (weight, rest) * term, lane by lane.
static inline __attribute__((always_inline)) void
add_product(lanes *high, lanes *low, const double *weight, const double *rest, fine term)
{
    lanes w = *(const lanes *)weight, product = w * term.high, error;
    for (int k = 0; k < 8; k++)
        error[k] = fma(w[k], term.high, -product[k]);
    error += w * term.low;
    if (rest)
        error += *(const lanes *)rest * term.high;
    lanes sum = *high + product, part = sum - *high;
    *low += ((*high - (sum - part)) + (product - part)) + error;
    *high = sum;
}

// `entries` of them, a multiple of 8.
static inline __attribute__((always_inline)) void add_block(double *restrict high,
                                                            double *restrict low, size_t entries,
                                                            const double *restrict weight,
                                                            const double *restrict rest, fine term)
{
    if (rest)
        for (size_t j = 0; j < entries; j += 8)
            add_product((lanes *)(high + j), (lanes *)(low + j), weight + j, rest + j, term);
    else
        for (size_t j = 0; j < entries; j += 8)
            add_product((lanes *)(high + j), (lanes *)(low + j), weight + j, NULL, term);
}

VERSIONS
void fine_kernel_add(double *restrict high, double *restrict low, size_t stride, size_t columns,
                     const double *restrict weight, const double *restrict rest, const fine *term)
{
    for (size_t c = 0; c < columns; c++)
        add_block(high + c * stride, low + c * stride, stride, weight, rest, term[c]);
}

// Sums stay in the nearest cache, and each piece of a column of weights is read once.
enum { BLOCK = 256 };

VERSIONS
void fine_kernel_sum(double *restrict high, double *restrict low, size_t stride, size_t columns,
                     const double *restrict start, const double *restrict start_rest,
                     const double *restrict weight, const double *restrict rest,
                     const uint32_t *restrict index, const fine *restrict term, size_t count)
{
    for (size_t from = 0; from < stride; from += BLOCK) {
        size_t entries = stride - from < BLOCK ? stride - from : BLOCK;
        for (size_t c = 0; c < columns; c++)
            for (size_t j = from; j < from + entries; j++) {
                high[c * stride + j] = c + 1 == columns ? start[j] : 0;
                low[c * stride + j] = c + 1 == columns ? start_rest[j] : 0;
            }
        for (size_t k = 0; k < count; k++) {
            size_t at = index[k] * stride + from;
            for (size_t c = 0; c < columns; c++)
                add_block(high + c * stride + from, low + c * stride + from, entries, weight + at,
                          rest ? rest + at : NULL, term[k * columns + c]);
        }
    }
}
