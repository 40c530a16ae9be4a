// Where hyperplanes meet, and their distances: true forms inside their error bounds.
#include "exact/point.h"
#include "approximations.h"
#include "base/random.h"
#include "exact/filter.h"
#include "exact/rational.h"
#include "hyperplanes.h"
#include "unit.h"

#include <flint/fmpq_vec.h>
#include <float.h>
#include <math.h>
#include <stdio.h>

// How well the radii have been tested.
typedef struct {
    size_t cases, bounded, sharp; // sharp: small against the point
    double closest;               // the largest distance of a truth, in radii
} trial;

static double size_of(const meeting *m)
{
    double most = 0;
    for (size_t j = 0; j < m->dimension; j++)
        most = fmax(most, fabs(m->point[j]));
    return most;
}

// The entry of a direction that is 1 or -1; for a finite point, d.
static size_t unit_place(const meeting *m)
{
    size_t at = m->infinite ? 0 : m->dimension;
    for (size_t j = 1; m->infinite && j < m->dimension; j++)
        at = fabs(m->point[j]) > fabs(m->point[at]) ? j : at;
    return at;
}

// The first d (or d - 1) true forms meet in one point. It is within the radius.
static bool truth_is_within(const meeting *m, const fmpq_mat_t truth, trial *of)
{
    size_t d = m->dimension, unit = unit_place(m);
    double radius = m->point[d + 1];
    fmpq *x = _fmpq_vec_init((slong)(d + 3)), *distance = x + d + 1, *limit = x + d + 2;
    if (m->infinite)
        fmpq_set_si(x + unit, (slong)m->point[unit], 1);
    else
        fmpq_one(x + d);
    bool good = !m->infinite || fabs(m->point[unit]) == 1;
    good = good && solve_for(x, truth, d - (m->infinite != 0), d, unit);
    for (size_t j = 0; j < d && good; j++) {
        good &= is_within(x + j, m->point[j], radius);
        exact_double(distance, m->point[j]);
        exact_double(limit, radius);
        fmpq_sub(distance, distance, x + j);
        if (radius == 0)
            continue;
        fmpq_div(distance, distance, limit);
        of->closest = fmax(of->closest, fabs(nearest_double(distance)));
    }
    _fmpq_vec_clear(x, (slong)(d + 3));
    return good;
}

// Finds the point and tries its radius on `truths` truths.
static int meeting_holds(meeting *m, unsigned truths, random_state *random, trial *of)
{
    find_point(m);
    double radius = m->point[m->dimension + 1];
    int good = m->point[m->dimension] == !m->infinite && radius >= 0;
    for (size_t j = 0; j < m->dimension; j++)
        good &= isfinite(m->point[j]) != 0;
    of->cases++;
    of->bounded += radius < INFINITY;
    of->sharp += radius < 1e-12 * size_of(m);
    if (!(radius < INFINITY) || !good)
        return good;
    fmpq_mat_t truth;
    fmpq_mat_init(truth, (slong)m->count, (slong)m->dimension + 1);
    for (unsigned k = 0; k < truths && good; k++) {
        true_forms(truth, m, k, random);
        good &= truth_is_within(m, truth, of);
    }
    fmpq_mat_clear(truth);
    return good;
}

// ---- As many forms as needed, truths anywhere inside their error bounds. ----

// Expected for each kind, in per cent: finite radii, and the closest truth relative to its
// radius.
static const struct {
    const char *what;
    form_kind kind;
    size_t bounded;
    double closest;
} kinds[] = {
    {"plain", PLAIN_FORMS, 70, 0.4},
    {"nearly singular", NEARLY_SINGULAR, 20, 0.4},
    {"singular to doubles", SINGULAR_TO_DOUBLES, 20, 0.1},
    {"huge", HUGE_FORMS, 70, 0.4},
    {"tiny", TINY_FORMS, 40, 0.2},
    {"any scale", ANY_SCALE, 70, 0.4},
    {"any entry", ANY_ENTRY, 5, 0.1},
};

