// Integers by their remainders: to and from integers, sums and scalar products, against FLINT.
#include "exact/remainders.h"
#include "base/memory.h"
#include "exact/kernels.h"
#include "random_integer.h"
#include "unit.h"

#include <flint/fmpz_vec.h>
#include <flint/ulong_extras.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Long sums are made in parts. So many bits are more than the primes tell of.
enum { FEW = 48, MOST_N = 2 * REMAINDER_TERMS + 40, MOST_LINES = 7, TOO_LONG = 1152 };

typedef struct {
    size_t lines, n; // n: a multiple of KERNEL_LANES
    fmpz *number;    // lines x n
    remainder_lines at;
} numbers;

static numbers numbers_new(size_t lines, size_t n, ulong bits, const remainder_basis *basis,
                           random_state *random)
{
    numbers x = {lines, n, _fmpz_vec_init((slong)(lines * n)), {NULL, lines * n, n}};
    x.at.at = memory_new(remainder_basis_primes(basis) * lines * n, sizeof *x.at.at);
    for (size_t i = 0; i < lines * n; i++)
        random_special_integer(x.number + i, bits, 24, random);
    for (size_t k = 0; k < lines; k++)
        remainders_put(x.at.at + k * n, x.at.plane, x.number + k * n, 1, n, basis);
    return x;
}

static void numbers_free(numbers *x)
{
    _fmpz_vec_clear(x->number, (slong)(x->lines * x->n));
    free(x->at.at);
}

static int are_remainders(const numbers *x, const remainder_basis *basis)
{
    int good = 1;
    fmpz_t back;
    fmpz_init(back);
    for (size_t i = 0; i < x->lines * x->n; i++) {
        remainders_get(back, x->at.at + i, x->at.plane, basis);
        good &= fmpz_equal(back, x->number + i);
        for (size_t p = 0; p < remainder_basis_primes(basis); p++)
            good &= x->at.at[p * x->at.plane + i] >= -REMAINDER_SIZE &&
                    x->at.at[p * x->at.plane + i] <= REMAINDER_SIZE;
    }
    fmpz_clear(back);
    return good;
}

// Few numbers do not touch what is beside them.
static int few_are_put(const numbers *x, const remainder_basis *basis, random_state *random)
{
    enum { AROUND = KERNEL_LANES };
    const size_t n = 1 + random_below(random, x->n), primes = remainder_basis_primes(basis);
    const size_t apart = x->n < 2 ? 1 : 1 + random_below(random, (x->n - 1) / n + 1);
    const size_t some = (n - 1) * apart < x->n ? n : 1, plane = some + 2 * AROUND;
    double *to = memory_new(primes * plane, sizeof *to);
    int good = 1;
    fmpz_t back;
    fmpz_init(back);
    remainders_put(to + AROUND, plane, x->number, apart, some, basis);
    for (size_t j = 0; j < some; j++) {
        remainders_get(back, to + AROUND + j, plane, basis);
        good &= fmpz_equal(back, x->number + j * apart);
    }
    for (size_t p = 0; p < primes; p++)
        for (size_t i = 0; i < AROUND; i++)
            good &= to[p * plane + i] == 0 && to[p * plane + AROUND + some + i] == 0;
    fmpz_clear(back);
    free(to);
    return good;
}

static int dot_is_true(const numbers *a, const numbers *b, const remainder_basis *basis,
                       random_state *random)
{
    double sum[MOST_LINES * REMAINDERS_MOST], mask[MOST_N];
    fmpz_t truth, back;
    fmpz_init(truth);
    fmpz_init(back);
    int good = 1;
    for (size_t j = 0; j < a->n; j++)
        memset(mask + j, random_below(random, 3) != 0 ? -1 : 0, sizeof *mask);
    remainders_dot(sum, a->at, a->lines, b->at, mask, a->n, basis);
    for (size_t c = 0; c < a->lines; c++) {
        fmpz_zero(truth);
        for (size_t j = 0; j < a->n; j++) {
            int64_t on;
            memcpy(&on, mask + j, sizeof on);
            if (on)
                fmpz_addmul(truth, a->number + c * a->n + j, b->number + j);
        }
        remainders_get(back, sum + c * REMAINDERS_MOST, 1, basis);
        good &= fmpz_equal(truth, back);
    }
    fmpz_clear(truth);
    fmpz_clear(back);
    return good;
}

