// Double-doubles, high + low, of about 106 bits.
#include "exact/double_double.h"

#include "exact/versions.h"
#include <math.h>

dd dd_add(dd a, dd b)
{
    double sum = a.high + b.high;
    return dd_normalise((dd){sum, dd_sum_error(a.high, b.high, sum) + (a.low + b.low)});
}

dd dd_subtract(dd a, dd b)
{
    return dd_add(a, (dd){-b.high, -b.low});
}

dd dd_multiply(dd a, dd b)
{
    double product = a.high * b.high;
    double error = fma(a.high, b.high, -product);
    return dd_normalise((dd){product, error + (a.high * b.low + a.low * b.high)});
}

// (high, low) += (weight, rest) * term, lane by lane; rest may be NULL: zeros.
// Pointers, since functions may not pass what not every processor has.
static inline __attribute__((always_inline)) void
add_product(quad *high, quad *low, const quad *weight, const quad *rest, const dd *term)
{
    quad w = *weight, product = w * term->high, error;
    for (int k = 0; k < QUAD; k++)
        error[k] = fma(w[k], term->high, -product[k]);
    error += w * term->low;
    if (rest)
        error += *rest * term->high;
    quad sum = *high + product, part = sum - *high;
    *low += ((*high - (sum - part)) + (product - part)) + error;
    *high = sum;
}

// `entries` of them, a multiple of 8.
static inline __attribute__((always_inline)) void
add_block(double *restrict high, double *restrict low, size_t entries,
          const double *restrict weight, const double *restrict rest, const dd *term)
{
    for (size_t j = 0; j < entries; j += QUAD)
        add_product((quad *)(high + j), (quad *)(low + j), (const quad *)(weight + j),
                    rest ? (const quad *)(rest + j) : NULL, term);
}

VERSIONS
void dd_kernel_add(double *restrict high, double *restrict low, size_t stride, size_t columns,
                   const double *restrict weight, const double *restrict rest, const dd *term)
{
    for (size_t c = 0; c < columns; c++)
        if (rest)
            add_block(high + c * stride, low + c * stride, stride, weight, rest, term + c);
        else
            add_block(high + c * stride, low + c * stride, stride, weight, NULL, term + c);
}

// One lane of add_product.
static inline __attribute__((always_inline)) void
add_entry(double *high, double *low, double weight, double rest, const dd *term)
{
    double product = weight * term->high;
    double error = fma(weight, term->high, -product) + weight * term->low + rest * term->high;
    double sum = *high + product;
    *low += dd_sum_error(*high, product, sum) + error;
    *high = sum;
}

VERSIONS
void dd_kernel_add_entries(double *restrict high, double *restrict low, size_t stride,
                           size_t columns, const uint32_t *restrict row,
                           const double *restrict weight, const double *restrict rest, size_t count,
                           const dd *term)
{
    for (size_t c = 0; c < columns; c++)
        for (size_t k = 0; k < count; k++)
            add_entry(high + c * stride + row[k], low + c * stride + row[k], weight[k],
                      rest ? rest[k] : 0, term + c);
}

// What dd_kernel_sum is given.
typedef struct {
    size_t stride, columns;
    const double *weight, *rest;
    const uint32_t *index;
    const dd *term;
    size_t count;
} terms;

// Two quads of one column, kept in registers while all inputs are added.
static inline __attribute__((always_inline)) void
add_terms(double *restrict high, double *restrict low, const terms *t, size_t c, const double *rest)
{
    quad h0 = *(quad *)high, h1 = *(quad *)(high + QUAD);
    quad l0 = *(quad *)low, l1 = *(quad *)(low + QUAD);
    for (size_t k = 0; k < t->count; k++) {
        const quad *w = (const quad *)(t->weight + t->index[k] * t->stride);
        const quad *r = rest ? (const quad *)(rest + t->index[k] * t->stride) : NULL;
        add_product(&h0, &l0, w, r, t->term + k * t->columns + c);
        add_product(&h1, &l1, w + 1, r ? r + 1 : NULL, t->term + k * t->columns + c);
    }
    *(quad *)high = h0;
    *(quad *)(high + QUAD) = h1;
    *(quad *)low = l0;
    *(quad *)(low + QUAD) = l1;
}

