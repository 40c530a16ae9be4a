// Intervals against MPFR with 400 bits, sums of roots, enclosures as decimals.
#include <mpfr.h> // before FLINT 3, which declares what has to do with it only then

#include "base/random.h"
#include "exact/enclosed_sum.h"
#include "exact/rational.h"
#include "unit.h"

#include <crease/crease.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { PRECISION = 20 };

static bool holds(const interval *x, const fmpq_t value)
{
    mpq_t q;
    mpq_init(q);
    fmpq_get_mpq(q, value);
    bool is = mpfr_cmp_q(x->lo, q) <= 0 && mpfr_cmp_q(x->hi, q) >= 0;
    mpq_clear(q);
    return is;
}

// 1/3, 2/7 and their sums, .. are not numbers of 20 bits.
static void arithmetic(void)
{
    interval a, b, x;
    fmpq_t third, sevenths, result;
    interval_init(&a, PRECISION);
    interval_init(&b, PRECISION);
    interval_init(&x, PRECISION);
    fmpq_init(result);
    fmpq_init(third);
    fmpq_init(sevenths);
    fmpq_set_si(third, 1, 3);
    fmpq_set_si(sevenths, 2, 7);
    interval_set_fmpq(&a, third);
    interval_set_fmpq(&b, sevenths);
    CU_ASSERT(mpfr_less_p(a.lo, a.hi) && holds(&a, third));
    fmpq_add(result, third, sevenths);
    interval_add(&x, &a, &b);
    CU_ASSERT(holds(&x, result));
    fmpq_sub(result, third, sevenths);
    interval_sub(&x, &a, &b);
    CU_ASSERT(holds(&x, result));
    fmpq_mul(result, third, sevenths);
    interval_mul(&x, &a, &b);
    CU_ASSERT(holds(&x, result));
    fmpq_div(result, third, sevenths);
    interval_div(&x, &a, &b);
    CU_ASSERT(holds(&x, result));
    interval_mul(&x, &a, &a);
    interval_sqrt(&x, &x);
    CU_ASSERT(holds(&x, third) && mpfr_less_p(x.lo, x.hi));
    interval_sub(&x, &b, &a);
    interval_clip(&x);
    CU_ASSERT(mpfr_zero_p(x.lo));
    interval_clear(&a);
    interval_clear(&b);
    interval_clear(&x);
    fmpq_clear(third);
    fmpq_clear(sevenths);
    fmpq_clear(result);
}

// 1 + 2^-80 +- 2^-90 in 20 bits.
static void from_balls(void)
{
    const ball from = {{1, 0x1p-80}, 0x1p-90}, negative = {{-0.5, 0}, 1};
    interval x;
    interval_init(&x, PRECISION);
    interval_set_ball(&x, &from);
    CU_ASSERT(mpfr_cmp_d(x.lo, 1) <= 0 && mpfr_cmp_d(x.lo, 1 - 0x1p-15) > 0);
    CU_ASSERT(mpfr_cmp_d(x.hi, 1) > 0 && mpfr_cmp_d(x.hi, 1 + 0x1p-15) < 0);
    interval_set_ball(&x, &negative);
    CU_ASSERT(mpfr_cmp_d(x.lo, -1.5) == 0 && mpfr_cmp_d(x.hi, 0.5) == 0);
    interval_clear(&x);
}

static void narrowness(void)
{
    interval x;
    fmpq_t width;
    interval_init(&x, PRECISION);
    fmpq_init(width);
    fmpq_set_si(width, 1, 8);
    CU_ASSERT(interval_is_narrow(&x, width)); // 0
    mpfr_set_d(x.hi, 0x1p-100, MPFR_RNDN);
    CU_ASSERT(!interval_is_narrow(&x, width));
    mpfr_set_d(x.lo, 8, MPFR_RNDN);
    mpfr_set_d(x.hi, 9, MPFR_RNDN);
    CU_ASSERT(interval_is_narrow(&x, width));
    mpfr_nextabove(x.hi);
    CU_ASSERT(!interval_is_narrow(&x, width));
    interval_clear(&x);
    fmpq_clear(width);
}