// Adds lines times factors to sums, here and there.
static int sums_are_true(numbers *sum, const numbers *line, const numbers *factor,
                         const remainder_basis *basis, random_state *random)
{
    uint32_t index[MOST_N];
    const size_t count = random_below(random, line->lines + 1);
    const size_t plus = random_below(random, count + 1);
    for (size_t k = 0; k < count; k++)
        index[k] = (uint32_t)random_below(random, line->lines);
    for (size_t k = 0; k < count; k++)
        for (size_t c = 0; c < sum->lines; c++)
            (k < plus ? _fmpz_vec_scalar_addmul_fmpz : _fmpz_vec_scalar_submul_fmpz)(
                sum->number + c * sum->n, line->number + index[k] * line->n, (slong)line->n,
                factor->number + c * factor->n + index[k]);
    remainders_add(sum->at, sum->lines, sum->n, line->at, factor->at, index, plus, count - plus,
                   basis);
    return are_remainders(sum, basis);
}

static size_t random_n(random_state *random)
{
    const size_t most = (random_below(random, 16) ? FEW : MOST_N) / KERNEL_LANES;
    return KERNEL_LANES * (1 + random_below(random, most));
}

// Of numbers a little shorter than half of the longest, so that sums of products are not longer.
static void try_sums(int *good, random_state *random)
{
    const ulong bits = 1 + random_below(random, (TOO_LONG - 40) / 2);
    const size_t lines = random_n(random), count = 1 + random_below(random, MOST_LINES);
    remainder_basis *basis = remainder_basis_new(2 * bits + 20);
    numbers line = numbers_new(lines, random_n(random), bits, basis, random);
    numbers factor = numbers_new(count, lines, bits, basis, random);
    numbers sum = numbers_new(count, line.n, 2 * bits, basis, random);
    numbers other = numbers_new(1, lines, bits, basis, random);
    good[0] &= are_remainders(&line, basis) && are_remainders(&sum, basis);
    good[1] &= few_are_put(&line, basis, random);
    good[2] &= dot_is_true(&factor, &other, basis, random);
    for (int k = 0; k < 3; k++)
        good[3] &= sums_are_true(&sum, &line, &factor, basis, random);
    numbers_free(&line);
    numbers_free(&factor);
    numbers_free(&sum);
    numbers_free(&other);
    remainder_basis_free(basis);
}

static void against_flint(void)
{
    random_state random;
    random_seed(&random, 2211);
    printf("seed 2211 ");
    int good[4] = {1, 1, 1, 1};
    for (int repeat = 0; repeat < 300; repeat++)
        try_sums(good, &random);
    CU_ASSERT(good[0]);
    CU_ASSERT(good[1]);
    CU_ASSERT(good[2]);
    CU_ASSERT(good[3]);
}

static double *greatest_new(size_t count, random_state *random)
{
    double *x = memory_new(count, sizeof *x);
    for (size_t i = 0; i < count; i++)
        x[i] = (random_below(random, 64) ? 1 : -1) *
               (double)(REMAINDER_SIZE - (int)random_below(random, 2));
    return x;
}

// Whether a sum is of the class of another number, and small enough to go on with.
static int is_of_class(double sum, int64_t truth, ulong prime)
{
    return (truth - (int64_t)sum) % (int64_t)prime == 0 && sum <= REMAINDER_SIZE &&
           sum >= -REMAINDER_SIZE;
}

