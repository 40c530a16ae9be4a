// Rationals in a word, against the general way for all numbers.
#include "exact/word_rational.h"
#include "base/random.h"
#include "exact/rational.h"
#include "unit.h"

#include <gmp.h>
#include <mpfr.h>
#include <stdio.h>
#include <string.h>

// A plus sign is for the general way only.
static int general_parse(fmpq_t x, const char *text)
{
    char signed_text[128];
    int negative = *text == '-';
    snprintf(signed_text, sizeof signed_text, "+%s", text + negative);
    if (rational_parse(x, signed_text, strlen(signed_text), NULL))
        return 0;
    if (negative)
        fmpq_neg(x, x);
    return 1;
}

static void check_parse(const char *text, int expected)
{
    fmpq_t fast, slow;
    fmpq_init(fast);
    fmpq_init(slow);
    fmpq_set_si(fast, 7, 3);
    int taken = word_rational_parse(fast, text, strlen(text));
    if (expected >= 0)
        CU_ASSERT_EQUAL(taken, expected);
    if (taken) {
        CU_ASSERT(general_parse(slow, text));
        if (!fmpq_equal(fast, slow))
            printf("%s ", text);
        CU_ASSERT(fmpq_equal(fast, slow) && fmpq_is_canonical(fast));
    } else {
        fmpq_set_si(slow, 7, 3);
        CU_ASSERT(fmpq_equal(fast, slow));
    }
    fmpq_clear(fast);
    fmpq_clear(slow);
}

static void parse_by_hand(void)
{
    static const char *const taken[] = {
        "0",      "-0",       "00.0",    "1",      "-1",
        "10",     "2.5",      "-0.0625", "1.",     "1e3",
        "12E-2",  "1e17",     "5e-18",   "0.1e+2", "123456789012345678",
        "0.3e01", "100.00e0", "1000e-3", "5e17",   "999e15"};
    static const char *const left[] = {"",      "-",      ".5",   "+1",    "1/2",
                                       "0x1",   "1e",     "1e+",  "1e100", "1.e-x",
                                       "0e99",  "1e18",   "1 ",   "nan",   "--1",
                                       "1.2.3", "1e1.",   "1e19", "5e-19", "1234567890123456789",
                                       "12e17", "0.1e-18"};
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++)
        check_parse(taken[i], 1);
    for (size_t i = 0; i < sizeof left / sizeof *left; i++)
        check_parse(left[i], 0);
}

static void parse_random(void)
{
    enum { SEED = 33 };
    printf("seed %d ", SEED);
    random_state random;
    random_seed(&random, SEED);
    for (int k = 0; k < 20000; k++) {
        char text[64];
        uint64_t digits = random_bits(&random) >> random_below(&random, 60);
        size_t used = (size_t)snprintf(text, sizeof text, "%s%llu", k % 2 ? "-" : "",
                                       (unsigned long long)digits);
        if (random_below(&random, 3)) {
            size_t point = 1 + (size_t)(k % 2) + random_below(&random, used - (size_t)(k % 2));
            memmove(text + point + 1, text + point, used - point + 1);
            text[point] = '.';
            used++;
        }
        if (random_below(&random, 3) == 0)
            snprintf(text + used, sizeof text - used, "e%d", (int)random_between(&random, -25, 25));
        check_parse(text, -1);
    }
}

// By MPFR, whose doubles have no limits here.
static void check_round(const fmpq_t x)
{
    fmpq_t fast, slow;
    mpq_t exact;
    mpfr_t rounded;
    fmpq_init(fast);
    fmpq_init(slow);
    mpq_init(exact);
    mpfr_init2(rounded, 53);
    fmpq_set(fast, x);
    int small = !COEFF_IS_MPZ(*fmpq_numref(x)) && !COEFF_IS_MPZ(*fmpq_denref(x));
    CU_ASSERT_EQUAL(word_rational_round(fast), small);
    fmpq_get_mpq(exact, x);
    mpfr_set_q(rounded, exact, MPFR_RNDN);
    mpfr_get_q(exact, rounded);
    fmpq_set_mpq(slow, exact);
    CU_ASSERT(fmpq_equal(fast, small ? slow : x) && fmpq_is_canonical(fast));
    mpfr_clear(rounded);
    mpq_clear(exact);
    fmpq_clear(fast);
    fmpq_clear(slow);
}

static void rounding(void)
{
    enum { SEED = 34 };
    printf("seed %d ", SEED);
    random_state random;
    random_seed(&random, SEED);
    fmpq_t x;
    fmpq_init(x);
    for (int k = 0; k < 20000; k++) {
        uint64_t p = random_bits(&random) >> 2, q = random_bits(&random) >> 2;
        p >>= random_below(&random, 62);
        q >>= random_below(&random, 62);
        if (k % 3 == 0) // halfway between two doubles, or next to it
            p = (UINT64_C(1) << 53) + random_below(&random, 1000) * 2 + random_below(&random, 2),
            q = UINT64_C(1) << random_below(&random, 61);
        if (k % 7 == 0)
            q = UINT64_C(1) << random_below(&random, 61);
        fmpz_set_ui(fmpq_numref(x), p);
        fmpz_set_ui(fmpq_denref(x), q ? q : 1);
        fmpq_canonicalise(x);
        if (k % 2)
            fmpq_neg(x, x);
        check_round(x);
    }
    fmpz_set_str(fmpq_numref(x), "4611686018427387903", 10); // the largest small one
    fmpz_one(fmpq_denref(x));
    check_round(x);
    fmpq_inv(x, x);
    check_round(x);
    fmpq_add_si(x, x, 1);
    check_round(x);
    fmpq_clear(x);
}

static void writing(void)
{
    enum { SEED = 35 };
    printf("seed %d ", SEED);
    random_state random;
    random_seed(&random, SEED);
    fmpq_t x;
    fmpq_init(x);
    for (int k = 0; k < 5000; k++) {
        uint64_t p = random_bits(&random) >> random_below(&random, 64);
        uint64_t q = random_bits(&random) >> random_below(&random, 64);
        fmpz_set_ui(fmpq_numref(x), p);
        fmpz_set_ui(fmpq_denref(x), k % 3 && q ? q : 1);
        fmpq_canonicalise(x);
        if (k % 2)
            fmpq_neg(x, x);
        char fast[WORD_RATIONAL_TEXT], *slow = rational_text(x);
        size_t length = 0;
        int small = !COEFF_IS_MPZ(*fmpq_numref(x)) && !COEFF_IS_MPZ(*fmpq_denref(x));
        CU_ASSERT_EQUAL(word_rational_text(fast, &length, x), small);
        if (small) {
            CU_ASSERT_STRING_EQUAL(fast, slow);
            CU_ASSERT_EQUAL(length, strlen(slow));
        }
        flint_free(slow);
    }
    fmpq_clear(x);
}

UNIT_MAIN("word_rational", {"parse by hand", parse_by_hand}, {"parse random", parse_random},
          {"rounding", rounding}, {"writing", writing})