// ---- Sums of roots ----

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
    random_state random = unit_random(31);
    for (size_t k = 0; k < 50; k++) {
        enclosed_sum s;
        crease_enclosure e;
        mpfr_t sum;
        fmpq_t square, divisor;
        enclosed_sum_init(&s, digits[k % 5]);
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
            enclosed_sum_add_root(&s, square);
            add_root(sum, square);
        }
        fmpq_set_si(divisor, 3, 7);
        mpfr_mul_ui(sum, sum, 7, MPFR_RNDN);
        mpfr_div_ui(sum, sum, 3, MPFR_RNDN);
        enclosed_sum_get(&e, &s, divisor);
        if (!fmpq_equal(e.lo, e.hi))
            check(&e, sum, digits[k % 5]);
        enclosed_sum_clear(&s);
        enclosure_clear(&e);
        mpfr_clear(sum);
        fmpq_clear(square);
        fmpq_clear(divisor);
    }
}

// A square that is known to some bits adds what the square itself adds, or nothing if these are too
// few, or if it is a number of the sum's precision.
static void rounded(void)
{
    random_state random = unit_random(32);
    size_t added = 0, refused = 0;
    for (size_t k = 0; k < 2000; k++) {
        enclosed_sum s, t;
        fmpq_t square;
        mpfr_t near;
        enclosed_sum_init(&s, 15);
        enclosed_sum_init(&t, 15);
        fmpq_init(square);
        mpfr_init2(near, k % 3 ? 190 : 128);
        const bool is_dyadic = k % 4 == 0;
        fmpq_set_si(square, 2 + 3 * (slong)random_below(&random, 1 << 20),
                    is_dyadic ? 1 : 3 + 18 * random_below(&random, 1 << 20)); // no square
        fmpq_get_mpfr(near, square, k % 2 ? MPFR_RNDD : MPFR_RNDU);
        const slong bits = mpfr_get_prec(near) - 1 - (slong)random_below(&random, 3);
        if (enclosed_sum_add_root_of(&s, near, bits)) {
            CU_ASSERT(!is_dyadic);
            added++;
            enclosed_sum_add_root(&t, square);
        } else {
            refused++;
        }
        for (int i = 0; i < 2; i++) {
            CU_ASSERT(fmpz_equal(s.end[i].mantissa, t.end[i].mantissa));
            CU_ASSERT(s.end[i].power == t.end[i].power);
        }
        mpfr_clear(near);
        fmpq_clear(square);
        enclosed_sum_clear(&t);
        enclosed_sum_clear(&s);
    }
    CU_ASSERT(added > 500 && refused > 500);
}

static void rational(void)
{
    enclosed_sum s;
    crease_enclosure e;
    fmpq_t x, one;
    enclosed_sum_init(&s, 3);
    enclosure_init(&e);
    fmpq_init(x);
    fmpq_init(one);
    fmpq_one(one);
    fmpq_set_si(x, 4, 9);
    enclosed_sum_add_root(&s, x);
    fmpq_set_si(x, 25, 4);
    enclosed_sum_add_root(&s, x);
    enclosed_sum_get(&e, &s, one);
    fmpq_set_si(x, 19, 6);
    CU_ASSERT(fmpq_equal(e.lo, x) && fmpq_equal(e.hi, x));
    enclosed_sum_clear(&s);
    enclosure_clear(&e);
    fmpq_clear(x);
    fmpq_clear(one);
}

// ---- Enclosures as decimals, which are enclosures too ----

static void set(crease_enclosure *x, const char *lo, const char *hi)
{
    fmpq_init(x->lo);
    fmpq_init(x->hi);
    CU_ASSERT_FATAL(!rational_parse(x->lo, lo, strlen(lo), NULL));
    CU_ASSERT_FATAL(!rational_parse(x->hi, hi, strlen(hi), NULL));
}