// Remainders that are as large as they may be, most of one sign: as many as may be added up at
// once, or more.
static int greatest_sums_are_true(const remainder_basis *basis, size_t count, random_state *random)
{
    enum { LINES = 3, N = KERNEL_LANES };
    const size_t primes = remainder_basis_primes(basis);
    const remainder_lines line = {greatest_new(primes * count * N, random), count * N, N};
    const remainder_lines factor = {greatest_new(primes * LINES * count, random), LINES * count,
                                    count};
    const remainder_lines sum = {greatest_new(primes * LINES * N, random), LINES * N, N};
    uint32_t index[MOST_N];
    ulong prime = (1 << 24) - (1 << 18);
    int64_t *truth = memory_new(primes * LINES * N, sizeof *truth);
    int good = 1;
    for (size_t k = 0; k < count; k++)
        index[k] = (uint32_t)k;
    for (size_t i = 0; i < primes * LINES * N; i++) {
        const size_t p = i / (LINES * N), c = i / N % LINES, j = i % N;
        truth[i] = (int64_t)sum.at[i];
        for (size_t k = 0; k < count; k++)
            truth[i] += (int64_t)line.at[p * line.plane + k * N + j] *
                        (int64_t)factor.at[p * factor.plane + c * count + k];
    }
    remainders_add(sum, LINES, N, line, factor, index, count, 0, basis);
    for (size_t i = 0; i < primes * LINES * N; i++) {
        while (i % (LINES * N) == 0 && !n_is_prime(--prime))
            ;
        good &= is_of_class(sum.at[i], truth[i], prime);
    }
    free(line.at);
    free(factor.at);
    free(sum.at);
    free(truth);
    return good;
}

// The same of a scalar product.
static int greatest_dot_is_true(const remainder_basis *basis, size_t n, random_state *random)
{
    const size_t primes = remainder_basis_primes(basis);
    const remainder_lines a = {greatest_new(primes * n, random), n, n};
    const remainder_lines b = {greatest_new(primes * n, random), n, n};
    double sum[REMAINDERS_MOST], mask[MOST_N];
    ulong prime = (1 << 24) - (1 << 18);
    int good = 1;
    memset(mask, -1, sizeof mask);
    remainders_dot(sum, a, 1, b, mask, n, basis);
    for (size_t p = 0; p < primes; p++) {
        int64_t truth = 0;
        for (size_t j = 0; j < n; j++)
            truth += (int64_t)a.at[p * n + j] * (int64_t)b.at[p * n + j];
        while (!n_is_prime(--prime))
            ;
        good &= is_of_class(sum[p] / (n > REMAINDER_TERMS ? 4 : 1), 0, 1) &&
                (truth - (int64_t)sum[p]) % (int64_t)prime == 0;
    }
    free(a.at);
    free(b.at);
    return good;
}

static void greatest_sums(void)
{
    random_state random;
    random_seed(&random, 2212);
    printf("seed 2212 ");
    remainder_basis *basis = remainder_basis_new(200);
    for (int repeat = 0; repeat < 20; repeat++) {
        CU_ASSERT(greatest_sums_are_true(basis, REMAINDER_TERMS, &random));
        CU_ASSERT(greatest_sums_are_true(basis, MOST_N, &random));
        CU_ASSERT(greatest_dot_is_true(basis, REMAINDER_TERMS, &random));
        CU_ASSERT(greatest_dot_is_true(basis, MOST_N, &random));
    }
    remainder_basis_free(basis);
}

// All sizes: the largest integers, and those next to powers of two. More primes begin with the
// same.
static void sizes(void)
{
    fmpz_t size, x, back;
    fmpz_init(size);
    fmpz_init(x);
    fmpz_init(back);
    int good = 1;
    size_t last = 0;
    for (ulong bits = 0; bits < TOO_LONG; bits++) {
        fmpz_one(size);
        fmpz_mul_2exp(size, size, bits);
        fmpz_sub_ui(size, size, 1);
        remainder_basis *basis = remainder_basis_new(bits);
        if (!basis)
            break;
        last = remainder_basis_primes(basis);
        for (int k = 0; k < 4; k++) {
            double at[REMAINDERS_MOST];
            fmpz_set(x, size);
            if (k & 1)
                fmpz_fdiv_q_2exp(x, x, 1);
            if (k & 2)
                fmpz_neg(x, x);
            remainders_put(at, 1, x, 1, 1, basis);
            remainders_get(back, at, 1, basis);
            good &= fmpz_equal(back, x);
        }
        remainder_basis_free(basis);
    }
    CU_ASSERT(good);
    CU_ASSERT(last == REMAINDERS_MOST);
    CU_ASSERT_PTR_NULL(remainder_basis_new(TOO_LONG));
    fmpz_clear(size);
    fmpz_clear(x);
    fmpz_clear(back);
}

UNIT_MAIN("remainders", {"against_flint", against_flint}, {"greatest_sums", greatest_sums},
          {"sizes", sizes})
