// Signs by doubles: whatever is decided holds for all truths inside the error bounds.
#include "approximations.h"
#include "exact/kernels.h"
#include "exact/sign.h"
#include "unit.h"

#include <flint/fmpq_vec.h>
#include <stdio.h>

// ---- One form at one point. ----

enum { POINT_TRUTHS = 4 };

static void true_point(fmpq *truth, const point_approx *point, unsigned generator)
{
    fmpq_t radius;
    fmpq_init(radius);
    exact_double(truth, point->x);
    exact_double(truth + 1, point->y);
    exact_double(truth + 2, point->w);
    exact_double(radius, point->radius);
    for (int i = 0; i < 2; i++) {
        if (!(generator >> i & 1))
            fmpq_neg(radius, radius);
        fmpq_add(truth + i, truth + i, radius);
        fmpq_abs(radius, radius);
    }
    fmpq_clear(radius);
}

static void value_at(fmpq_t value, const fmpq *form, const fmpq *point)
{
    fmpq_zero(value);
    for (int i = 0; i < COLUMNS; i++)
        fmpq_addmul(value, form + i, point + i);
}

// The signs that occur among the truths: bit 0 negative, bit 1 zero, bit 2 positive.
static unsigned true_signs(const line_approx *form, const point_approx *point, random_state *random)
{
    unsigned found = 0;
    fmpq *a = _fmpq_vec_init(7), *x = a + 3, *value = a + 6;
    for (unsigned k = 0; k < TRUTHS * POINT_TRUTHS + 4; k++) {
        int is_generator = k < TRUTHS * POINT_TRUTHS;
        true_line(a, form, k % TRUTHS, is_generator ? NULL : random);
        true_point(x, point, k / TRUTHS);
        value_at(value, a, x);
        found |= 1u << (fmpq_sgn(value) + 1);
    }
    _fmpq_vec_clear(a, 7);
    return found;
}

static unsigned bit_of(int sign)
{
    return 1u << (sign + 1);
}

static void random_point(point_approx *point, approx_kind kind, random_state *random)
{
    line_approx like;
    random_line(&like, kind, random);
    int digits = (int)random_between(random, 2, 60);
    *point = (point_approx){like.a[0], like.a[1], random_below(random, 4) != 0, 0};
    if (random_below(random, 3))
        point->radius = ldexp(fmax(fabs(like.a[0]), fabs(like.a[1])), -digits);
}

// By how much truths may differ from a x + b y + c w, before anything is rounded.
static double reach_of(const line_approx *form, const point_approx *p)
{
    const double *a = form->a, *s = form->bound;
    return (fabs(a[0]) + fabs(a[1])) * p->radius + s[0] * (fabs(p->x) + p->radius) +
           s[1] * (fabs(p->y) + p->radius) + s[2] * p->w;
}

typedef struct {
    size_t decided, open, wrong_if_smaller;
} trial;

// The constant is chosen so that the value is `share` times the least that can be decided.
static int try_at_share(line_approx *form, const point_approx *point, double share,
                        random_state *random, trial *of)
{
    sign_judge judge;
    sign_judge_init(&judge, CREASE_FILTERED, 0);
    double size = fabs(form->a[0] * point->x) + fabs(form->a[1] * point->y);
    double target = share * (reach_of(form, point) + 8 * FILTER_UNIT * size);
    if (point->w != 0)
        form->a[2] = target - (form->a[0] * point->x + form->a[1] * point->y);
    if (!isfinite(form->a[2]))
        form->a[2] = 1;
    int sign = sign_try(&judge, form, point), good = 1;
    if (sign != SIGN_UNKNOWN)
        good = true_signs(form, point, random) == bit_of(sign);
    else if (fabs(share) > 0.25 && fabs(share) < 1)
        of->wrong_if_smaller += true_signs(form, point, random) != bit_of(share > 0 ? 1 : -1);
    good &= judge.decided_float == (sign != SIGN_UNKNOWN) && judge.decided_exact == 0;
    of->decided += sign != SIGN_UNKNOWN;
    of->open += sign == SIGN_UNKNOWN;
    sign_judge_clear(&judge);
    return good;
}

// Far enough from zero, in plain sizes, everything is decided: the bound is not too large.
static int decides(const line_approx *form, const point_approx *point)
{
    sign_judge judge;
    sign_judge_init(&judge, CREASE_FILTERED, 0);
    int sign = sign_try(&judge, form, point);
    sign_judge_clear(&judge);
    return sign != SIGN_UNKNOWN;
}

static void tries(void)
{
    enum { SEED = 71, CASES = 100 };
    printf("seed %d ", SEED);
    random_state random;
    random_seed(&random, SEED);
    for (int kind = 0; kind < KINDS; kind++) {
        trial of = {0};
        for (int k = 0; k < CASES; k++) {
            line_approx form;
            point_approx point;
            random_line(&form, kind, &random);
            random_point(&point, kind == MIXED ? MIXED : PLAIN, &random);
            for (double share = -3.1; share < 3.2; share += 0.2)
                if (isfinite(reach_of(&form, &point)))
                    CU_ASSERT(try_at_share(&form, &point, share, &random, &of));
        }
        CU_ASSERT(of.decided > CASES && of.open > CASES);
        CU_ASSERT(of.wrong_if_smaller > CASES / 4);
    }
}

static void tight(void)
{
    enum { SEED = 72 };
    printf("seed %d ", SEED);
    random_state random;
    random_seed(&random, SEED);
    CASES(k, 2000) {
        line_approx form;
        point_approx point;
        random_line(&form, PLAIN, &random);
        random_point(&point, PLAIN, &random);
        point.w = 1;
        double value = form.a[0] * point.x + form.a[1] * point.y;
        double size = fabs(form.a[0] * point.x) + fabs(form.a[1] * point.y) + fabs(form.a[2]);
        double least = 1.001 * reach_of(&form, &point) + 32 * FILTER_UNIT * size;
        form.a[2] = (k % 2 ? least : -least) - value;
        if (isfinite(form.a[2]) && size > 1e-3)
            CU_ASSERT(decides(&form, &point));
    }
}

// What is not a number decides nothing, nor does an infinite bound.
static void not_finite(void)
{
    static const double odd[] = {NAN, INFINITY, -INFINITY, 1e308, -1e308, 0, 1};
    enum { ODD = sizeof odd / sizeof *odd };
    for (size_t code = 0; code < ODD * ODD * ODD * ODD * ODD * ODD; code++) {
        double v[6];
        size_t rest = code;
        int finite = 1;
        for (int i = 0; i < 6; i++, rest /= ODD) {
            v[i] = odd[rest % ODD];
            finite &= isfinite(v[i]) != 0;
        }
        line_approx form = {{v[0], v[1], 1}, {0, 0, fabs(v[2])}};
        point_approx point = {v[3], v[4], 1, fabs(v[5])};
        if (!finite)
            CU_ASSERT_FALSE(decides(&form, &point));
    }
}

UNIT_MAIN("sign_filtered", {"tries", tries}, {"tight", tight}, {"not_finite", not_finite})