static void for_all(uint64_t seed, bool infinite)
{
    // All, because with fewer the closest truth is farther.
    enum { CASES = 60, TRUTHS_TRIED = 5 };
    random_state random = unit_random(seed);
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        trial of = {0};
        for (size_t d = 1; d <= MOST_DIMENSION; d++)
            for (int i = 0; i < CASES; i++) {
                meeting m;
                meeting_init(&m, d - (infinite != 0), d, infinite);
                random_forms(&m, kinds[k].kind, &random);
                CU_ASSERT(meeting_holds(&m, TRUTHS_TRIED, &random, &of));
                meeting_clear(&m);
            }
        // A smaller bound, or one that is mostly infinite, would be noticed here.
        bool seen = 100 * of.bounded >= kinds[k].bounded * of.cases &&
                    of.closest >= kinds[k].closest && of.closest <= 1;
        if (!seen)
            printf("%s: %zu of %zu bounded, closest %.2f ", kinds[k].what, of.bounded, of.cases,
                   of.closest);
        CU_ASSERT(seen);
    }
}

static void finite_points(void)
{
    for_all(81, 0);
}

static void directions(void)
{
    for_all(82, 1);
}

// ---- More forms than needed: all through one true point. ----

static void many_forms(void)
{
    enum { CASES = 60 };
    random_state random = unit_random(84);
    trial of = {0};
    for (size_t d = 1; d <= MOST_DIMENSION; d++)
        for (int i = 0; i < CASES; i++) {
            int infinite = i % 2;
            meeting m;
            meeting_init(&m, d - (size_t)infinite + random_below(&random, 6), d, infinite);
            fmpq_mat_t truth;
            fmpq_mat_init(truth, (slong)m.count, (slong)d + 1);
            // Some rows repeat others, and any d of them need not be independent: the
            // first ones are, for the sake of the reference.
            forms_through_a_point(&m, truth, &random);
            find_point(&m);
            of.bounded += m.point[d + 1] < INFINITY;
            of.cases++;
            if (m.point[d + 1] < INFINITY)
                CU_ASSERT(truth_is_within(&m, truth, &of));
            fmpq_mat_clear(truth);
            meeting_clear(&m);
        }
    CU_ASSERT(of.bounded > 9 * of.cases / 10);
    CU_ASSERT(of.closest > 0.05 && of.closest <= 1);
}

// ---- No point, or none that doubles can prove. ----

static void no_meeting(void)
{
    static const double pairs[][12] = {
        {1, 2, 3, 0, 0, 0, 2, 4, 5, 0, 0, 0},
        {1, 2, 3, 0, 0, 0, 1, 2, 3, 0, 0, 0},
        {1, 1, 0, 0x1p-30, 0, 0, 1, 1 + 0x1p-31, 1, 0, 0, 0},
        {0, 0, 1, 0, 0, 0, 1, 2, 3, 0, 0, 0},
        {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
        {INFINITY, 1, 0, INFINITY, 0, 0, 1, 2, 0, 0, 0, 0},
        {INFINITY, 1, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0},
        {1, 1, INFINITY, 0, 0, 0, 1, 2, 0, 0, 0, 0},
        {1, 1, NAN, 0, 0, 0, 1, 2, 0, 0, 0, 0},
        {NAN, 1, 0, NAN, 0, 0, 1, 2, 0, 0, 0, 0},
        {NAN, NAN, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0},
        {1, 0, 0, 0, 0, 0, 0, 1, 0, 1, INFINITY, 0},
        {1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, NAN},
        {1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, INFINITY},
        {1, 0, 1e300, 0, 0, 0, 0, 1e-300, 1e300, 0, 0, 0},
        {DBL_TRUE_MIN, 0, 1, 0, 0, 0, 0, DBL_TRUE_MIN, 1, 0, 0, 0},
    };
    for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++)
        for (int swap = 0; swap < 2; swap++) {
            meeting m;
            meeting_init(&m, 2, 2, 0);
            memcpy(m.form[swap], pairs[k], 6 * sizeof(double));
            memcpy(m.form[!swap], pairs[k] + 6, 6 * sizeof(double));
            find_point(&m);
            CU_ASSERT_EQUAL(m.point[3], INFINITY);
            CU_ASSERT(isfinite(m.point[0]) && isfinite(m.point[1]) && m.point[2] == 1);
            meeting_clear(&m);
        }
}

// ---- By hand, and against the plane. ----

// ---- Error bounds of points ----

// ---- A point against its truths. ----

static void cross(fmpq *x, const fmpq *a, const fmpq *b)
{
    for (int i = 0; i < COLUMNS; i++) {
        int j = (i + 1) % COLUMNS, k = (i + 2) % COLUMNS;
        fmpq_mul(x + i, a + j, b + k);
        fmpq_submul(x + i, a + k, b + j);
    }
}

