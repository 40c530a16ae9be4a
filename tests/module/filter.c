// Error bounds of points: true lines inside their error bounds meet inside the radius.
#include "exact/filter.h"
#include "approximations.h"
#include "unit.h"

#include <flint/fmpq_vec.h>
#include <stdio.h>

// ---- The constants, from what they stand for. ----

// (1 + u)^n
static void growth(fmpq_t x, ulong n)
{
    fmpq_t u;
    fmpq_init(u);
    exact_double(u, 0x1p-53);
    fmpq_add_si(u, u, 1);
    fmpq_one(x);
    for (ulong i = 0; i < n; i++)
        fmpq_mul(x, x, u);
    fmpq_clear(u);
}

static void unit_and_tiny(void)
{
    volatile double one = 1, half_way = 1 + FILTER_UNIT;
    CU_ASSERT_EQUAL(FILTER_UNIT, 0x1p-53);
    CU_ASSERT_EQUAL(half_way, one); // a tie, to even: the error is a half unit, u
    CU_ASSERT_EQUAL(one + 2 * FILTER_UNIT, nextafter(1, 2));
    // A product of denormals errs by half of the least double at most; there is room for sums
    // of many such errors. Yet it is a normal number.
    CU_ASSERT(FILTER_TINY >= 0x1p40 * DBL_TRUE_MIN);
    CU_ASSERT(FILTER_TINY >= DBL_MIN);
}

// Every term of a_1 x_1 + .. + a_d x_d + (c - t) is rounded once as a product or a difference
// and in at most d sums. Measured against the rounded terms, which may be smaller by 1 - u.
static void dot(void)
{
    fmpq_t bound, error, one;
    fmpq_init(bound);
    fmpq_init(error);
    fmpq_init(one);
    for (ulong d = 1; d < 1000; d = d < 10 ? d + 1 : 2 * d) {
        growth(error, d + 1);
        fmpq_sub_si(error, error, 1);
        exact_double(one, 1 - 0x1p-53);
        fmpq_div(error, error, one);
        exact_double(bound, FILTER_DOT(d));
        CU_ASSERT(fmpq_cmp(error, bound) <= 0);
    }
    fmpq_clear(bound);
    fmpq_clear(error);
    fmpq_clear(one);
}

// Bounds are at most some hundred operations deep, each of which may lose a factor 1 - u.
static void enlarge(void)
{
    fmpq_t kept, factor, lost;
    fmpq_init(kept);
    fmpq_init(factor);
    fmpq_init(lost);
    growth(lost, 1000); // (1 - u)^-n >= (1 + u)^n, and their quotient is nearly 1
    fmpq_inv(kept, lost);
    exact_double(factor, FILTER_ENLARGE);
    fmpq_mul(kept, kept, factor);
    exact_double(lost, 1 + 0x1p-21);
    CU_ASSERT(fmpq_cmp(kept, lost) > 0);
    // Norms of up to 2^30 entries lose 1 - n u.
    exact_double(kept, 1 - 0x1p-23);
    fmpq_mul(kept, kept, factor);
    CU_ASSERT(fmpq_cmp_si(kept, 1) > 0);
    fmpq_clear(kept);
    fmpq_clear(factor);
    fmpq_clear(lost);
}

// ---- A point against its truths. ----

static void cross(fmpq *x, const fmpq *a, const fmpq *b)
{
    for (int i = 0; i < COLUMNS; i++) {
        int j = (i + 1) % COLUMNS, k = (i + 2) % COLUMNS;
        fmpq_mul(x + i, a + j, b + k);
        fmpq_submul(x + i, a + k, b + j);
    }
}

// How well the radii have been tried.
typedef struct {
    size_t bounded;
    double closest; // the largest distance of a truth, in radii
} trial;

// The truth x / w is within the radius of the point.
static int point_holds(const point_approx *point, const fmpq *x, trial *of)
{
    const double approx[] = {point->x, point->y};
    if (!(point->radius < INFINITY))
        return 1;
    if (fmpq_is_zero(x + 2) || point->w != 1 || !isfinite(point->x) || !isfinite(point->y))
        return 0;
    int good = 1;
    fmpq *at = _fmpq_vec_init(2), *share = at + 1;
    for (int i = 0; i < 2; i++) {
        fmpq_div(at, x + i, x + 2);
        good &= is_within(at, approx[i], point->radius);
        exact_double(share, approx[i]);
        fmpq_sub(at, at, share);
        exact_double(share, point->radius);
        if (fmpq_is_zero(share))
            continue;
        fmpq_div(at, at, share);
        double distance = fabs(nearest_double(at));
        of->closest = distance > of->closest ? distance : of->closest;
    }
    _fmpq_vec_clear(at, 2);
    return good;
}