static inline __attribute__((always_inline)) void sum_in_registers(double *restrict high,
                                                                   double *restrict low, terms t)
{
    const double *weight = t.weight, *rest = t.rest;
    for (size_t c = 0; c < t.columns; c++)
        for (size_t j = 0; j < t.stride; j += 2 * QUAD) {
            size_t at = c * t.stride + j;
            t.weight = weight + j;
            if (rest)
                add_terms(high + at, low + at, &t, c, rest + j);
            else
                add_terms(high + at, low + at, &t, c, NULL);
        }
}

// Sums stay in the nearest cache, and each piece of a column of weights is read once.
enum { BLOCK = 256 };

static inline __attribute__((always_inline)) void sum_in_blocks(double *restrict high,
                                                                double *restrict low, terms t)
{
    for (size_t from = 0; from < t.stride; from += BLOCK) {
        size_t entries = t.stride - from < BLOCK ? t.stride - from : BLOCK;
        for (size_t k = 0; k < t.count; k++) {
            size_t at = t.index[k] * t.stride + from;
            for (size_t c = 0; c < t.columns; c++) {
                double *h = high + c * t.stride + from, *l = low + c * t.stride + from;
                if (t.rest)
                    add_block(h, l, entries, t.weight + at, t.rest + at,
                              t.term + k * t.columns + c);
                else
                    add_block(h, l, entries, t.weight + at, NULL, t.term + k * t.columns + c);
            }
        }
    }
}

VERSIONS
void dd_kernel_sum(double *restrict high, double *restrict low, size_t stride, size_t columns,
                   const double *restrict start, const double *restrict start_rest,
                   const double *restrict weight, const double *restrict rest,
                   const uint32_t *restrict index, const dd *restrict term, size_t count)
{
    terms t = {stride, columns, weight, rest, index, term, count};
    for (size_t c = 0; c < columns; c++)
        for (size_t j = 0; j < stride; j++) {
            high[c * stride + j] = c + 1 == columns ? start[j] : 0;
            low[c * stride + j] = c + 1 == columns ? start_rest[j] : 0;
        }
    if (stride < BLOCK)
        sum_in_registers(high, low, t);
    else
        sum_in_blocks(high, low, t);
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
void dd_kernel_normalise(double *restrict high, double *restrict low, size_t stride)
{
    for (size_t j = 0; j < stride; j += QUAD)
        quads_normalise((quad *)(high + j), (quad *)(low + j));
}

VERSIONS
dd dd_kernel_dot(const double *restrict a_high, const double *restrict a_low,
                 const double *restrict b_high, const double *restrict b_low,
                 const double *restrict mask, size_t stride)
{
    quad sum = {0}, sum_low = {0};
    for (size_t j = 0; j < stride; j += QUAD) {
        const quad_mask on = *(const quad_mask *)(mask + j);
        const quad a = (quad)(*(const quad_mask *)(a_high + j) & on);
        const quad rest = (quad)(*(const quad_mask *)(a_low + j) & on);
        quad b = *(const quad *)(b_high + j), low = *(const quad *)(b_low + j), error;
        quads_normalise(&b, &low);
        const quad product = a * b;
        for (int k = 0; k < QUAD; k++)
            error[k] = fma(a[k], b[k], -product[k]);
        error += a * low + rest * b;
        const quad before = sum;
        sum = before + product;
        const quad part = sum - before;
        sum_low += ((before - (sum - part)) + (product - part)) + error;
    }
    dd total = {sum[0], (sum_low[0] + sum_low[1]) + (sum_low[2] + sum_low[3])};
    for (int k = 1; k < QUAD; k++) {
        const double before = total.high;
        total.high = before + sum[k];
        total.low += dd_sum_error(before, sum[k], total.high);
    }
    return dd_normalise(total);
}

VERSIONS
dd dd_kernel_square_sum(const double *restrict slope, const double *restrict rest,
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
    dd total = {0, 0};
    for (int k = 0; k < QUAD; k++)
        total = dd_add(total, (dd){sum[k], sum_low[k]});
    return total;
}
