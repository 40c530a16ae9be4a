// Rows of rationals as text, against FLINT's.
#include "exact/number_text.h"
#include "base/random.h"
#include "random_integer.h"
#include "unit.h"

#include <flint/fmpq_vec.h>
#include <flint/fmpz_vec.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool entry_is(const number_text *s, size_t k, const char *wanted)
{
    size_t length;
    const char *text = number_text_entry(s, k, &length);
    return length == strlen(wanted) && memcmp(text, wanted, length) == 0;
}

static void by_hand(void)
{
    const number_style exact = {0}, json = {.is_json = true}, decimals = {3, true};
    number_text s = {0};
    fmpq x[4];
    for (int i = 0; i < 4; i++)
        fmpq_init(x + i);
    fmpq_set_si(x, -1, 2);
    fmpq_set_si(x + 2, WORD_MIN, 1); // no small integer of FLINT
    fmpq_set_si(x + 3, 7, 1000);
    number_text_set(&s, x, 4, exact);
    const char *wanted = "-1/2 0 -9223372036854775808 7/1000";
    CU_ASSERT_EQUAL(s.length, strlen(wanted));
    CU_ASSERT(memcmp(s.text, wanted, s.length) == 0);
    CU_ASSERT(entry_is(&s, 0, "-1/2") && entry_is(&s, 1, "0") && entry_is(&s, 3, "7/1000"));
    number_text_set(&s, x + 1, 1, exact);
    CU_ASSERT(s.length == 1 && entry_is(&s, 0, "0"));
    number_text_set(&s, x, 4, json);
    wanted = "\"-1/2\",\"0\",\"-9223372036854775808\",\"7/1000\"";
    CU_ASSERT(s.length == strlen(wanted) && memcmp(s.text, wanted, s.length) == 0);
    number_text_set(&s, x, 2, decimals);
    CU_ASSERT(s.length == 6 && memcmp(s.text, "-0.5,0", 6) == 0);
    number_text_set(&s, x, 0, exact);
    CU_ASSERT_EQUAL(s.length, 0);
    for (int i = 0; i < 4; i++)
        fmpq_clear(x + i);
    number_text_clear(&s);
    CU_ASSERT(s.text == NULL);
}

static void multiply_by_ten(fmpz_t x, uint64_t times)
{
    fmpz_t power;
    fmpz_init_set_ui(power, 10);
    fmpz_pow_ui(power, power, times);
    fmpz_mul(x, x, power);
    fmpz_add_ui(x, x, times % 3);
    fmpz_clear(power);
}

// Integers of no more than a word, and of many.
static void against_flint(void)
{
    enum { MOST = 5 };
    random_state random = unit_random(1201);
    number_text s = {0};
    fmpq x[MOST];
    for (int i = 0; i < MOST; i++)
        fmpq_init(x + i);
    bool good = true;
    for (int repeat = 0; repeat < 3000 && good; repeat++) {
        size_t entries = 1 + random_below(&random, MOST);
        for (size_t i = 0; i < entries; i++) {
            random_integer(fmpq_numref(x + i), (unsigned)random_below(&random, 700), &random);
            if (random_below(&random, 8) == 0) // longer than what is converted here
                random_integer(fmpq_numref(x + i), (unsigned)random_below(&random, 3000), &random);
            if (random_below(&random, 4) == 0) // with runs of zeros
                multiply_by_ten(fmpq_numref(x + i), random_below(&random, 60));
            random_integer(fmpq_denref(x + i), (unsigned)random_below(&random, 200), &random);
            if (fmpz_is_zero(fmpq_denref(x + i)) || random_below(&random, 4) == 0)
                fmpz_one(fmpq_denref(x + i));
            fmpq_canonicalise(x + i);
        }
        number_text_set(&s, x, entries, (number_style){0});
        for (size_t i = 0; i < entries; i++) {
            char *text = fmpq_get_str(NULL, 10, x + i);
            good &= entry_is(&s, i, text);
            flint_free(text);
        }
    }
    CU_ASSERT(good);
    for (int i = 0; i < MOST; i++)
        fmpq_clear(x + i);
    number_text_clear(&s);
}

// Denominators that come again, and others of the same sizes.
static void denominators_again(void)
{
    enum { MOST = 4, DENOMINATORS = 12 };
    random_state random = unit_random(1202);
    number_text one = {0}, other = {0};
    kept_integer kept[KEPT_INTEGERS] = {{0}};
    fmpz *denominator = _fmpz_vec_init(DENOMINATORS);
    fmpq *x = _fmpq_vec_init(MOST);
    for (size_t i = 0; i < DENOMINATORS; i++) {
        random_integer(denominator + i, 10 + 23 * (unsigned)(i / 2), &random);
        fmpz_abs(denominator + i, denominator + i);
        fmpz_add_ui(denominator + i, denominator + i, 1);
    }
    CASES(round, 400) {
        for (size_t k = 0; k < MOST; k++) {
            random_integer(fmpq_numref(x + k), (unsigned)random_below(&random, 200), &random);
            fmpz_set(fmpq_denref(x + k), denominator + random_below(&random, DENOMINATORS));
        }
        const number_style style = {.is_json = round % 2};
        number_text_set(&one, x, MOST, style);
        number_text_set_fractions(&other, x, MOST, style, kept);
        CU_ASSERT(one.length == other.length && memcmp(one.text, other.text, one.length) == 0);
        CU_ASSERT(memcmp(one.end, other.end, MOST * sizeof *one.end) == 0);
    }
    kept_integers_clear(kept);
    _fmpq_vec_clear(x, MOST);
    _fmpz_vec_clear(denominator, DENOMINATORS);
    number_text_clear(&one);
    number_text_clear(&other);
}

UNIT_MAIN("number_text", {"by_hand", by_hand}, {"against_flint", against_flint},
          {"denominators again", denominators_again})