// ---- Where two lines meet. ----

static int meet_holds(const line_approx *a, const line_approx *b, random_state *random, trial *of)
{
    point_approx point;
    filter_meet(&point, a, b);
    of->bounded += point.radius < INFINITY;
    fmpq *p = _fmpq_vec_init(9), *q = p + 3, *x = p + 6;
    int good = 1;
    for (unsigned k = 0; k < TRUTHS * TRUTHS + 4; k++) {
        random_state *inside = k < TRUTHS * TRUTHS ? NULL : random;
        true_line(p, a, k % TRUTHS, inside);
        true_line(q, b, k / TRUTHS % TRUTHS, inside);
        cross(x, p, q);
        good &= point_holds(&point, x, of);
    }
    _fmpq_vec_clear(p, 9);
    return good;
}

// What is expected of each kind: how many radii are finite, and how close a truth comes.
static const struct {
    const char *what;
    approx_kind kind;
    int cases;
    size_t bounded;
    double closest;
} kinds[] = {
    {"plain", PLAIN, 800, 600, 0.9},   {"parallel", PARALLEL, 800, 200, 0.9},
    {"huge", HUGE_ONES, 400, 20, 0.5}, {"tiny", TINY_ONES, 400, 20, 0.5},
    {"mixed", MIXED, 800, 200, 0.5},
};

static void for_all_kinds(uint64_t seed, int (*holds)(const line_approx *, const line_approx *,
                                                      random_state *, trial *))
{
    printf("seed %d ", (int)seed);
    random_state random;
    random_seed(&random, seed);
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        trial of = {0};
        for (int i = 0; i < kinds[k].cases; i++) {
            line_approx a, b;
            random_pair(&a, &b, kinds[k].kind, &random);
            CU_ASSERT(holds(&a, &b, &random, &of));
        }
        // A bound that were smaller, or always infinite, would be seen here.
        if (of.bounded < kinds[k].bounded || of.closest < kinds[k].closest)
            printf("%s: %zu bounded, closest %.2f ", kinds[k].what, of.bounded, of.closest);
        CU_ASSERT(of.bounded >= kinds[k].bounded);
        CU_ASSERT(of.closest >= kinds[k].closest && of.closest <= 1);
    }
}

static void meets(void)
{
    for_all_kinds(41, meet_holds);
}

// Nothing but rounding: the error bounds are zero, and cancellation shows what products lost.
static void rounded_meets(void)
{
    enum { SEED = 42, CASES = 20000 };
    printf("seed %d ", SEED);
    random_state random;
    random_seed(&random, SEED);
    trial of = {0};
    fmpq *p = _fmpq_vec_init(9), *q = p + 3, *x = p + 6;
    for (int k = 0; k < CASES; k++) {
        line_approx a, b;
        random_pair(&a, &b, PARALLEL, &random);
        for (int i = 0; i < COLUMNS; i++)
            a.bound[i] = b.bound[i] = 0;
        point_approx point;
        filter_meet(&point, &a, &b);
        true_line(p, &a, 0, NULL);
        true_line(q, &b, 0, NULL);
        cross(x, p, q);
        CU_ASSERT(point_holds(&point, x, &of));
    }
    _fmpq_vec_clear(p, 9);
    printf("closest %.2f ", of.closest);
    CU_ASSERT(of.closest > 0.125 && of.closest <= 1);
}

