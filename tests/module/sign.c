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

// From -1/2 to 1/2.
static double random_entry(random_state *random)
{
    return ldexp((double)random_below(random, 1000001), -20) - 0.5;
}

// Forms at points of doubles: as filter_value says, and a term that overflows says nothing.
static void many_forms(void)
{
    enum { FORMS = 8, MOST_D = 9 };
    random_state random = unit_random(42);
    CASES(round, 300) {
        const size_t d = 1 + random_below(&random, MOST_D);
        double form[(MOST_D + 1) * FORMS], error[(MOST_D + 1) * FORMS], point[MOST_D + 2];
        double value[FORMS], error_of_value[FORMS];
        form_value expected[FORMS];
        for (size_t c = 0; c < d; c++)
            point[c] = random_entry(&random);
        point[d] = 1;
        point[d + 1] = 0;
        size_t positive = 0;
        for (size_t i = 0; i < FORMS; i++) {
            double own[2 * (MOST_D + 1)];
            for (size_t c = 0; c <= d; c++) {
                own[c] = random_entry(&random);
                own[d + 1 + c] = fabs(random_entry(&random)) / 16;
                form[c * FORMS + i] = own[c];
                error[c * FORMS + i] = filter_entry_error(own[c], own[d + 1 + c], d);
            }
            expected[i] = filter_value(own, point, d);
            positive += expected[i].value > expected[i].error;
        }
        CU_ASSERT_EQUAL(filter_values(value, error_of_value, form, error, FORMS, point, d),
                        positive);
        for (size_t i = 0; i < FORMS; i++)
            CU_ASSERT(fabs(value[i] - expected[i].value) < 1e-14 &&
                      fabs(error_of_value[i] - expected[i].error) < 1e-5 * expected[i].error);
    }
}

static void positive_is_finite(void)
{
    enum { FORMS = 4 };
    static const double point[] = {1e10, 1};
    static const double form[2 * FORMS] = {1, 1e300, 1e-10, 0x1p-1030, 0, -1e300, 0, 0};
    double error[2 * FORMS], value[FORMS], error_of_value[FORMS];
    for (size_t i = 0; i < 2 * FORMS; i++)
        error[i] = filter_entry_error(form[i], 0, 1);
    CU_ASSERT_EQUAL(filter_values(value, error_of_value, form, error, FORMS, point, 1), 2);
    CU_ASSERT(value[1] == INFINITY && !(value[3] > error_of_value[3]));
}

UNIT_MAIN("sign", {"exact_random", exact_random}, {"exact_cancellation", exact_cancellation},
          {"float_tolerance", float_tolerance}, {"float_not_finite", float_not_finite},
          {"many forms", many_forms}, {"positive is finite", positive_is_finite})
