// Arithmetic modulo 2^25 - 39 in doubles, against 128-bit integers and FLINT.
#include "exact/residue.h"
#include "base/random.h"
#include "unit.h"

#include <math.h>
#include <stdio.h>

static const __int128 prime = RESIDUE_PRIME;

static int is_reduced(double found, __int128 sum)
{
    return fabs(found) < 0x1p24 && found == floor(found) && ((__int128)found - sum) % prime == 0;
}

// Sums of as many products as there may be, and one residue more: the largest, multiples of the
// prime and of half of it with their neighbours, and others.
static void reduce(void)
{
    enum { SEED = 81, CASES = 200000 };
    const int64_t most = RESIDUE_TERMS * ((int64_t)1 << 48) + ((int64_t)1 << 24);
    random_state random;
    random_seed(&random, SEED);
    printf("seed %d ", SEED);
    CU_ASSERT(is_reduced(residue_reduce((double)most), most));
    CU_ASSERT(is_reduced(residue_reduce(-(double)most), -(__int128)most));
    int good = 1;
    for (int i = 0; i < CASES; i++) {
        int64_t x = random_between(&random, -most, most);
        if (i % 2)
            x -= x % (int64_t)RESIDUE_PRIME;
        if (i % 4 == 1)
            x += (int64_t)RESIDUE_PRIME / 2 + random_between(&random, -2, 2);
        x >>= i % 3 ? 0 : random_below(&random, 54);
        if (x >= -most && x <= most)
            good &= is_reduced(residue_reduce((double)x), x);
    }
    CU_ASSERT(good);
}

// One number for each class.
static void value(void)
{
    const double p = (double)RESIDUE_PRIME;
    CU_ASSERT_EQUAL(residue_value(0), 0);
    CU_ASSERT_EQUAL(residue_value(-0.0), 0);
    for (double x = 1; x <= 0x1p24; x = 2 * x + 1) {
        CU_ASSERT_EQUAL(residue_value(x), (uint32_t)x);
        CU_ASSERT_EQUAL(residue_value(-x), (uint32_t)(p - x));
    }
    for (double x = floor(p / 2) - 3; x < p / 2 + 3; x++)
        CU_ASSERT(x > 0x1p24 || residue_value(x) == residue_value(residue_reduce(x - p)));
}

// Both signs, from one word to many.
static void of_integers(void)
{
    random_state random;
    random_seed(&random, 82);
    printf("seed 82 ");
    fmpz_t x, modulus, rest;
    fmpz_init(x);
    fmpz_init(rest);
    fmpz_init_set_ui(modulus, RESIDUE_PRIME);
    int good = 1;
    for (int i = 0; i < 2000; i++) {
        fmpz_set_ui(x, random_bits(&random));
        for (uint64_t words = random_below(&random, 40); words > 0; words--) {
            fmpz_mul_2exp(x, x, 64);
            fmpz_add_ui(x, x, random_bits(&random));
        }
        if (random_below(&random, 4) == 0)
            fmpz_mul(x, x, modulus);
        if (random_below(&random, 4) == 0)
            fmpz_add_ui(x, x, RESIDUE_PRIME / 2 + random_below(&random, 3));
        if (random_below(&random, 2))
            fmpz_neg(x, x);
        fmpz_mod(rest, x, modulus);
        good &= fabs(residue_of(x)) < 0x1p24 && fmpz_equal_ui(rest, residue_value(residue_of(x)));
    }
    CU_ASSERT(good);
    fmpz_clear(x);
    fmpz_clear(rest);
    fmpz_clear(modulus);
}

UNIT_MAIN("residue", {"reduce", reduce}, {"value", value}, {"of_integers", of_integers})
