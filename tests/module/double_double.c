// Double-doubles against rationals: the loss that src/exact/filter.md, 9 allows, and no more.
#include "exact/double_double.h"
#include "base/memory.h"
#include "base/random.h"
#include "bounds.h"
#include "exact/filter.h"
#include "exact/kernels.h"
#include "exact/norm.h"
#include "unit.h"

#include <flint/fmpq_vec.h>
#include <stdio.h>
#include <string.h>

// ---- Random numbers. ----

static double random_double(random_state *random, int range)
{
    double value = (double)random_between(random, -(1ll << 53), 1ll << 53);
    int exponent = (int)random_between(random, -range, range);
    return random_below(random, 16) ? ldexp(value, exponent - 53) : 0;
}

// A pair whose low part is at most half a unit of the high one, sometimes 0.
static dd random_dd(random_state *random, int range)
{
    dd x = {random_double(random, range), 0};
    if (random_below(random, 4))
        x.low = x.high * FILTER_UNIT * random_double(random, 0) * 0.5;
    return x;
}

// Nearly -x, or exactly: only what is lost remains of the sum.
static dd nearly_opposite(random_state *random, dd x)
{
    dd y = {-x.high, -x.low};
    uint64_t kind = random_below(random, 4);
    if (kind == 1)
        y.low = x.high * FILTER_UNIT * random_double(random, 0) * 0.5;
    if (kind == 2 && x.high != 0)
        y = (dd){nextafter(y.high, INFINITY), -x.low / 2};
    if (kind == 3 && x.low != 0)
        y.low = nextafter(y.low, INFINITY);
    return y;
}

// ---- The truth. ----

static void exact_pair(fmpq_t x, double high, double low)
{
    fmpq_t rest;
    fmpq_init(rest);
    exact_double(x, high);
    exact_double(rest, low);
    fmpq_add(x, x, rest);
    fmpq_clear(rest);
}

// |pair - truth| <= factor u^2 size, with rational size.
static bool pair_is_within(double high, double low, const fmpq_t truth, double factor,
                           const fmpq_t size)
{
    fmpq_t error, limit;
    fmpq_init(error);
    fmpq_init(limit);
    exact_pair(error, high, low);
    fmpq_sub(error, error, truth);
    fmpq_abs(error, error);
    exact_double(limit, factor * FILTER_UNIT * FILTER_UNIT);
    fmpq_mul(limit, limit, size);
    bool good = fmpq_cmp(error, limit) <= 0;
    fmpq_clear(error);
    fmpq_clear(limit);
    return good;
}

static bool is_normalised(dd x)
{
    return fabs(x.low) <= fabs(x.high) * FILTER_UNIT;
}

// ---- One operation. A sum loses roundings of low parts: u each, of parts of u the size. ----

enum { SUM_LOSES = 4, PRODUCT_LOSES = 8 };

static bool operations_hold(dd a, dd b)
{
    fmpq *x = _fmpq_vec_init(5), *y = x + 1, *truth = x + 2, *size = x + 3, *other = x + 4;
    exact_pair(x, a.high, a.low);
    exact_pair(y, b.high, b.low);
    fmpq_abs(size, x);
    fmpq_abs(other, y);
    fmpq_add(size, size, other);
    dd sum = dd_add(a, b), difference = dd_subtract(a, b), product = dd_multiply(a, b);
    fmpq_add(truth, x, y);
    bool good = pair_is_within(sum.high, sum.low, truth, SUM_LOSES, size);
    fmpq_sub(truth, x, y);
    good &= pair_is_within(difference.high, difference.low, truth, SUM_LOSES, size);
    fmpq_mul(truth, x, y);
    fmpq_abs(size, truth);
    good &= pair_is_within(product.high, product.low, truth, PRODUCT_LOSES, size);
    _fmpq_vec_clear(x, 5);
    return good && is_normalised(sum) && is_normalised(difference) && is_normalised(product);
}

static void operations(void)
{
    static const int ranges[] = {0, 3, 60, 120};
    random_state random = unit_random(101);
    bool good = true;
    CASES(i, 20000) {
        int range = ranges[i % 4];
        dd a = random_dd(&random, range), b = random_dd(&random, range);
        good &= operations_hold(a, b);
    }
    CU_ASSERT(good);
}

static void cancellation(void)
{
    random_state random = unit_random(102);
    bool good = true;
    CASES(i, 10000) {
        dd a = random_dd(&random, 60), b = nearly_opposite(&random, a);
        good &= operations_hold(a, b);
        dd nothing = dd_subtract(a, a);
        good &= nothing.high == 0 && nothing.low == 0;
    }
    CU_ASSERT(good);
}

