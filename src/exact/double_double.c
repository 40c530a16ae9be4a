// Double-doubles, high + low, of about 106 bits.
#include "exact/double_double.h"

#include "base/fatal.h"
#include "exact/versions.h"
#include <math.h>

VERSIONS
void dd_kernel_add_entries(const dd_sums *sums, size_t i, const uint32_t *restrict row,
                           size_t first, size_t count)
{
    ASSERT(sums->columns > 0);
    const double *restrict weight = sums->weight + first;
    const double *restrict rest = sums->weight_rest ? sums->weight_rest + first : NULL;
    for (size_t c = 0; c < sums->columns; c++) {
        const double factor = sums->term[c * sums->apart + i],
                     factor_rest = sums->term_rest[c * sums->apart + i];
        double *restrict high = sums->high + c * sums->stride;
        double *restrict low = sums->low + c * sums->stride;
        for (size_t k = 0; k < count; k++) {
            double *h = high + row[k], *l = low + row[k];
            const double product = weight[k] * factor;
            const double error = FUSED(weight[k], factor, -product) + weight[k] * factor_rest +
                                 (rest ? rest[k] : 0) * factor;
            const double sum = *h + product;
            *l += dd_sum_error(*h, product, sum) + error;
            *h = sum;
        }
    }
}

// ---- Sums of a whole layer, whose high parts have the same exponent (filter.md, 9) ----

// Added to sums of at most that absolute value it gives all the same exponent: 3 2^k, 2^k > 1.05
// size.
static inline double anchor_of(double size)
{
    union {
        double value;
        uint64_t bits;
    } power = {size > 0x1p-960 ? 1.05 * size : 0x1p-960};
    power.bits &= 0x7ff0000000000000; // without its digits
    return 6 * power.value;
}

enum { TOGETHER = 3 }; // columns; in the plane a weight is read once

#define VECTOR quad
#define WIDTH QUAD
#define ADD_TO_BLOCK add_to_four
#define ADD_INPUTS add_by_fours
#include "exact/pair_sums.h"
#undef VECTOR
#undef WIDTH
#undef ADD_TO_BLOCK
#undef ADD_INPUTS
#define VECTOR lanes
#define WIDTH LANES
#define ADD_TO_BLOCK add_to_eight
#define ADD_INPUTS add_by_eights
#include "exact/pair_sums.h"

WIDEST
static void add_inputs_widest(const dd_sums *s, size_t from, size_t end)
{
    if (s->weight_rest)
        add_by_eights(s, from, end, 1);
    else
        add_by_eights(s, from, end, 0);
}

// The high part receives the anchor, and the low part its rounding error.
IN_LINE void anchor_sums(const dd_sums *s, size_t c)
{
    const lanes anchor = (lanes){0} + anchor_of(s->size[c]);
    for (size_t index = c * s->stride; index < (c + 1) * s->stride; index += LANES) {
        const lanes high = *(const lanes *)(s->start + index), sum = anchor + high;
        const lanes low = *(const lanes *)(s->start_rest + index);
        *(lanes *)(s->high + index) = sum;
        *(lanes *)(s->low + index) = (high - (sum - anchor)) + low;
    }
}

IN_LINE void normalise_sums(const dd_sums *s, size_t c)
{
    const lanes anchor = (lanes){0} + anchor_of(s->size[c]);
    for (size_t index = c * s->stride; index < (c + 1) * s->stride; index += LANES) {
        const lanes high = *(const lanes *)(s->high + index) - anchor;
        const lanes low = *(const lanes *)(s->low + index);
        const lanes sum = high + low, part = sum - high;
        *(lanes *)(s->high + index) = sum;
        *(lanes *)(s->low + index) = (high - (sum - part)) + (low - part);
    }
}

VERSIONS
void dd_kernel_sum(const dd_sums *sums)
{
    // Weights that exceed the near caches are read in their order.
    enum { WIDE = 256, AT_ONCE = 16 };
    const size_t step = sums->stride < WIDE ? sums->count : AT_ONCE;
    for (size_t c = 0; c < sums->columns; c++)
        anchor_sums(sums, c);
    for (size_t k = 0; k < sums->count; k += step) {
        const size_t last = k + step < sums->count ? k + step : sums->count;
        if (HAS_WIDEST)
            add_inputs_widest(sums, k, last);
        else if (sums->weight_rest)
            add_by_fours(sums, k, last, 1);
        else
            add_by_fours(sums, k, last, 0);
    }
    for (size_t c = 0; c < sums->columns; c++)
        normalise_sums(sums, c);
}

// As dd_multiply, lane by lane; the results replace the first factor.
IN_LINE void quads_multiply(quad *high, quad *low, const quad *factor, const quad *rest)
{
    ASSERT(high && low && factor && rest);
    quad product = *high * *factor, error;
    for (int k = 0; k < QUAD; k++)
        error[k] = FUSED((*high)[k], (*factor)[k], -product[k]);
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
