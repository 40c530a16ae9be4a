// Sums of binomial coefficients.
#include "make/binomials.h"

void binomials_sum(fmpz_t sum, slong n, slong d, slong c)
{
    fmpz_t term, power;
    fmpz_init(term);
    fmpz_init_set_ui(power, 1);
    fmpz_zero(sum);
    for (slong j = 0; j <= d && j <= n; j++) {
        fmpz_bin_uiui(term, (ulong)n, (ulong)j);
        fmpz_addmul(sum, term, power);
        fmpz_mul_si(power, power, c);
    }
    fmpz_clear(power);
    fmpz_clear(term);
}
