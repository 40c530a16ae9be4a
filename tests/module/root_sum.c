// Sums of roots: enclosed, as narrowly as asked for, exact where they are rational.
#include "exact/root_sum.h"
#include "base/random.h"
#include "unit.h"

#include <mpfr.h>

static void enclosure_init(crease_enclosure *e)
{
    fmpq_init(e->lo);
    fmpq_init(e->hi);
}

static void enclosure_clear(crease_enclosure *e)
{
    fmpq_clear(e->lo);
    fmpq_clear(e->hi);
}

// The same sum by itself, to 200 digits, off by at most terms 2^-690 of its size.
static void add_root(mpfr_t sum, const fmpq_t square)
{
    mpq_t exact;
    mpfr_t term;
    mpq_init(exact);
    mpfr_init2(term, 700);
    fmpq_get_mpq(exact, square);
    mpfr_set_q(term, exact, MPFR_RNDN);
    mpfr_sqrt(term, term, MPFR_RNDN);
    mpfr_add(sum, sum, term, MPFR_RNDN);
    mpfr_clear(term);
    mpq_clear(exact);
}

static void check(const crease_enclosure *e, const mpfr_t sum, unsigned digits)
{
    fmpq_t width;
    fmpz_t scale;
    mpq_t end;
    mpq_init(end);
    fmpq_get_mpq(end, e->lo);
    CU_ASSERT(mpfr_cmp_q(sum, end) >= 0);
    fmpq_get_mpq(end, e->hi);
    CU_ASSERT(mpfr_cmp_q(sum, end) <= 0);
    mpq_clear(end);
    fmpq_init(width);
    fmpz_init_set_ui(scale, 10);
    fmpz_pow_ui(scale, scale, digits);
    fmpq_sub(width, e->hi, e->lo);
    fmpq_mul_fmpz(width, width, scale);
    CU_ASSERT(fmpq_cmp(width, e->lo) <= 0);
    fmpq_clear(width);
    fmpz_clear(scale);
}

static void random_ones(void)
{
    static const unsigned digits[] = {1, 6, 12, 30, 100};
    random_state random;
    random_seed(&random, 31);
    for (size_t k = 0; k < 50; k++) {
        root_sum s;
        crease_enclosure e;
        mpfr_t sum;
        fmpq_t square, divisor;
        root_sum_init(&s, digits[k % 5]);
        enclosure_init(&e);
        mpfr_init2(sum, 700);
        mpfr_set_zero(sum, 1);
        fmpq_init(square);
        fmpq_init(divisor);
        for (size_t i = 0; i < 1 + 4 * k; i++) {
            slong top = (slong)random_below(&random, 100);
            fmpq_set_si(square, top, 1 + random_below(&random, 100));
            if (random_below(&random, 3) == 0)
                fmpq_mul_2exp(square, square, random_below(&random, 400));
            root_sum_add(&s, square);
            add_root(sum, square);
        }
        fmpq_set_si(divisor, 3, 7);
        mpfr_mul_ui(sum, sum, 7, MPFR_RNDN);
        mpfr_div_ui(sum, sum, 3, MPFR_RNDN);
        root_sum_enclose(&e, &s, divisor);
        if (!fmpq_equal(e.lo, e.hi))
            check(&e, sum, digits[k % 5]);
        root_sum_clear(&s);
        enclosure_clear(&e);
        mpfr_clear(sum);
        fmpq_clear(square);
        fmpq_clear(divisor);
    }
}

static void rational(void)
{
    root_sum s;
    crease_enclosure e;
    fmpq_t x, one;
    root_sum_init(&s, 3);
    enclosure_init(&e);
    fmpq_init(x);
    fmpq_init(one);
    fmpq_one(one);
    fmpq_set_si(x, 4, 9);
    root_sum_add(&s, x);
    fmpq_set_si(x, 25, 4);
    root_sum_add(&s, x);
    root_sum_enclose(&e, &s, one);
    fmpq_set_si(x, 19, 6);
    CU_ASSERT(fmpq_equal(e.lo, x) && fmpq_equal(e.hi, x));
    root_sum_clear(&s);
    enclosure_clear(&e);
    fmpq_clear(x);
    fmpq_clear(one);
}

UNIT_MAIN("root_sum", {"random", random_ones}, {"rational", rational})
