// Arithmetic modulo 2^31 - 1, against 128-bit integers and FLINT.
#include "exact/residue.h"
#include "base/random.h"
#include "exact/kernels.h"
#include "unit.h"

#include <stdio.h>
#include <string.h>

enum { EDGES = 16 };
static const uint64_t edges[EDGES] = {0,
                                      1,
                                      2,
                                      RESIDUE_PRIME - 1,
                                      RESIDUE_PRIME,
                                      RESIDUE_PRIME + 1,
                                      2 * RESIDUE_PRIME - 1,
                                      2 * RESIDUE_PRIME,
                                      (RESIDUE_PRIME - 1) * (RESIDUE_PRIME - 1),
                                      (UINT64_C(1) << 62) - 1,
                                      UINT64_C(1) << 62,
                                      RESIDUE_PRIME *RESIDUE_PRIME,
                                      (UINT64_C(1) << 63) - 1,
                                      UINT64_C(1) << 63,
                                      UINT64_MAX - 1,
                                      UINT64_MAX};

static uint32_t by_remainder(__int128 x)
{
    const __int128 p = RESIDUE_PRIME;
    return (uint32_t)((x % p + p) % p);
}

static uint32_t random_residue(random_state *random)
{
    uint64_t kind = random_below(random, 8);
    if (kind < 2)
        return (uint32_t)(kind ? RESIDUE_PRIME - 1 : 0);
    return (uint32_t)random_below(random, RESIDUE_PRIME);
}

static void reduce(void)
{
    random_state random;
    random_seed(&random, 81);
    printf("seed 81 ");
    int good = 1;
    for (int i = 0; i < EDGES; i++)
        CU_ASSERT_EQUAL(residue_reduce(edges[i]), by_remainder(edges[i]));
    for (int i = 0; i < 100000; i++) {
        uint64_t x = random_bits(&random);
        x >>= random_below(&random, 64);
        good &= residue_reduce(x) == by_remainder(x);
    }
    // Multiples of p and their neighbours.
    for (uint64_t i = 0; i < 10000; i++) {
        uint64_t x = RESIDUE_PRIME * random_below(&random, UINT64_C(1) << 33);
        good &= residue_reduce(x) == 0 && residue_reduce(x + 1) == 1;
        good &= x == 0 || residue_reduce(x - 1) == RESIDUE_PRIME - 1;
    }
    CU_ASSERT(good);
}

// Both signs, from one word to many.
static void of_integers(void)
{
    random_state random;
    random_seed(&random, 82);
    printf("seed 82 ");
    fmpz_t x, prime, rest;
    fmpz_init(x);
    fmpz_init(rest);
    fmpz_init_set_ui(prime, RESIDUE_PRIME);
    int good = 1;
    for (int i = 0; i < EDGES; i++) {
        fmpz_set_ui(x, edges[i]);
        CU_ASSERT_EQUAL(residue_of(x), by_remainder(edges[i]));
        fmpz_neg(x, x);
        CU_ASSERT_EQUAL(residue_of(x), by_remainder(-(__int128)edges[i]));
    }
    for (int i = 0; i < 2000; i++) {
        fmpz_set_ui(x, random_bits(&random));
        for (uint64_t words = random_below(&random, 40); words > 0; words--) {
            fmpz_mul_2exp(x, x, 64);
            fmpz_add_ui(x, x, random_bits(&random));
        }
        if (random_below(&random, 4) == 0)
            fmpz_mul(x, x, prime);
        if (random_below(&random, 2))
            fmpz_neg(x, x);
        fmpz_mod(rest, x, prime);
        good &= fmpz_equal_ui(rest, residue_of(x));
    }
    CU_ASSERT(good);
    fmpz_clear(x);
    fmpz_clear(rest);
    fmpz_clear(prime);
}

static int operations_agree(uint32_t a, uint32_t b)
{
    const __int128 x = a, y = b;
    return residue_add(a, b) == by_remainder(x + y) &&
           residue_subtract(a, b) == by_remainder(x - y) &&
           residue_multiply(a, b) == by_remainder(x * y);
}

static void operations(void)
{
    const uint32_t p = (uint32_t)RESIDUE_PRIME, ends[] = {0, 1, 2, p / 2, p / 2 + 1, p - 2, p - 1};
    const size_t count = sizeof ends / sizeof *ends;
    random_state random;
    random_seed(&random, 83);
    printf("seed 83 ");
    for (size_t i = 0; i < count * count; i++)
        CU_ASSERT(operations_agree(ends[i / count], ends[i % count]));
    int good = 1;
    for (int i = 0; i < 100000; i++) {
        uint32_t a = random_residue(&random), b = random_residue(&random);
        good &= operations_agree(a, b);
    }
    CU_ASSERT(good);
}

// row[c][j] + sum_k weight[index[k]][j] term[c][k], product by product.
static uint32_t sum_by_remainders(const uint32_t *row, const uint32_t *weight, size_t n,
                                  const uint32_t *index, const uint32_t *term, size_t count,
                                  size_t c, size_t j)
{
    uint32_t sum = row[c * n + j];
    for (size_t k = 0; k < count; k++)
        sum = by_remainder((__int128)weight[index[k] * n + j] * term[c * count + k] + sum);
    return sum;
}

// All lengths, so that what is left over by the vectors is met too, and any number of inputs.
static void kernel(void)
{
    enum { MOST = 67, COLUMNS = 3, INPUTS = 9, LONG = 300 };
    static uint32_t weight[INPUTS * LONG], row[COLUMNS * LONG + 1], old[COLUMNS * LONG + 1];
    const uint32_t most = (uint32_t)RESIDUE_PRIME - 1;
    random_state random;
    random_seed(&random, 84);
    printf("seed 84 ");
    int good = 1;
    for (int repeat = 0; repeat < 900; repeat++) {
        size_t n = repeat % 9 ? (size_t)repeat % MOST : 240 + random_below(&random, 60);
        size_t count = random_below(&random, INPUTS);
        int largest = repeat % 3 == 0; // of all residues
        uint32_t index[INPUTS], term[COLUMNS * INPUTS];
        for (size_t i = 0; i < INPUTS * LONG; i++)
            weight[i] = largest ? most : random_residue(&random);
        for (size_t i = 0; i < COLUMNS * LONG + 1; i++)
            row[i] = old[i] = largest ? most : random_residue(&random);
        for (size_t k = 0; k < INPUTS; k++)
            index[k] = (uint32_t)random_below(&random, INPUTS);
        for (size_t k = 0; k < COLUMNS * INPUTS; k++)
            term[k] = largest ? most : random_residue(&random);
        kernel_sum_residues(row, n, COLUMNS, weight, index, term, count);
        for (size_t c = 0; c < COLUMNS; c++)
            for (size_t j = 0; j < n; j++)
                good &=
                    row[c * n + j] == sum_by_remainders(old, weight, n, index, term, count, c, j);
        good &= row[COLUMNS * n] == old[COLUMNS * n]; // nothing else changes
    }
    CU_ASSERT(good);
}

UNIT_MAIN("residue", {"reduce", reduce}, {"of_integers", of_integers}, {"operations", operations},
          {"kernel", kernel})
