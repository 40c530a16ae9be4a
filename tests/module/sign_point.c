// Signs of forms at points in any dimension, by doubles: what is decided holds for all truths.
#include "approximations.h"
#include "exact/kernels.h"
#include "exact/sign.h"
#include "hyperplanes.h"
#include "unit.h"

#include <stdio.h>

typedef struct {
    size_t decided, open, wrong_if_smaller;
} trial;

// The sign of the truth that is least in direction `side` (-1: the smallest value).
static int extreme_sign(const double *form, const double *point, size_t d, int side)
{
    fmpq *sum = _fmpq_vec_init(6), *a = sum + 1, *x = sum + 2, *t = sum + 3, *best = sum + 4;
    for (size_t i = 0; i <= d; i++) {
        bool is_first = true;
        // The extremes of a product of two intervals are at its generators.
        for (int generator = 0; generator < 4; generator++) {
            exact_double(a, form[i]);
            exact_double(t, form[d + 1 + i]);
            (generator & 1 ? fmpq_add : fmpq_sub)(a, a, t);
            exact_double(x, point[i]);
            exact_double(t, i < d ? point[d + 1] : 0);
            (generator & 2 ? fmpq_add : fmpq_sub)(x, x, t);
            fmpq_mul(t, a, x);
            if (is_first || fmpq_cmp(t, best) * side > 0)
                fmpq_set(best, t);
            is_first = false;
        }
        fmpq_add(sum, sum, best);
    }
    int sign = fmpq_sgn(sum);
    _fmpq_vec_clear(sum, 6);
    return sign;
}

// A form is called positive only if it is, and always if its value is far above its error.
static void check_positive(const double *form, const double *point, size_t d)
{
    const form_value estimate = filter_value(form, point, d);
    for (int side = -1; side <= 1; side += 2) {
        const bool positive = filter_is_positive(form, side, point, d);
        if (positive)
            CU_ASSERT(extreme_sign(form, point, d, -side) == side);
        CU_ASSERT(positive || !(side * estimate.value > 3 * estimate.error));
    }
}

static int try_filtered(const double *form, const double *point, size_t d)
{
    sign_judge judge;
    sign_judge_init(&judge, CREASE_FILTERED, 0);
    int sign = sign_try_point(&judge, form, point, d);
    CU_ASSERT_EQUAL(judge.decided_float, sign != SIGN_UNKNOWN);
    CU_ASSERT_EQUAL(judge.decided_exact, 0);
    sign_judge_clear(&judge);
    check_positive(form, point, d);
    return sign;
}

static void random_point(double *point, size_t d, form_kind kind, random_state *random)
{
    int digits = (int)random_between(random, 2, 60), exponent = scale_of_kind(kind, random) / 2;
    for (size_t i = 0; i < d; i++)
        point[i] = ldexp(part_of_one(random), exponent);
    point[d] = random_below(random, 4) != 0;
    point[d + 1] = random_below(random, 3) ? ldexp(1, exponent - digits) : 0;
}

// The constant is chosen so that the value is `share` times the least that can be decided.
static void aim(double *form, const double *point, size_t d, double share)
{
    double reach = form[2 * d + 1] * point[d], size = 0, value = 0;
    for (size_t i = 0; i < d; i++) {
        value += form[i] * point[i];
        size += fabs(form[i] * point[i]);
        reach += fabs(form[i]) * point[d + 1] + form[d + 1 + i] * (fabs(point[i]) + point[d + 1]);
    }
    double constant = share * (reach + 2 * FILTER_DOT(d) * size) - value;
    if (point[d] != 0 && isfinite(constant))
        form[d] = constant;
}

static void tries(void)
{
    enum { CASES = 40 };
    static const form_kind kinds[] = {PLAIN_FORMS, ANY_SCALE, ANY_ENTRY};
    random_state random = unit_random(91);
    for (size_t d = 1; d <= MOST_DIMENSION; d++)
        for (size_t kind = 0; kind < sizeof kinds / sizeof *kinds; kind++) {
            trial of = {0};
            for (int k = 0; k < CASES; k++) {
                meeting m;
                meeting_init(&m, 1, d, 0);
                random_forms(&m, kinds[kind], &random);
                random_point(m.point, d, kinds[kind], &random);
                for (double share = -3.1; share < 3.2; share += 0.4) {
                    aim(m.form[0], m.point, d, share);
                    int sign = try_filtered(m.form[0], m.point, d);
                    int low = extreme_sign(m.form[0], m.point, d, -1);
                    int high = extreme_sign(m.form[0], m.point, d, 1);
                    if (sign != SIGN_UNKNOWN)
                        CU_ASSERT(low == sign && high == sign);
                    of.decided += sign != SIGN_UNKNOWN;
                    of.open += sign == SIGN_UNKNOWN;
                    of.wrong_if_smaller += fabs(share) > 0.25 && fabs(share) < 1 && low != high;
                }
                meeting_clear(&m);
            }
            CU_ASSERT(of.decided > CASES && of.open > CASES);
            CU_ASSERT(of.wrong_if_smaller > CASES / 4);
        }
}

