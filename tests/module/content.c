// Greatest common divisors of rows by words, against FLINT's.
#include "exact/content.h"
#include "random_integer.h"
#include "unit.h"

#include <flint/fmpz_vec.h>
#include <inttypes.h>
#include <stdio.h>

enum { CASES = 20000, COLUMNS = 5 };

// Of any number of words up to a few more than are done by words, now and then a Fibonacci number,
// of which all quotients of Euclid's algorithm are 1.
static void random_entry(fmpz_t x, random_state *random)
{
    const ulong bits = random_below(random, 8) ? 300 : 1000;
    if (random_below(random, 4) == 0)
        fmpz_fib_ui(x, random_below(random, bits));
    else
        random_special_integer(x, bits, FLINT_BITS, random);
}

static void random_row(fmpz *row, size_t columns, random_state *random)
{
    fmpz_t common;
    fmpz_init(common);
    random_entry(common, random);
    const int kind = (int)random_below(random, 4); // 0: whatever comes; 1, 2: a small one; 3: long
    if (kind < 3)
        fmpz_set_ui(common, kind ? 1 + random_below(random, 60) : 1);
    for (size_t c = 0; c < columns; c++) {
        random_entry(row + c, random);
        if (c && random_below(random, 6) == 0) // a multiple of the one before, or nearly
            fmpz_mul_ui(row + c, row + c - 1, random_below(random, 5));
        if (random_below(random, 12) == 0)
            fmpz_add_ui(row + c, row + c, 2);
        if (random_below(random, 10) == 0)
            fmpz_zero(row + c);
    }
    _fmpz_vec_scalar_mul_fmpz(row, row, (slong)columns, common);
    fmpz_clear(common);
}

static void against_flint(void)
{
    const char *text = getenv("CREASE_SEED");
    const uint64_t seed = text ? strtoull(text, NULL, 10) : 1;
    fmpz *row = _fmpz_vec_init(COLUMNS);
    fmpz_t found, truth;
    random_state random;
    size_t wrong = 0, even = 0, odd = 0;
    printf("seed %" PRIu64 " ", seed);
    random_seed(&random, seed);
    fmpz_init(found);
    fmpz_init(truth);
    for (int i = 0; i < CASES; i++) {
        const size_t columns = random_below(&random, COLUMNS + 1);
        random_row(row, columns, &random);
        const ulong twos = row_content(found, row, columns);
        even += fmpz_is_even(found) && !fmpz_is_zero(found);
        fmpz_mul_2exp(found, found, twos);
        _fmpz_vec_content(truth, row, (slong)columns);
        wrong += !fmpz_equal(found, truth);
        odd += fmpz_bits(truth) > fmpz_val2(truth) + 1;
    }
    CU_ASSERT_EQUAL(wrong, 0);
    CU_ASSERT_EQUAL(even, 0);
    CU_ASSERT(odd > CASES / 3 && odd < CASES);
    fmpz_clear(found);
    fmpz_clear(truth);
    _fmpz_vec_clear(row, COLUMNS);
}

UNIT_MAIN("content", {"against FLINT", against_flint})