// ---- The kernels: sums of m products. ----

enum { COLUMNS = 3, STEPS = 40 };

typedef struct {
    size_t stride;
    double *start, *start_rest;   // stride
    double *weight, *weight_rest; // STEPS x stride
    dd term[STEPS * COLUMNS];
    uint32_t index[STEPS], place[STEPS]; // of the inputs, and 0, 1, ..
    double *high, *low;                  // COLUMNS x stride
    double size[COLUMNS];
} sums;

static void sums_init(sums *s, random_state *random, size_t stride, int range)
{
    s->stride = stride;
    double **arrays[] = {&s->start, &s->start_rest, &s->weight, &s->weight_rest, &s->high, &s->low};
    const size_t rows[] = {1, 1, STEPS, STEPS, COLUMNS, COLUMNS};
    for (size_t i = 0; i < 6; i++)
        *arrays[i] = memory_new(rows[i] * stride, sizeof(double));
    for (size_t i = 0; i < stride; i++) {
        dd x = random_dd(random, range);
        s->start[i] = x.high;
        s->start_rest[i] = x.low;
    }
    for (size_t i = 0; i < STEPS * stride; i++) {
        dd x = random_dd(random, range);
        s->weight[i] = x.high;
        s->weight_rest[i] = x.low;
    }
    // Half of the terms come again with the opposite sign, so that most of each sum cancels.
    for (size_t k = 0; k < STEPS; k++) {
        s->index[k] = (uint32_t)(k % 2 ? s->index[k - 1] : random_below(random, STEPS));
        s->place[k] = (uint32_t)k;
        for (size_t c = 0; c < COLUMNS; c++) {
            size_t at = k * COLUMNS + c;
            s->term[at] =
                k % 2 ? nearly_opposite(random, s->term[at - COLUMNS]) : random_dd(random, range);
        }
    }
}

static void sums_clear(sums *s)
{
    double *arrays[] = {s->start, s->start_rest, s->weight, s->weight_rest, s->high, s->low};
    for (size_t i = 0; i < 6; i++)
        free(arrays[i]);
}

// Upper bounds of the sums of a column.
static void find_sizes(sums *s, size_t count)
{
    for (size_t c = 0; c < COLUMNS; c++) {
        s->size[c] = 0;
        for (size_t j = 0; j < s->stride; j++) {
            double size = c + 1 == COLUMNS ? fabs(s->start[j]) : 0;
            for (size_t k = 0; k < count; k++)
                size +=
                    fabs(s->weight[s->index[k] * s->stride + j] * s->term[k * COLUMNS + c].high);
            s->size[c] = fmax(s->size[c], size * FILTER_ENLARGE);
        }
    }
}

// Adds terms from .. from + count - 1, one column of weights for each, in the order of terms.
static void add_together(sums *s, const double *start, const double *start_rest, size_t from,
                         size_t count, bool has_rest)
{
    enum { APART = STEPS + 3 };
    double term[COLUMNS * APART], term_rest[COLUMNS * APART];
    double *weight = memory_new(STEPS * s->stride, sizeof *weight);
    double *rest = memory_new(STEPS * s->stride, sizeof *rest);
    for (size_t k = 0; k < STEPS; k++) {
        const size_t bytes = s->stride * sizeof(double), at = s->index[k] * s->stride;
        memcpy(weight + k * s->stride, s->weight + at, bytes);
        memcpy(rest + k * s->stride, s->weight_rest + at, bytes);
        for (size_t c = 0; c < COLUMNS; c++) {
            term[c * APART + k] = s->term[k * COLUMNS + c].high;
            term_rest[c * APART + k] = s->term[k * COLUMNS + c].low;
        }
    }
    dd_kernel_sum(&(dd_sums){s->high, s->low, start, start_rest, weight, has_rest ? rest : NULL,
                             term, term_rest, s->place + from, s->size, s->stride, COLUMNS, APART,
                             count});
    free(weight);
    free(rest);
}

// All of the terms, the last of them as an update.
static void add_all(sums *s, size_t count, bool has_rest)
{
    const size_t last = (COLUMNS - 1) * s->stride, entries = COLUMNS * s->stride;
    double *start = memory_new(2 * entries, sizeof *start);
    memcpy(start + last, s->start, s->stride * sizeof *start);
    memcpy(start + entries + last, s->start_rest, s->stride * sizeof *start);
    find_sizes(s, count);
    add_together(s, start, start + entries, 0, count - count / 4, has_rest);
    add_together(s, s->high, s->low, count - count / 4, count / 4, has_rest);
    free(start);
}