// Slope and place are both so uncertain that the product of their errors decides.
static void errors_multiply(void)
{
    for (size_t d = 1; d <= MOST_DIMENSION; d++)
        for (size_t i = 0; i < d; i++) {
            meeting m;
            meeting_init(&m, 1, d, 0);
            m.point[d] = m.point[d + 1] = 1;
            m.form[0][i] = m.form[0][d + 1 + i] = 1; // a_i in 0..2, x_i in -1..1
            for (int side = -1; side <= 1; side += 2) {
                m.form[0][d] = 1.5 * side;
                CU_ASSERT_EQUAL(try_filtered(m.form[0], m.point, d), SIGN_UNKNOWN);
                m.form[0][d] = 2.5 * side;
                CU_ASSERT_EQUAL(try_filtered(m.form[0], m.point, d), side);
            }
            meeting_clear(&m);
        }
}

// Nothing but rounding: values far below the sizes of their terms.
static void rounding_alone(void)
{
    enum { CASES = 2000 };
    random_state random = unit_random(92);
    size_t decided = 0;
    for (int k = 0; k < CASES; k++) {
        size_t d = 1 + random_below(&random, MOST_DIMENSION);
        meeting m;
        meeting_init(&m, 1, d, 0);
        random_forms(&m, PLAIN_FORMS, &random);
        spread_evenly(&m, &random);
        random_point(m.point, d, PLAIN_FORMS, &random);
        m.point[d] = 1;
        m.point[d + 1] = 0;
        double value = 0, size = 0;
        for (size_t i = 0; i < d; i++) {
            value += m.form[0][i] * m.point[i];
            size += fabs(m.form[0][i] * m.point[i]);
        }
        m.form[0][d] = -value + size * ldexp(part_of_one(&random), -49);
        int sign = try_filtered(m.form[0], m.point, d);
        if (sign != SIGN_UNKNOWN)
            CU_ASSERT_EQUAL(sign, extreme_sign(m.form[0], m.point, d, 1));
        decided += sign != SIGN_UNKNOWN;
        // Four times the bound is enough for a decision.
        double least = 4 * FILTER_DOT(d) * (size + fabs(value));
        m.form[0][d] = (k % 2 ? least : -least) - value;
        CU_ASSERT_EQUAL(try_filtered(m.form[0], m.point, d), k % 2 ? 1 : -1);
        meeting_clear(&m);
    }
    CU_ASSERT(decided > CASES / 20 && decided < CASES);
}

// In the plane it is sign_try, in every arithmetic.
static void like_sign_try(void)
{
    enum { CASES = 20000 };
    random_state random = unit_random(93);
    size_t seen[4] = {0};
    for (int k = 0; k < CASES; k++) {
        line_approx line;
        point_approx at;
        meeting m;
        meeting_init(&m, 1, 2, 0);
        random_line(&line, random_below(&random, KINDS), &random);
        random_point(m.point, 2, random_below(&random, 3) ? PLAIN_FORMS : ANY_SCALE, &random);
        memcpy(m.form[0], &line, sizeof line);
        if (k % 2)
            aim(m.form[0], m.point, 2, 3 * part_of_one(&random));
        memcpy(&line, m.form[0], sizeof line);
        memcpy(&at, m.point, sizeof at);
        for (int arith = CREASE_EXACT; arith <= CREASE_FLOAT; arith++) {
            sign_judge judge[2];
            for (int i = 0; i < 2; i++)
                sign_judge_init(judge + i, arith, k % 3 ? 0 : 0.5);
            int sign = sign_try_point(judge, m.form[0], m.point, 2);
            CU_ASSERT_EQUAL(sign, sign_try(judge + 1, &line, &at));
            CU_ASSERT_EQUAL(judge->decided_float, judge[1].decided_float);
            seen[sign + 1]++;
            for (int i = 0; i < 2; i++)
                sign_judge_clear(judge + i);
        }
        meeting_clear(&m);
    }
    for (int i = 0; i < 4; i++)
        CU_ASSERT(seen[i] > CASES / 20);
}

// NaN decides nothing, and neither does an infinite bound.
static void not_finite(void)
{
    static const double odd[] = {NAN, INFINITY, -INFINITY};
    enum { D = 3 };
    for (size_t where = 0; where < 2 * D + 2 + D + 2; where++)
        for (size_t k = 0; k < 3; k++) {
            double form[] = {1, 2, 3, 1e9, 0, 0, 0, 0}, point[] = {1, 1, 1, 1, 0};
            CU_ASSERT_EQUAL(try_filtered(form, point, D), 1);
            bool is_bound = (where > D && where < 2 * D + 2) || where == 3 * D + 3;
            double *at = where < 2 * D + 2 ? form + where : point + (where - 2 * D - 2);
            if (at == point + D)
                continue; // w is 0 or 1
            *at = is_bound ? fabs(odd[k]) : odd[k];
            CU_ASSERT_EQUAL(try_filtered(form, point, D), SIGN_UNKNOWN);
        }
}

// ---- Whole boxes. ----

UNIT_MAIN("sign_point", {"tries", tries}, {"errors_multiply", errors_multiply},
          {"rounding_alone", rounding_alone}, {"like_sign_try", like_sign_try},
          {"not_finite", not_finite})
