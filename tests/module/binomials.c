// Sums of binomial coefficients, against Pascal's rule and powers.
#include "make/binomials.h"
#include "unit.h"

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

UNIT_MAIN("binomials", {"pascal", pascal}, {"ends", ends})