static void is_printed(const char *lo, const char *hi, const char *lo_text, const char *hi_text)
{
    crease_enclosure x;
    char *text[2];
    fmpq_t end;
    fmpq_init(end);
    set(&x, lo, hi);
    crease_enclosure_text(&text[0], &text[1], &x);
    CU_ASSERT_STRING_EQUAL(text[0], lo_text);
    CU_ASSERT_STRING_EQUAL(text[1], hi_text);
    for (int i = 0; i < 2; i++) {
        CU_ASSERT_FATAL(!rational_parse(end, text[i], strlen(text[i]), NULL));
        CU_ASSERT(i ? fmpq_cmp(end, x.hi) >= 0 : fmpq_cmp(end, x.lo) <= 0);
        free(text[i]);
    }
    fmpq_clear(end);
    fmpq_clear(x.lo);
    fmpq_clear(x.hi);
}

// A number in place of an interval, as near as is asked.
static void numbers_have_digits(void)
{
    enum { MOST = 60 };
    crease_enclosure x;
    char *text[2];
    fmpq_t end[2];
    fmpq_init(end[0]);
    fmpq_init(end[1]);
    set(&x, "22/7", "22/7");
    for (unsigned digits = 0; digits <= MOST; digits++) {
        enclosure_text(&text[0], &text[1], &x, digits);
        for (int i = 0; i < 2; i++) {
            CU_ASSERT_FATAL(!rational_parse(end[i], text[i], strlen(text[i]), NULL));
            free(text[i]);
        }
        CU_ASSERT(fmpq_cmp(end[0], x.lo) < 0 && fmpq_cmp(end[1], x.hi) > 0);
        fmpq_sub(end[1], end[1], end[0]);
        fmpq_set_si(end[0], 10, 1);
        fmpq_pow_si(end[0], end[0], digits ? (slong)digits - 1 : 0);
        fmpq_mul(end[1], end[1], end[0]);
        CU_ASSERT(fmpq_cmp_ui(end[1], 1) <= 0);
    }
    fmpq_clear(end[0]);
    fmpq_clear(end[1]);
    fmpq_clear(x.lo);
    fmpq_clear(x.hi);
}

static void text(void)
{
    setlocale(LC_NUMERIC, "de_DE.UTF-8"); // a decimal comma, where there is that locale
    is_printed("0", "0", "0", "0");
    is_printed("5", "5", "5", "5");
    is_printed("1/4", "1/4", "0.25", "0.25");
    is_printed("1/3", "1001/3000", "0.333333", "0.333667");
    is_printed("0", "1/1024", "0", "0.00098");
    is_printed("1000000001", "1000000002", "1000000001", "1000000002");
    is_printed("1e30", "1.001e30", "1e+30", "1.001e+30");
    setlocale(LC_NUMERIC, "C");
}

// The nearest doubles on either side.
static void nearest_doubles(void)
{
    fmpq_t x;
    double low, high;
    fmpq_init(x);
    fmpq_set_si(x, 3, 4);
    interval_doubles(&low, &high, x);
    CU_ASSERT(low == 0.75 && high == 0.75);
    fmpq_set_si(x, 1, 3);
    interval_doubles(&low, &high, x);
    CU_ASSERT(low < high && nextafter(low, 1) == high && low == 1. / 3);
    fmpq_neg(x, x);
    interval_doubles(&low, &high, x);
    CU_ASSERT(high == -1. / 3 && nextafter(low, 1) == high);
    fmpq_one(x);
    fmpq_div_2exp(x, x, 1080);
    interval_doubles(&low, &high, x);
    CU_ASSERT(low == 0 && high > 0 && high < 1e-300);
    fmpq_inv(x, x);
    interval_doubles(&low, &high, x);
    CU_ASSERT(isfinite(low) && low > 1e300 && high == HUGE_VAL);
    fmpq_clear(x);
}

UNIT_MAIN("interval", {"arithmetic", arithmetic}, {"from balls", from_balls},
          {"narrowness", narrowness}, {"random", random_ones}, {"rounded", rounded},
          {"rational", rational}, {"numbers have digits", numbers_have_digits}, {"text", text},
          {"nearest doubles", nearest_doubles})
