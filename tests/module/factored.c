// Sums of fractions with factors in common, against FLINT's fmpq_add one after the other.
#include "exact/factored.h"
#include "base/limits.h"
#include "random_integer.h"
#include "unit.h"

#include <flint/fmpz_vec.h>

enum { POOL = 8, MOST_FACTORS = 5, MOST_TERMS = 20 };

typedef struct {
    fmpz pool[POOL], factor[MOST_FACTORS];
    fmpz_t numerator;
    fmpq_t wanted, term, sum;
    factored term_of[MOST_TERMS], *terms[MOST_TERMS];
} numbers;

static void numbers_init(numbers *n)
{
    *n = (numbers){0};
    fmpq_init(n->wanted);
    fmpq_init(n->term);
    fmpq_init(n->sum);
    for (size_t i = 0; i < MOST_TERMS; i++) {
        factored_init(n->term_of + i);
        n->terms[i] = n->term_of + i;
    }
}

static void numbers_clear(numbers *n)
{
    for (size_t i = 0; i < MOST_TERMS; i++)
        factored_clear(n->term_of + i);
    for (size_t i = 0; i < POOL; i++)
        fmpz_clear(n->pool + i);
    for (size_t i = 0; i < MOST_FACTORS; i++)
        fmpz_clear(n->factor + i);
    fmpz_clear(n->numerator);
    fmpq_clear(n->wanted);
    fmpq_clear(n->term);
    fmpq_clear(n->sum);
}

// Some factors of the pool, which may repeat, and a numerator, perhaps 0 or divisible by one.
static void random_term(numbers *n, size_t i, random_state *random)
{
    const size_t factors = random_below(random, MOST_FACTORS + 1);
    random_special_integer(n->numerator, 100, 1, random);
    fmpz_one(fmpq_denref(n->term));
    for (size_t k = 0; k < factors; k++) {
        const fmpz *factor = n->pool + random_below(random, POOL);
        fmpz_set(n->factor + k, factor);
        fmpz_mul(fmpq_denref(n->term), fmpq_denref(n->term), factor);
        if (random_below(random, 4) == 0)
            fmpz_mul(n->numerator, n->numerator, factor);
    }
    fmpz_set(fmpq_numref(n->term), n->numerator);
    fmpq_canonicalise(n->term);
    fmpq_add(n->wanted, n->wanted, n->term);
    factored_set(n->term_of + i, n->numerator, n->factor, factors);
}

static const volatile sig_atomic_t interrupt = 1;

// A sum that a task needs is whole, whatever limit was reached.
static void against_flint(void)
{
    const crease_options options = {.interrupt = &interrupt};
    run_limits limits;
    run_limits_init(&limits, &options);
    CU_ASSERT(run_poll_now());
    numbers n;
    numbers_init(&n);
    SEEDS(seed, 2000) {
        random_state random = unit_random(seed);
        const size_t terms = random_below(&random, MOST_TERMS) + 1;
        for (size_t i = 0; i < POOL; i++) {
            random_special_integer(n.pool + i, 1 + random_below(&random, 120), 1, &random);
            fmpz_abs(n.pool + i, n.pool + i);
            if (fmpz_is_zero(n.pool + i))
                fmpz_set_ui(n.pool + i, 6);
        }
        fmpq_zero(n.wanted);
        for (size_t i = 0; i < terms; i++)
            random_term(&n, i, &random);
        factored_sum(n.terms, terms, false);
        factored_get(n.sum, n.term_of);
        CU_ASSERT(fmpq_equal(n.sum, n.wanted));
        for (size_t i = 1; i < terms; i++)
            CU_ASSERT(fmpz_is_zero(n.term_of[i].numerator) && n.term_of[i].factors == 0);
    }
    numbers_clear(&n);
    CU_ASSERT_EQUAL(run_limits_end(&limits, CREASE_STOPPED, NULL), CREASE_STOPPED);
}

static void stops(void)
{
    const crease_options options = {.interrupt = &interrupt};
    run_limits limits;
    numbers n;
    numbers_init(&n);
    for (size_t i = 0; i < 2; i++) {
        fmpz_set_ui(n.numerator, 1 + i);
        factored_set(n.term_of + i, n.numerator, n.factor, 0);
    }
    run_limits_init(&limits, &options);
    CU_ASSERT(run_poll_now());
    factored_sum(n.terms, 2, true);
    CU_ASSERT(fmpz_equal_ui(n.term_of[1].numerator, 2));
    CU_ASSERT_EQUAL(run_limits_end(&limits, CREASE_STOPPED, NULL), CREASE_STOPPED);
    factored_sum(n.terms, 2, true);
    CU_ASSERT(fmpz_equal_ui(n.term_of[0].numerator, 3));
    numbers_clear(&n);
}

// 1/(2 2) + 1/2 + 1/(3 2) + 0/5 = 11/12, with each factor as often as a term has it.
static void by_hand(void)
{
    static const ulong number[4][3] = {{1, 2, 2}, {1, 1, 2}, {1, 3, 2}, {0, 5, 1}};
    numbers n;
    numbers_init(&n);
    for (size_t i = 0; i < 4; i++) {
        fmpz_set_ui(n.numerator, number[i][0]);
        fmpz_set_ui(n.factor, number[i][1]);
        fmpz_set_ui(n.factor + 1, number[i][2]);
        factored_set(n.term_of + i, n.numerator, n.factor, 2);
    }
    CU_ASSERT(n.term_of[0].factors == 2 && n.term_of[1].factors == 1 && n.term_of[3].factors == 0);
    factored_sum(n.terms, 4, false);
    CU_ASSERT(n.term_of->factors == 3 && fmpz_equal_ui(n.term_of->factor + 1, 2));
    factored_get(n.sum, n.term_of);
    CU_ASSERT(fmpz_equal_ui(fmpq_numref(n.sum), 11) && fmpz_equal_ui(fmpq_denref(n.sum), 12));
    factored_sum(n.terms, 0, false);
    factored_get(n.sum, n.term_of + 3);
    CU_ASSERT(fmpq_is_zero(n.sum));
    numbers_clear(&n);
}

UNIT_MAIN("factored", {"by_hand", by_hand}, {"against_flint", against_flint}, {"stops", stops})
