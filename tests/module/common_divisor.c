// Greatest common divisors, against GMP's and of Fibonacci numbers.
#include "exact/common_divisor.h"
#include "random_integer.h"
#include "unit.h"

#include <flint/fmpz.h>
#include <flint/ulong_extras.h>
#include <stdbool.h>

// Numbers with a common factor: of few and of many bits, longer than the words that are taken too.
static void random_numbers(fmpz_t a, fmpz_t b, random_state *random)
{
    static const unsigned most[] = {70, 200, 1500, 9000};
    const unsigned bits = most[random_below(random, 4)];
    fmpz_t factor;
    fmpz_init(factor);
    random_special_integer(factor, bits, 1 + random_below(random, 64), random);
    random_special_integer(a, random_below(random, bits), 1, random);
    random_special_integer(b, random_below(random, bits), 1, random);
    if (random_below(random, 4) == 0) // the highest words say nothing
        fmpz_add_si(b, a, (slong)random_below(random, 9) - 4);
    if (random_below(random, 4) == 0)
        fmpz_one(factor);
    fmpz_mul(a, a, factor);
    fmpz_mul(b, b, factor);
    fmpz_clear(factor);
}

static void against_gmp(void)
{
    fmpz_t a, b, divisor, wanted;
    fmpz_init(a);
    fmpz_init(b);
    fmpz_init(divisor);
    fmpz_init(wanted);
    SEEDS(seed, 40000) {
        random_state random = unit_random(seed);
        random_numbers(a, b, &random);
        fmpz_gcd(wanted, a, b);
        common_divisor(divisor, a, b);
        CU_ASSERT(fmpz_equal(divisor, wanted));
        const bool is_first = random_below(&random, 2);
        common_divisor(is_first ? a : b, a, b);
        CU_ASSERT(fmpz_equal(is_first ? a : b, wanted));
    }
    fmpz_clear(a);
    fmpz_clear(b);
    fmpz_clear(divisor);
    fmpz_clear(wanted);
}

// gcd(F_m, F_n) = F_gcd(m, n): Euclid's quotients are all 1.
static void fibonacci(void)
{
    enum { MOST = 4000 };
    fmpz_t a, b, divisor, wanted;
    fmpz_init(a);
    fmpz_init(b);
    fmpz_init(divisor);
    fmpz_init(wanted);
    SEEDS(seed, 4000) {
        random_state random = unit_random(seed);
        const ulong step = 1 + random_below(&random, 200), m = random_below(&random, MOST / step),
                    n = random_below(&random, MOST / step);
        fmpz_fib_ui(a, step * m);
        fmpz_fib_ui(b, step * n);
        fmpz_fib_ui(wanted, step * n_gcd(m, n));
        common_divisor(divisor, a, b);
        CU_ASSERT(fmpz_equal(divisor, wanted));
    }
    fmpz_clear(a);
    fmpz_clear(b);
    fmpz_clear(divisor);
    fmpz_clear(wanted);
}

UNIT_MAIN("common_divisor", {"against_gmp", against_gmp}, {"fibonacci", fibonacci})