// How well the radii have been tested.
typedef struct {
    size_t bounded;
    double closest; // the largest distance of a truth, in radii
} plane_trial;

// The truth x / w is within the radius of the point.
static bool point_holds(const point_approx *point, const fmpq *x, plane_trial *of)
{
    const double approx[] = {point->x, point->y};
    if (!(point->radius < INFINITY))
        return true;
    if (fmpq_is_zero(x + 2) || point->w != 1 || !isfinite(point->x) || !isfinite(point->y))
        return false;
    bool good = true;
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

static bool meet_holds(const line_approx *a, const line_approx *b, random_state *random,
                       plane_trial *of)
{
    point_approx point;
    filter_meet(&point, a, b);
    of->bounded += point.radius < INFINITY;
    fmpq *p = _fmpq_vec_init(9), *q = p + 3, *x = p + 6;
    bool good = true;
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

// Expected for each kind: finite radii in per cent, and how close a truth comes.
static const struct {
    const char *what;
    approx_kind kind;
    uint64_t cases;
    size_t bounded;
    double closest;
} plane_kinds[] = {
    {"plain", PLAIN, 800, 75, 0.9},   {"parallel", PARALLEL, 800, 23, 0.9},
    {"huge", HUGE_ONES, 400, 5, 0.5}, {"tiny", TINY_ONES, 400, 5, 0.5},
    {"mixed", MIXED, 800, 25, 0.5},
};

static void for_all_kinds(uint64_t seed, bool (*holds)(const line_approx *, const line_approx *,
                                                       random_state *, plane_trial *))
{
    random_state random = unit_random(seed);
    for (size_t k = 0; k < sizeof plane_kinds / sizeof *plane_kinds; k++) {
        plane_trial of = {0};
        const uint64_t cases = cases_enough(plane_kinds[k].cases);
        for (uint64_t i = 0; i < cases; i++) {
            line_approx a, b;
            random_pair(&a, &b, plane_kinds[k].kind, &random);
            CU_ASSERT(holds(&a, &b, &random, &of));
        }
        // A smaller bound, or one that is always infinite, would be noticed here.
        const bool enough = 100 * of.bounded >= plane_kinds[k].bounded * cases;
        if (!enough || of.closest < plane_kinds[k].closest)
            printf("%s: %zu bounded, closest %.2f ", plane_kinds[k].what, of.bounded, of.closest);
        CU_ASSERT(enough);
        CU_ASSERT(of.closest >= plane_kinds[k].closest && of.closest <= 1);
    }
}

static void meets(void)
{
    for_all_kinds(41, meet_holds);
}

// Nothing but rounding: the error bounds are zero, and cancellation shows what products lost.
static void rounded_meets(void)
{
    random_state random = unit_random(42);
    plane_trial of = {0};
    fmpq *p = _fmpq_vec_init(9), *q = p + 3, *x = p + 6;
    CASES(k, (int)cases_enough(20000)) {
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

// ---- Directions and feet: of the first line. ----

// (B, -A) over the larger of |a| and |b|, whatever that is, or the opposite.
static bool direction_holds(const line_approx *a, const line_approx *b, random_state *random,
                            plane_trial *of)
{
    (void)b;
    fmpq *truth = _fmpq_vec_init(4), *size = truth + 3;
    bool good = true;
    for (unsigned k = 0; k < TRUTHS + 4; k++) {
        true_line(truth, a, k % TRUTHS, k < TRUTHS ? NULL : random);
        exact_double(size, fmax(fabs(a->a[0]), fabs(a->a[1])));
        for (int flip = 0; flip < 2; flip++) {
            point_approx point;
            filter_meet_infinity(&point, a, flip);
            of->bounded += k == 0 && flip == 0 && point.radius < INFINITY;
            bool has_direction = !fmpq_is_zero(size);
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
static bool foot_holds(const line_approx *a, const line_approx *b, random_state *random,
                       plane_trial *of)
{
    (void)b;
    point_approx point;
    filter_foot(&point, a);
    of->bounded += point.radius < INFINITY;
    fmpq *line = _fmpq_vec_init(6), *x = line + 3;
    bool good = true;
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

static void plane_directions(void)
{
    for_all_kinds(43, direction_holds);
}

static void feet(void)
{
    for_all_kinds(44, foot_holds);
}

// ---- Distances by doubles against rationals ----

enum { MOST = 5 };

// A number of any size, positive if asked.
static void any(fmpz_t x, random_state *random, bool positive)
{
    fmpz_set_si(x, (slong)random_between(random, positive ? 1 : -1000000, 1000000));
    fmpz_mul_2exp(x, x, random_below(random, 3) ? 0 : random_below(random, 3000));
}

// low^2 |a|^2 <= f^2 <= high^2 |a|^2 for the form with each entry at one end of its error bound.
static void check(ball distance, const fmpq_t value, const fmpq_t norm)
{
    double low = fmax(ball_low(distance), 0), high = ball_high(distance);
    fmpq_t bound, square;
    fmpq_init(bound);
    fmpq_init(square);
    fmpq_mul(square, value, value);
    rational_set_double(bound, low);
    fmpq_mul(bound, bound, bound);
    fmpq_mul(bound, bound, norm);
    CU_ASSERT(fmpq_cmp(bound, square) <= 0);
    if (high < HUGE_VAL) {
        rational_set_double(bound, high);
        fmpq_mul(bound, bound, bound);
        fmpq_mul(bound, bound, norm);
        CU_ASSERT(fmpq_cmp(square, bound) <= 0);
    }
    fmpq_clear(bound);
    fmpq_clear(square);
}

// Entries of one size, of any, or with an error bound that may hide the form; true entries anywhere
// in it.
static void choose_form(double *form, fmpq_t square, size_t d, crease_norm norm,
                        random_state *random)
{
    static const double scales[] = {1, 0x1p-40, 0x1p60, 0x1p-540, 0x1p-1060};
    fmpq_t entry, bound;
    fmpq_init(entry);
    fmpq_init(bound);
    fmpq_zero(square);
    double scale = scales[random_below(random, 5)];
    double loose = random_below(random, 2) ? 0 : random_below(random, 2) ? 0x1p-30 : 0.5;
    for (size_t c = 0; c < d; c++) {
        form[c] = scale * (double)random_between(random, -8, 8);
        form[d + 1 + c] = scale * loose * (double)random_below(random, 3);
        rational_set_double(entry, form[c]);
        rational_set_double(bound, form[d + 1 + c]);
        uint64_t end = random_below(random, 3);
        if (end)
            (end == 1 ? fmpq_add : fmpq_sub)(entry, entry, bound);
        fmpq_abs(entry, entry);
        if (norm == CREASE_NORM_2)
            fmpq_addmul(square, entry, entry);
        else if (norm == CREASE_NORM_MAX) // dual to the sum
            fmpq_add(square, square, entry);
        else if (fmpq_cmp(entry, square) > 0)
            fmpq_set(square, entry);
    }
    if (norm != CREASE_NORM_2)
        fmpq_mul(square, square, square);
    fmpq_clear(entry);
    fmpq_clear(bound);
}

static void distances(void)
{
    size_t tight = 0;
    random_state random;
    fmpz_t value, weight;
    fmpq_t scale, exact, norm;
    random_seed(&random, 11);
    fmpz_init(value);
    fmpz_init(weight);
    fmpq_init(scale);
    fmpq_init(exact);
    fmpq_init(norm);
    const uint64_t cases = cases_enough(20000);
    CASES(k, (int)cases) {
        size_t d = 1 + random_below(&random, MOST);
        double form[2 * MOST + 2] = {0};
        const crease_norm kind = (crease_norm)(k % 3);
        choose_form(form, norm, d, kind, &random);
        any(value, &random, 0);
        any(weight, &random, 1);
        any(fmpq_numref(scale), &random, 1);
        any(fmpq_denref(scale), &random, 1);
        fmpq_canonicalise(scale);
        ball distance = filter_distance(value, weight, scale, form, d, kind);
        fmpq_set_fmpz_frac(exact, value, weight);
        fmpq_div(exact, exact, scale);
        check(distance, exact, norm);
        double low = ball_low(distance);
        tight += low > 0 && ball_high(distance) < low * (1 + 0x1p-10);
    }
    CU_ASSERT(20 * tight > 3 * cases);
    fmpz_clear(value);
    fmpz_clear(weight);
    fmpq_clear(scale);
    fmpq_clear(exact);
    fmpq_clear(norm);
}

UNIT_MAIN("point", {"finite_points", finite_points}, {"directions", directions},
          {"many_forms", many_forms}, {"no_meeting", no_meeting}, {"meets", meets},
          {"rounded_meets", rounded_meets}, {"plane_directions", plane_directions}, {"feet", feet},
          {"distances", distances})
