// Signs: exact ones against rational arithmetic, float ones by their rule.
#include "exact/sign.h"
#include "base/random.h"
#include "unit.h"

#include <flint/fmpz_vec.h>
#include <gmp.h>
#include <math.h>

enum { COLUMNS = 3 };

static void random_integer(fmpz_t x, random_state *random)
{
    fmpz_set_si(x, random_between(random, -3, 3));
    if (random_below(random, 3) == 0) {
        fmpz_mul_2exp(x, x, random_below(random, 300));
        fmpz_add_si(x, x, random_between(random, -1, 1));
    }
}

// The sign of the sum of the products, by GMP.
static int reference_sign(const fmpz *form, const fmpz *point)
{
    mpz_t sum, a, b;
    mpz_inits(sum, a, b, NULL);
    for (size_t i = 0; i < COLUMNS; i++) {
        fmpz_get_mpz(a, form + i);
        fmpz_get_mpz(b, point + i);
        mpz_mul(a, a, b);
        mpz_add(sum, sum, a);
    }
    int sign = mpz_sgn(sum);
    mpz_clears(sum, a, b, NULL);
    return sign;
}

static void exact_random(void)
{
    enum { CASES = 3000 };
    random_state random = unit_random(3);
    sign_judge judge;
    sign_judge_init(&judge, CREASE_EXACT, 0);
    int count[3] = {0};
    fmpz *form = _fmpz_vec_init(COLUMNS), *point = _fmpz_vec_init(COLUMNS);
    for (int k = 0; k < CASES; k++) {
        for (size_t i = 0; i < COLUMNS; i++) {
            random_integer(form + i, &random);
            random_integer(point + i, &random);
        }
        int sign = sign_exact(&judge, form, point, COLUMNS);
        CU_ASSERT_EQUAL(sign, reference_sign(form, point));
        count[sign + 1]++;
        CU_ASSERT_EQUAL(sign_exact_value(&judge, form + 2), fmpz_sgn(form + 2));
    }
    CU_ASSERT(count[0] > 0 && count[1] > 0 && count[2] > 0);
    CU_ASSERT_EQUAL(judge.decided_exact, 2 * CASES);
    CU_ASSERT_EQUAL(judge.decided_float, 0);
    _fmpz_vec_clear(form, COLUMNS);
    _fmpz_vec_clear(point, COLUMNS);
    sign_judge_clear(&judge);
}

// 10^200 x - 10^200 y + c at (1, 1): the sign is that of c, far below the terms.
static void exact_cancellation(void)
{
    sign_judge judge;
    sign_judge_init(&judge, CREASE_EXACT, 0);
    fmpz *form = _fmpz_vec_init(COLUMNS), *point = _fmpz_vec_init(COLUMNS);
    fmpz_set_ui(form, 10);
    fmpz_pow_ui(form, form, 200);
    fmpz_neg(form + 1, form);
    for (int i = 0; i < 3; i++)
        fmpz_one(point + i);
    for (int c = -1; c <= 1; c++) {
        fmpz_set_si(form + 2, c);
        CU_ASSERT_EQUAL(sign_exact(&judge, form, point, COLUMNS), c);
    }
    _fmpz_vec_clear(form, COLUMNS);
    _fmpz_vec_clear(point, COLUMNS);
    sign_judge_clear(&judge);
}

static int float_sign(double tolerance, const double form[COLUMNS], const double point[COLUMNS])
{
    sign_judge judge;
    sign_judge_init(&judge, CREASE_FLOAT, tolerance);
    // Float arithmetic never looks at the bounds.
    line_approx line = {{form[0], form[1], form[2]}, {1e300, INFINITY, NAN}};
    point_approx at = {point[0], point[1], point[2], 1e300}, origin = {0, 0, 1, 1e300};
    int sign = sign_try(&judge, &line, &at);
    CU_ASSERT_EQUAL(judge.decided_float, 1);
    CU_ASSERT_EQUAL(judge.decided_exact, 0);
    if (isfinite(form[0]) && isfinite(form[1]))
        CU_ASSERT_EQUAL(sign_try(&judge, &line, &origin), (form[2] > 0) - (form[2] < 0));
    sign_judge_clear(&judge);
    return sign;
}

// The sum of sizes is 2 + |c|: c counts as zero up to tolerance times that.
static void float_tolerance(void)
{
    static const struct {
        double tolerance, c;
        int sign;
    } cases[] = {
        {0.25, 1, 1},      {0.25, -1, -1}, {0.25, 0.5, 0},  {0.25, -0.5, 0},
        {0.5, 1, 0},       {0.5, 2.5, 1},  {1e-3, 1e-3, 0}, {1e-3, 4e-3, 1},
        {0, 1e-9, 1},      {0, -1e-9, -1}, {0, 1e-10, 0},   {0, -1e-10, 0},
        {1e-15, 1e-10, 1}, {-1, 1e-10, 0}, {1e-15, 0, 0},   {0, 1e300, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const double form[] = {1, -1, cases[i].c}, point[] = {1, 1, 1};
        CU_ASSERT_EQUAL(float_sign(cases[i].tolerance, form, point), cases[i].sign);
    }
}

static void float_not_finite(void)
{
    static const double forms[][COLUMNS] = {
        {NAN, 1, 1}, {INFINITY, 1, 1}, {-INFINITY, INFINITY, 0}, {1e300, 1e300, 1}, {0, 0, 0}};
    static const double points[][COLUMNS] = {
        {1e300, 1, 1}, {0, 0, 1}, {NAN, NAN, 0}, {-1e300, 1e300, 1}, {0, 0, 0}};
    for (size_t i = 0; i < 5; i++)
        for (size_t k = 0; k < 5; k++) {
            int sign = float_sign(0, forms[i], points[k]);
            CU_ASSERT(-1 <= sign && sign <= 1);
        }
}

// On a short ray, a slope that overflows says nothing of the value.
static void positive_is_finite(void)
{
    enum { FORMS = 8 };
    static const double value[FORMS] = {1, 1, -1, 1, INFINITY, NAN, 1, 3};
    static const double slope[FORMS] = {0, INFINITY, INFINITY, -INFINITY, 0, 0, NAN, -1};
    static const double error[FORMS] = {0.25, 0.25, 0.25, 0.25, 0.25, 0.25, 0.25, 0.75};
    CU_ASSERT_EQUAL(filter_count_positive(value, slope, 1, error, FORMS), 2);
    CU_ASSERT_EQUAL(filter_count_positive(value, slope, 0x1p-900, error, FORMS), 2);
    CU_ASSERT_EQUAL(filter_count_positive(value, slope, 1.5, error, FORMS), 1);
}

UNIT_MAIN("sign", {"exact_random", exact_random}, {"exact_cancellation", exact_cancellation},
          {"float_tolerance", float_tolerance}, {"float_not_finite", float_not_finite},
          {"positive is finite", positive_is_finite})