// In column c of unit j the pair is within `limit` u^2 of the sum of `count` terms, beside the size
// of the column.
static bool entry_holds(const double *high, const double *low, const sums *s, size_t count,
                        double limit, size_t c, size_t j)
{
    fmpq *x = _fmpq_vec_init(4), *truth = x + 1, *size = x + 2, *term = x + 3;
    if (c + 1 == COLUMNS)
        exact_pair(truth, s->start[j], s->start_rest[j]);
    for (size_t k = 0; k < count; k++) {
        size_t at = s->index[k] * s->stride + j;
        exact_pair(x, s->weight[at], s->weight_rest[at]);
        exact_pair(term, s->term[k * COLUMNS + c].high, s->term[k * COLUMNS + c].low);
        fmpq_mul(x, x, term);
        fmpq_add(truth, truth, x);
    }
    exact_double(size, s->size[c]);
    size_t at = c * s->stride + j;
    bool good = pair_is_within(high[at], low[at], truth, limit, size);
    _fmpq_vec_clear(x, 4);
    return good;
}

// Sums are near the truth next to the size of the column, and normalised.
static bool kernels_hold(sums *s, size_t count)
{
    add_all(s, count, 1);
    const double steps = (double)count + 2;
    bool good = true;
    for (size_t c = 0; c < COLUMNS; c++)
        for (size_t j = 0; j < s->stride; j++) {
            const dd sum = {s->high[c * s->stride + j], s->low[c * s->stride + j]};
            good &= entry_holds(s->high, s->low, s, count, 5 * steps * steps + 20 * steps, c, j);
            good &= is_normalised(sum);
        }
    return good;
}

// Weights without rests, and layers wider than a block of the kernel.
static void wide_kernels(void)
{
    random_state random = unit_random(104);
    for (int repeat = 0; repeat < 6; repeat++) {
        sums s;
        sums_init(&s, &random, kernel_stride(250 + 150 * (size_t)(repeat / 2)), 4);
        if (repeat % 2)
            CU_ASSERT(kernels_hold(&s, STEPS));
        const size_t entries = COLUMNS * s.stride;
        memset(s.weight_rest, 0, STEPS * s.stride * sizeof *s.weight_rest);
        double *high = memory_new(entries, sizeof *high), *low = memory_new(entries, sizeof *low);
        add_all(&s, STEPS, 1);
        memcpy(high, s.high, entries * sizeof *high);
        memcpy(low, s.low, entries * sizeof *low);
        add_all(&s, STEPS, 0);
        for (size_t i = 0; i < entries; i++)
            CU_ASSERT(s.high[i] == high[i] && s.low[i] == low[i]);
        free(high);
        free(low);
        sums_clear(&s);
    }
}

// The sum that rounds once, with and without the processor's own.
static void fused(void)
{
    static const int ranges[] = {0, 4, 60, 500, 1000};
    random_state random = unit_random(105);
    for (int repeat = 0; repeat < 200000; repeat++) {
        const int range = ranges[repeat % 5];
        const double a = random_double(&random, range), b = random_double(&random, range);
        const double product = a * b, nudges[] = {1, 0x1p-53, 0x1p-106, -0x1p-54};
        double c = random_double(&random, range);
        if (repeat % 3 == 1) // half a unit of the product, or nearly
            c = nextafter(product * 0x1p-53 * nudges[random_below(&random, 4)], c);
        if (repeat % 3 == 2) // cancels
            c = -(product + product * nudges[1 + random_below(&random, 3)]);
        const double expected = fma(a, b, c), computed = dd_fused(a, b, c);
        if (memcmp(&expected, &computed, sizeof expected) != 0 && !isnan(expected)) {
            printf("\n  case %d: %a * %a + %a is %a, found %a\n", repeat, a, b, c, expected,
                   computed);
            CU_FAIL("dd_fused differs from fma");
            return;
        }
    }
}

static void kernels(void)
{
    static const int ranges[] = {0, 4, 80};
    random_state random = unit_random(103);
    for (int repeat = 0; repeat < 30; repeat++) {
        sums s;
        sums_init(&s, &random, kernel_stride(1 + random_below(&random, 20)), ranges[repeat % 3]);
        CU_ASSERT(kernels_hold(&s, 0));
        CU_ASSERT(kernels_hold(&s, 1));
        CU_ASSERT(kernels_hold(&s, random_below(&random, STEPS)));
        CU_ASSERT(kernels_hold(&s, STEPS));
        sums_clear(&s);
    }
}

UNIT_MAIN("dd", {"operations", operations}, {"cancellation", cancellation}, {"fused", fused},
          {"kernels", kernels}, {"wide_kernels", wide_kernels})
