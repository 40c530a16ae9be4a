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
    error += w * term.low + *(const lanes *)rest * term.high;
    lanes sum = *high + product, part = sum - *high;
    *low += ((*high - (sum - part)) + (product - part)) + error;
    *high = sum;
}

VERSIONS
void fine_kernel_add(double *restrict high, double *restrict low, size_t stride, size_t columns,
                     const double *restrict weight, const double *restrict rest, const fine *term)
{
    for (size_t c = 0; c < columns; c++)
        for (size_t j = 0; j < stride; j += 8)
            add_product((lanes *)(high + c * stride + j), (lanes *)(low + c * stride + j),
                        weight + j, rest + j, term[c]);
}

VERSIONS
void fine_kernel_sum(double *restrict high, double *restrict low, size_t stride, size_t columns,
                     const double *restrict start, const double *restrict start_rest,
                     const double *restrict weight, const double *restrict rest,
                     const uint32_t *restrict index, const fine *restrict term, size_t count)
{
    for (size_t c = 0; c < columns; c++)
        for (size_t j = 0; j < stride; j += 8) {
            lanes h = {0}, l = {0};
            if (c + 1 == columns) {
                h = *(const lanes *)(start + j);
                l = *(const lanes *)(start_rest + j);
            }
            for (size_t k = 0; k < count; k++) {
                size_t at = index[k] * stride + j;
                add_product(&h, &l, weight + at, rest + at, term[k * columns + c]);
            }
            *(lanes *)(high + c * stride + j) = h;
            *(lanes *)(low + c * stride + j) = l;
        }
}