// Parallel approximations may stand for lines that meet anywhere, or nowhere.
static void no_meeting(void)
{
    static const line_approx pairs[][2] = {
        {{{1, 2, 3}, {0}}, {{2, 4, 5}, {0}}},
        {{{1, 2, 3}, {0}}, {{1, 2, 3}, {0}}},
        {{{1, 1, 0}, {0x1p-30, 0, 0}}, {{1, 1 + 0x1p-31, 1}, {0}}},
        {{{0, 0, 1}, {0}}, {{1, 2, 3}, {0}}},
        {{{0, 0, 0}, {0}}, {{0, 0, 0}, {0}}},
        {{{1e300, 1, 0}, {0}}, {{1, 1e300, 0}, {0}}},   // overflow
        {{{1e-300, 0, 1}, {0}}, {{0, 1e-300, 1}, {0}}}, // underflow
        {{{INFINITY, 1, 0}, {INFINITY, 0, 0}}, {{1, 2, 0}, {0}}},
        {{{NAN, 1, 0}, {NAN, 0, 0}}, {{1, 2, 0}, {0}}},
        {{{1, 0, 0}, {0}}, {{0, 1, 0}, {1, INFINITY, 0}}},
    };
    for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++)
        for (int swap = 0; swap < 2; swap++) {
            point_approx point;
            filter_meet(&point, &pairs[k][swap], &pairs[k][!swap]);
            CU_ASSERT_FALSE(point.radius < INFINITY);
        }
}

// ---- Directions and feet: of the first line. ----

// (B, -A) over the larger of |a| and |b|, whatever that is, or the opposite.
static int direction_holds(const line_approx *a, const line_approx *b, random_state *random,
                           trial *of)
{
    (void)b;
    fmpq *truth = _fmpq_vec_init(4), *size = truth + 3;
    int good = 1;
    for (unsigned k = 0; k < TRUTHS + 4; k++) {
        true_line(truth, a, k % TRUTHS, k < TRUTHS ? NULL : random);
        exact_double(size, fmax(fabs(a->a[0]), fabs(a->a[1])));
        for (int flip = 0; flip < 2; flip++) {
            point_approx point;
            filter_meet_infinity(&point, a, flip);
            of->bounded += k == 0 && flip == 0 && point.radius < INFINITY;
            int has_direction = !fmpq_is_zero(size);
            good &= has_direction || !(point.radius < INFINITY);
            if (!has_direction || !(point.radius < INFINITY))
                continue;
            fmpq *x = _fmpq_vec_init(3);
            fmpq_div(x, truth + 1, size);
            fmpq_div(x + 1, truth, size);
            fmpq_neg(x + !flip, x + !flip);
            fmpq_one(x + 2);
            good &= point.w == 0;
            point.w = 1; // for the comparison
            good &= point_holds(&point, x, of);
            _fmpq_vec_clear(x, 3);
        }
    }
    _fmpq_vec_clear(truth, 4);
    return good;
}

// (-A C, -B C) over A A + B B.
static int foot_holds(const line_approx *a, const line_approx *b, random_state *random, trial *of)
{
    (void)b;
    point_approx point;
    filter_foot(&point, a);
    of->bounded += point.radius < INFINITY;
    fmpq *line = _fmpq_vec_init(6), *x = line + 3;
    int good = 1;
    for (unsigned k = 0; k < TRUTHS + 4; k++) {
        true_line(line, a, k % TRUTHS, k < TRUTHS ? NULL : random);
        fmpq_mul(x + 2, line, line);
        fmpq_addmul(x + 2, line + 1, line + 1);
        for (int i = 0; i < 2; i++) {
            fmpq_mul(x + i, line + i, line + 2);
            fmpq_neg(x + i, x + i);
        }
        good &= point_holds(&point, x, of);
    }
    _fmpq_vec_clear(line, 6);
    return good;
}

static void directions(void)
{
    for_all_kinds(43, direction_holds);
}

static void feet(void)
{
    for_all_kinds(44, foot_holds);
}

// A form without slope has neither.
static void no_slope(void)
{
    static const line_approx forms[] = {{{0, 0, 1}, {0}},
                                        {{0x1p-40, 0, 1}, {0x1p-30, 0x1p-30, 0}},
                                        {{0, 0, 0}, {0}},
                                        {{NAN, 0, 1}, {NAN, 0, 0}},
                                        {{0, 0, INFINITY}, {0, 0, INFINITY}}};
    for (size_t k = 0; k < sizeof forms / sizeof *forms; k++) {
        point_approx point;
        filter_foot(&point, forms + k);
        CU_ASSERT_FALSE(point.radius < INFINITY);
        filter_meet_infinity(&point, forms + k, 0);
        CU_ASSERT_FALSE(point.radius < 1);
    }
}

UNIT_MAIN("filter", {"unit_and_tiny", unit_and_tiny}, {"dot", dot}, {"enlarge", enlarge},
          {"meets", meets}, {"rounded_meets", rounded_meets}, {"no_meeting", no_meeting},
          {"directions", directions}, {"feet", feet}, {"no_slope", no_slope})
