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
// Pointers, since functions may not pass what not every processor has.
static inline __attribute__((always_inline)) void
add_product(quad *high, quad *low, const quad *weight, const quad *rest, const fine *term)
{
    quad w = *weight, product = w * term->high, error;
    for (int k = 0; k < QUAD; k++)
        error[k] = fma(w[k], term->high, -product[k]);
    error += w * term->low + *rest * term->high;
    quad sum = *high + product, part = sum - *high;
    *low += ((*high - (sum - part)) + (product - part)) + error;
    *high = sum;
}

VERSIONS
void fine_kernel_add(double *restrict high, double *restrict low, size_t stride, size_t columns,
                     const double *restrict weight, const double *restrict rest, const fine *term)
{
    for (size_t c = 0; c < columns; c++)
        for (size_t j = 0; j < stride; j += QUAD)
            add_product((quad *)(high + c * stride + j), (quad *)(low + c * stride + j),
                        (const quad *)(weight + j), (const quad *)(rest + j), term + c);
}

VERSIONS
void fine_kernel_sum(double *restrict high, double *restrict low, size_t stride, size_t columns,
                     const double *restrict start, const double *restrict start_rest,
                     const double *restrict weight, const double *restrict rest,
                     const uint32_t *restrict index, const fine *restrict term, size_t count)
{
    for (size_t c = 0; c < columns; c++)
        for (size_t j = 0; j < stride; j += 2 * QUAD) {
            quad h0 = {0}, h1 = {0}, l0 = {0}, l1 = {0};
            if (c + 1 == columns) {
                h0 = *(const quad *)(start + j);
                h1 = *(const quad *)(start + j + QUAD);
                l0 = *(const quad *)(start_rest + j);
                l1 = *(const quad *)(start_rest + j + QUAD);
            }
            for (size_t k = 0; k < count; k++) {
                const quad *w = (const quad *)(weight + index[k] * stride + j);
                const quad *r = (const quad *)(rest + index[k] * stride + j);
                add_product(&h0, &l0, w, r, term + k * columns + c);
                add_product(&h1, &l1, w + 1, r + 1, term + k * columns + c);
            }
            *(quad *)(high + c * stride + j) = h0;
            *(quad *)(high + c * stride + j + QUAD) = h1;
            *(quad *)(low + c * stride + j) = l0;
            *(quad *)(low + c * stride + j + QUAD) = l1;
        }
}

// The same as above, lane by lane; results are left in the first argument.
static inline __attribute__((always_inline)) void quads_normalise(quad *high, quad *low)
{
    quad sum = *high + *low, part = sum - *high;
    *low = (*high - (sum - part)) + (*low - part);
    *high = sum;
}

static inline __attribute__((always_inline)) void
quads_multiply(quad *high, quad *low, const quad *factor, const quad *rest)
{
    quad product = *high * *factor, error;
    for (int k = 0; k < QUAD; k++)
        error[k] = fma((*high)[k], (*factor)[k], -product[k]);
    *low = error + (*high * *rest + *low * *factor);
    *high = product;
    quads_normalise(high, low);
}

VERSIONS
fine fine_kernel_square_sum(const double *restrict slope, const double *restrict rest,
                            const double *restrict high, const double *restrict low, size_t stride)
{
    quad sum = {0}, sum_low = {0};
    for (size_t j = 0; j < stride; j += QUAD) {
        quad h = *(const quad *)(high + j), l = *(const quad *)(low + j);
        quads_normalise(&h, &l);
        quads_multiply(&h, &l, (const quad *)(slope + j), (const quad *)(rest + j));
        quad same = h, same_low = l;
        quads_multiply(&h, &l, &same, &same_low);
        quad before = sum, part;
        sum = before + h;
        part = sum - before;
        sum_low = ((before - (sum - part)) + (h - part)) + (sum_low + l);
        quads_normalise(&sum, &sum_low);
    }
    fine total = {0, 0};
    for (int k = 0; k < QUAD; k++)
        total = fine_add(total, (fine){sum[k], sum_low[k]});
    return total;
}
