// Binomial coefficients and their sums, which count the regions of arrangements.
#include "make/binomials.h"

// term = C(n, j) c^j becomes that of j + 1. The division leaves no remainder, since
// C(n, j) (n - j) = C(n, j + 1) (j + 1).
static void next_term(fmpz_t term, ulong n, ulong j, ulong c)
{
    fmpz_mul_ui(term, term, n - j);
    fmpz_divexact_ui(term, term, j + 1);
    fmpz_mul_ui(term, term, c);
}

void binomials_row(fmpz *row, ulong n, ulong count)
{
    for (ulong j = 0; j < count; j++) {
        if (j == 0) {
            fmpz_one(row);
            continue;
        }
        fmpz_set(row + j, row + j - 1);
        next_term(row + j, n, j - 1, 1);
    }
}

void binomials_sum(fmpz_t sum, ulong n, ulong d, ulong c)
{
    fmpz_t term;
    fmpz_init_set_ui(term, 1);
    fmpz_one(sum);
    for (ulong j = 0; j < n && j < d; j++) {
        next_term(term, n, j, c);
        fmpz_add(sum, sum, term);
    }
    fmpz_clear(term);
}
