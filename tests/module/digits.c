// Integers in digits: to and from integers, sums and scalar products, against FLINT.
#include "exact/digits.h"
#include "exact/kernels.h"
#include "random_integer.h"
#include "unit.h"

#include <flint/fmpz_vec.h>
#include <stdio.h>
#include <string.h>

// Long scalar products are made in slices.
enum { FEW = 64, MOST_N = 400, MOST_FACTORS = 9, PLACES = 2 * MOST_FACTORS };

typedef struct {
    size_t n, count;
    fmpz *number;
    double digit[MOST_FACTORS * MOST_N];
} numbers;

static void random_numbers(numbers *x, size_t n, size_t count, random_state *random)
{
    x->n = n;
    x->count = count;
    x->number = _fmpz_vec_init((slong)n);
    for (size_t j = 0; j < n; j++) {
        random_special_integer(x->number + j, count * DIGIT_BITS - 3, DIGIT_BITS, random);
        digits_put(x->digit + j, n, count, x->number + j);
    }
}

static digit_vector vector_of(const numbers *x)
{
    return (digit_vector){x->digit, x->n, x->count};
}

static int are_digits(const numbers *x)
{
    int good = 1;
    fmpz_t back;
    fmpz_init(back);
    for (size_t j = 0; j < x->n; j++) {
        digits_get(back, x->digit + j, x->n, x->count);
        good &= fmpz_equal(back, x->number + j) && digits_for(back) <= x->count;
        for (size_t p = 0; p < x->count; p++)
            good &= x->digit[p * x->n + j] >= -(1 << (DIGIT_BITS - 1)) &&
                    x->digit[p * x->n + j] <= 1 << (DIGIT_BITS - 1);
    }
    fmpz_clear(back);
    return good;
}

static int dot_is_true(const numbers *a, const numbers *b, random_state *random)
{
    double place[PLACES], mask[MOST_N];
    fmpz_t sum, back;
    fmpz_init(sum);
    fmpz_init(back);
    for (size_t j = 0; j < a->n; j++) {
        const int on = (int)random_below(random, 3) != 0;
        memset(mask + j, on ? -1 : 0, sizeof *mask);
        if (on)
            fmpz_addmul(sum, a->number + j, b->number + j);
    }
    digits_dot(place, vector_of(a), vector_of(b), mask, a->n);
    digits_get(back, place, 1, a->count + b->count);
    const int good = fmpz_equal(sum, back);
    fmpz_clear(sum);
    fmpz_clear(back);
    return good;
}

// All of a times each number of b, added or taken away.
static int sums_are_true(const numbers *a, const numbers *b, random_state *random)
{
    const size_t count = a->count + b->count + 1, often = 8;
    double sum[(PLACES + 1) * MOST_N];
    fmpz *truth = _fmpz_vec_init((slong)a->n);
    fmpz_t back;
    fmpz_init(back);
    memset(sum, 0, sizeof sum);
    int good = 1;
    for (size_t k = 0; k < b->n; k++) {
        const int minus = (int)random_below(random, 2);
        const digit_vector factor = {b->digit + k, b->n, b->count};
        digits_add(sum, a->n, vector_of(a), factor, minus, a->n);
        (minus ? _fmpz_vec_scalar_submul_fmpz
               : _fmpz_vec_scalar_addmul_fmpz)(truth, a->number, (slong)a->n, b->number + k);
        if (k % often == often - 1)
            digits_carry(sum, a->n, count, a->n);
    }
    for (size_t j = 0; j < a->n; j++) {
        digits_get(back, sum + j, a->n, count);
        good &= fmpz_equal(back, truth + j);
    }
    fmpz_clear(back);
    _fmpz_vec_clear(truth, (slong)a->n);
    return good;
}

static void against_flint(void)
{
    random_state random;
    random_seed(&random, 2211);
    printf("seed 2211 ");
    int good = 1, same = 1, added = 1;
    for (int repeat = 0; repeat < 1000; repeat++) {
        numbers a, b;
        const size_t most = (random_below(&random, 16) ? FEW : MOST_N) / KERNEL_LANES;
        const size_t n = KERNEL_LANES * (1 + random_below(&random, most));
        random_numbers(&a, n, 1 + random_below(&random, MOST_FACTORS), &random);
        random_numbers(&b, n, 1 + random_below(&random, MOST_FACTORS), &random);
        good &= are_digits(&a) && are_digits(&b);
        same &= dot_is_true(&a, &b, &random);
        added &= sums_are_true(&a, &b, &random);
        _fmpz_vec_clear(a.number, (slong)n);
        _fmpz_vec_clear(b.number, (slong)n);
    }
    CU_ASSERT(good);
    CU_ASSERT(same);
    CU_ASSERT(added);
}

UNIT_MAIN("digits", {"against_flint", against_flint})
