// Means of points, against sums of rationals.
#include "exact/mean.h"
#include "base/random.h"
#include "unit.h"

#include <flint/fmpq_vec.h>
#include <flint/fmpz_vec.h>
#include <stdio.h>

// x = row / w in lowest terms, after the row has been freed of common factors.
static void reduce(fmpq *x, fmpz *row, size_t d)
{
    fmpz_t content;
    fmpz_init(content);
    _fmpz_vec_content(content, row, (slong)d + 1);
    _fmpz_vec_scalar_divexact_fmpz(row, row, (slong)d + 1, content);
    for (size_t c = 0; c < d; c++)
        fmpq_set_fmpz_frac(x + c, row + c, row + d);
    fmpz_clear(content);
}

// Numbers with small primes, so that weights share them and coordinates lack them; some points
// several times, and some the opposite of others, so that the sums cancel.
static void random_row(fmpz *row, size_t d, random_state *random)
{
    static const ulong prime[] = {2, 2, 3, 5, 1000003};
    for (size_t c = 0; c <= d; c++) {
        fmpz_set_si(row + c, (slong)random_between(random, -9, 9));
        for (size_t k = random_below(random, 12); k > 0; k--)
            fmpz_mul_ui(row + c, row + c, prime[random_below(random, 5)]);
    }
    fmpz_abs(row + d, row + d);
    if (fmpz_is_zero(row + d))
        fmpz_one(row + d);
}

static void against_sums(void)
{
    enum { MOST = 3, POINTS = 9 };
    random_state random;
    random_seed(&random, 1202);
    printf("seed 1202 ");
    fmpq *x = _fmpq_vec_init(MOST), *sum = _fmpq_vec_init(MOST), *mean = _fmpq_vec_init(MOST);
    fmpz *row = _fmpz_vec_init(MOST + 1);
    fmpz_t count;
    fmpz_init(count);
    int good = 1, cancelled = 0;
    for (int repeat = 0; repeat < 5000; repeat++) {
        size_t d = 1 + random_below(&random, MOST), points = 1 + random_below(&random, POINTS);
        points_mean of;
        points_mean_init(&of, d);
        for (size_t c = 0; c < d; c++)
            fmpq_zero(sum + c);
        for (size_t i = 0; i < points; i++) {
            size_t again = random_below(&random, 6);
            if (i == 0 || again > 1)
                random_row(row, d, &random);
            if (again == 1)
                _fmpz_vec_neg(row, row, (slong)d);
            reduce(x, row, d);
            points_mean_add(&of, row, x);
            for (size_t c = 0; c < d; c++)
                fmpq_add(sum + c, sum + c, x + c);
        }
        points_mean_get(mean, &of);
        for (size_t c = 0; c < d; c++) {
            fmpz_set_ui(count, points);
            fmpq_div_fmpz(sum + c, sum + c, count);
            good &= fmpq_equal(mean + c, sum + c) && fmpq_is_canonical(mean + c);
            cancelled += !fmpz_equal(fmpq_denref(mean + c), of.weight);
        }
        points_mean_clear(&of);
    }
    CU_ASSERT(good);
    CU_ASSERT(cancelled > 1000);
    _fmpq_vec_clear(x, MOST);
    _fmpq_vec_clear(sum, MOST);
    _fmpq_vec_clear(mean, MOST);
    _fmpz_vec_clear(row, MOST + 1);
    fmpz_clear(count);
}

static void of_nothing(void)
{
    fmpq_t x;
    fmpq_init(x);
    fmpq_one(x);
    points_mean mean;
    points_mean_init(&mean, 1);
    points_mean_get(x, &mean);
    CU_ASSERT(fmpq_is_zero(x));
    points_mean_clear(&mean);
    fmpq_clear(x);
}

UNIT_MAIN("mean", {"against_sums", against_sums}, {"of_nothing", of_nothing})
