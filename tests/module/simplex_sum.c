// Sums of the volumes of simplices, against the sum of each by itself.
#include "geom/simplex_sum.h"
#include "base/random.h"
#include "unit.h"

#include <flint/fmpz_vec.h>
#include <stdio.h>

enum { MOST = 4, POOL = 7 };

// Simplices from a pool of points, so that most points are in several of them.
static void against_terms(void)
{
    random_state random = unit_random(1203);
    fmpz *pool = _fmpz_vec_init(POOL * (MOST + 1));
    fmpq_t wanted, term, got;
    fmpz_t factorial;
    fmpq_init(wanted);
    fmpq_init(term);
    fmpq_init(got);
    fmpz_init(factorial);
    int good = 1;
    for (int repeat = 0; repeat < 1000; repeat++) {
        size_t columns = 2 + random_below(&random, MOST), points = columns - (size_t)repeat % 2;
        for (size_t i = 0; i < POOL * columns; i++)
            fmpz_set_si(pool + i, (slong)random_between(&random, -50, 50));
        for (size_t i = 0; i < POOL; i++)
            fmpz_set_ui(pool + i * columns + columns - 1, 1 + random_below(&random, 60));
        simplex_sum sum;
        simplex_sum_init(&sum, columns, points);
        for (size_t c = 0; c + 1 < columns; c++) // a normal, where a point is left out
            fmpz_set_ui(fmpz_mat_entry(sum.rows, (slong)columns - 1, (slong)c), c + 1);
        fmpq_zero(wanted);
        for (size_t k = random_below(&random, 8); k > 0; k--) {
            const fmpz *simplex[MOST + 1];
            size_t first = random_below(&random, POOL);
            for (size_t i = 0; i < points; i++)
                simplex[i] = pool + (first + i) % POOL * columns;
            simplex_sum_add(&sum, simplex);
            simplex_volume(term, sum.rows, simplex, points);
            fmpq_add(wanted, wanted, term);
        }
        simplex_sum_get(got, &sum);
        fmpz_fac_ui(factorial, points - 1);
        fmpq_div_fmpz(wanted, wanted, factorial);
        good &= fmpq_equal(got, wanted) && fmpq_is_canonical(got);
        simplex_sum_clear(&sum);
    }
    CU_ASSERT(good);
    _fmpz_vec_clear(pool, POOL * (MOST + 1));
    fmpq_clear(wanted);
    fmpq_clear(term);
    fmpq_clear(got);
    fmpz_clear(factorial);
}

UNIT_MAIN("simplex_sum", {"against_terms", against_terms})
