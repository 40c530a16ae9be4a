// Sums of binomial coefficients, term by term, and against Pascal's rule and powers.
#include "make/binomials.h"
#include "unit.h"

static ulong choose(ulong n, ulong j)
{
    ulong value = 1;
    if (j > n)
        return 0;
    for (ulong i = 0; i < j; i++)
        value = value * (n - i) / (i + 1);
    return value;
}

static void terms(void)
{
    fmpz_t value;
    fmpz_init(value);
    for (ulong n = 0; n <= 9; n++)
        for (ulong d = 0; d <= 11; d++)
            for (ulong base = 0; base <= 3; base++) {
                ulong expected = 0, power = 1;
                for (ulong j = 0; j <= d; j++, power *= base)
                    expected += choose(n, j) * power;
                binomials_sum(value, n, d, base);
                CU_ASSERT(fmpz_equal_ui(value, expected));
            }
    // 2^n, and Zaslavsky's examples.
    binomials_sum(value, 1000, 1000, 1);
    CU_ASSERT(fmpz_popcnt(value) == 1 && fmpz_sizeinbase(value, 2) == 1001);
    binomials_sum(value, 5, 3, 1);
    CU_ASSERT(fmpz_equal_ui(value, 26));
    fmpz_clear(value);
}

// s(n, d) = s(n-1, d) + c s(n-1, d-1): a new bundle of c hyperplanes is cut by the others.
static void pascal(void)
{
    fmpz_t whole, left, right;
    fmpz_init(whole);
    fmpz_init(left);
    fmpz_init(right);
    for (slong c = 1; c <= 3; c++)
        for (slong n = 1; n <= 12; n++)
            for (slong d = 1; d <= 12; d++) {
                binomials_sum(whole, n, d, c);
                binomials_sum(left, n - 1, d, c);
                binomials_sum(right, n - 1, d - 1, c);
                fmpz_addmul_ui(left, right, (ulong)c);
                CU_ASSERT(fmpz_equal(whole, left));
            }
    fmpz_clear(right);
    fmpz_clear(left);
    fmpz_clear(whole);
}

static void ends(void)
{
    fmpz_t sum, power;
    fmpz_init(sum);
    fmpz_init_set_ui(power, 3);
    binomials_sum(sum, 9, 0, 5);
    CU_ASSERT(fmpz_is_one(sum));
    binomials_sum(sum, 50, 60, 2);
    fmpz_pow_ui(power, power, 50);
    CU_ASSERT(fmpz_equal(sum, power));
    binomials_sum(sum, 6, 2, 1);
    CU_ASSERT(fmpz_equal_ui(sum, 22));
    fmpz_clear(power);
    fmpz_clear(sum);
}

UNIT_MAIN("binomials", {"term by term", terms}, {"pascal", pascal}, {"ends", ends})
