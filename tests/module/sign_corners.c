// Signs at the corners of polygons, by doubles: whatever is decided holds at every truth.
#include "approximations.h"
#include "exact/kernels.h"
#include "exact/norm.h"
#include "exact/sign.h"
#include "unit.h"

#include <flint/fmpq_vec.h>
#include <stdio.h>
#include <string.h>

enum { MOST_UNITS = 20, MOST_STRIDE = 24, MOST_CORNERS = 6, SIDES = 8 };

// Units that are asked about a polygon.
typedef struct {
    size_t units, stride;
    double map[COLUMNS * MOST_STRIDE], bound[COLUMNS];
    double shift[MOST_STRIDE], outermost; // the rounded breakpoints
    double x[MOST_CORNERS], y[MOST_CORNERS];
    corners_approx corners;
} predicate;

typedef struct {
    double least[MOST_STRIDE], greatest[MOST_STRIDE], width;
    uint32_t above[MOST_STRIDE], open[MOST_STRIDE];
    uint64_t decided;
    double error;
    forms_limit limit;
} answer;

static void ask(answer *found, predicate *q, crease_arith arith)
{
    sign_judge judge;
    sign_judge_init(&judge, arith, 0);
    *found = (answer){.decided = 0};
    for (size_t j = 0; j < q->stride; j++)
        found->above[j] = found->open[j] = 10 + (uint32_t)j;
    q->corners.x = q->x;
    q->corners.y = q->y;
    double norm[COLUMNS];
    filter_norms(norm, q->map, q->stride, COLUMNS);
    found->width = sign_width_at_corners(&judge, norm, q->bound, &q->corners);
    found->error = sign_error_of_rows(found->width, q->outermost);
    found->limit = forms_limit_of_rows(norm, q->bound, q->outermost);
    map_values values = {.above = found->above,
                         .open = found->open,
                         .least = found->least,
                         .greatest = found->greatest,
                         .map = q->map,
                         .shift = q->shift,
                         .stride = q->stride,
                         .units = q->units,
                         .x = q->x,
                         .y = q->y,
                         .corners = q->corners.count};
    size_t open = sign_try_corners(&judge, &values, found->width, q->outermost);
    found->decided = judge.decided_float;
    CU_ASSERT(judge.decided_exact == 0 && open + found->decided == q->units);
    sign_judge_clear(&judge);
}

static int sign_found(const predicate *q, const answer *found, size_t j)
{
    sign_judge judge = {.arith = CREASE_FILTERED};
    return sign_of_corners(&judge, found->least[j], found->greatest[j], found->width, q->shift[j],
                           q->outermost);
}

// Counters and flags agree with the values; those of the padding are empty.
static bool is_consistent(const predicate *q, const answer *found)
{
    bool good = true;
    uint64_t decided = 0;
    for (size_t j = 0; j < q->stride; j++) {
        int sign = j < q->units ? sign_found(q, found, j) : -1;
        decided += j < q->units && sign != SIGN_UNKNOWN;
        good &= found->above[j] == (sign == 1);
        good &=
            found->open[j] == (sign == SIGN_UNKNOWN || (j >= q->units && !isfinite(found->width)));
    }
    return good && decided == found->decided;
}

// ---- Random predicates ----

static double random_size(random_state *random, int exponent)
{
    return ldexp(fraction(random), exponent);
}

static void random_corners(predicate *q, random_state *random, int exponent)
{
    double at[2], side[2], reach[2] = {0, 0};
    double radius = random_below(random, 3)
                        ? fabs(random_size(random, exponent - (int)random_below(random, 50)))
                        : 0;
    for (int c = 0; c < 2; c++) {
        at[c] = random_size(random, exponent);
        side[c] = fabs(random_size(random, exponent - (int)random_below(random, 40)));
    }
    q->corners = (corners_approx){.count = 1 + random_below(random, MOST_CORNERS)};
    for (size_t v = 0; v < q->corners.count; v++) {
        q->x[v] = at[0] + side[0] * fraction(random);
        q->y[v] = at[1] + side[1] * fraction(random);
        reach[0] = fmax(reach[0], fabs(q->x[v]));
        reach[1] = fmax(reach[1], fabs(q->y[v]));
    }
    q->corners.radius = radius;
    for (int c = 0; c < 2; c++)
        q->corners.reach[c] = reach[c] + radius;
}

// How far truths may be from the value at any corner, but for rounding.
static double width_of(const predicate *q, const double *a)
{
    double width = q->bound[2];
    for (int c = 0; c < 2; c++)
        width += fabs(a[c]) * q->corners.radius + q->bound[c] * q->corners.reach[c];
    return width;
}

// Most of them near the edge of what can be decided at one of the corners.
static void random_predicate(predicate *q, random_state *random)
{
    int exponent = random_below(random, 3) ? 0 : (int)random_between(random, -600, 400);
    int other = random_below(random, 3) ? 0 : (int)random_between(random, -400, 400);
    *q = (predicate){.units = 1 + random_below(random, MOST_UNITS)};
    q->stride = kernel_stride(q->units);
    int shifted = (int)random_below(random, 3);
    for (size_t j = 0; j < q->stride; j++) {
        double shift = shifted ? random_size(random, exponent + other) : 0;
        q->shift[j] = j < q->units ? shift : INFINITY;
        q->outermost = fmax(q->outermost, j < q->units ? fabs(shift) : 0);
    }
    random_corners(q, random, exponent);
    for (int c = 0; c < COLUMNS; c++)
        if (random_below(random, 3))
            q->bound[c] = fabs(random_size(random, other - (int)random_below(random, 55) +
                                                       (c == 2 ? exponent : 0)));
    for (size_t j = 0; j < q->units; j++) {
        size_t v = random_below(random, q->corners.count);
        double a[2], at = -q->shift[j];
        for (int c = 0; c < 2; c++) {
            a[c] = random_below(random, 8) ? random_size(random, other) : 0;
            q->map[(size_t)c * q->stride + j] = a[c];
            at += a[c] * (c ? q->y : q->x)[v];
        }
        double share = (double)random_between(random, -20, 20) / 10;
        q->map[2 * q->stride + j] = share * width_of(q, a) - at;
    }
}

// ---- Truths ----

// The signs of unit j that occur at a corner: bit 0 negative, bit 1 zero, bit 2 positive.
static unsigned true_signs(const predicate *q, size_t j, size_t corner)
{
    line_approx form;
    for (int c = 0; c < COLUMNS; c++) {
        form.a[c] = q->map[(size_t)c * q->stride + j];
        form.bound[c] = q->bound[c];
    }
    unsigned found = 0;
    fmpq *line = _fmpq_vec_init(COLUMNS);
    for (unsigned k = 0; k < TRUTHS * SIDES; k++) {
        const point_approx at = {q->x[corner], q->y[corner], 1, q->corners.radius};
        true_line(line, &form, k % TRUTHS, NULL);
        found |= 1u << (sign_on_side(line, &at, q->shift[j], k / TRUTHS) + 1);
    }
    _fmpq_vec_clear(line, COLUMNS);
    return found;
}

// ---- All corners at once, then each ----

typedef struct {
    size_t decided, open, wrong_if_smaller;
} tally;
// All corners by their least and greatest value; each, and one after the other, by the bounds of
// the form itself; the same by those of all rows.
enum { ROUTES = 5 };

static line_approx form_of(const predicate *q, size_t j)
{
    const double *z = q->map + j, shift = q->shift[j];
    line_approx form = {{z[0], z[q->stride], z[2 * q->stride] - shift},
                        {q->bound[0], q->bound[1], q->bound[2]}};
    form.bound[2] += 2 * FILTER_UNIT * (fabs(shift) + fabs(form.a[2])) + FILTER_TINY;
    return form;
}

static void note(tally *of, int sign, unsigned truths, double value, double width)
{
    CU_ASSERT(sign == SIGN_UNKNOWN || truths == 1u << (sign + 1));
    of->decided += sign != SIGN_UNKNOWN;
    of->open += sign == SIGN_UNKNOWN;
    // A tenth of the width would have decided, and been wrong.
    of->wrong_if_smaller +=
        sign == SIGN_UNKNOWN && fabs(value) > width / 10 && truths != 1 && truths != 4;
}

static void try_unit(const predicate *q, const answer *found, size_t j, tally of[ROUTES])
{
    sign_judge judge;
    sign_judge_init(&judge, CREASE_FILTERED, 0);
    const line_approx form = form_of(q, j);
    unsigned char bits[2 * MOST_CORNERS] = {0}, by_rows[MOST_CORNERS], one = 77;
    const uint32_t list[1] = {0};
    forms_limit limit = {{0}, {0}};
    forms_limit_raise(&limit, &form);
    const double error = sign_error_at_corners(&form, &q->corners);
    int all = sign_try_at_corners(&judge, bits, 2, &form, &q->corners, error);
    sign_try_at_corners(&judge, by_rows, 1, &form, &q->corners, found->error);
    unsigned together = 0;
    int any = 0;
    for (size_t v = 0; v < q->corners.count; v++) {
        const point_approx at = {q->x[v], q->y[v], 1, q->corners.radius};
        const unsigned truths = true_signs(q, j, v);
        const double value = form.a[0] * at.x + form.a[1] * at.y + form.a[2];
        note(of + 1, sign_of_bits(bits[2 * v]), truths, value, width_of(q, form.a));
        sign_try_lines(&judge, &one, &form, list, 1, &limit, &at);
        note(of + 2, sign_of_bits(one), truths, value, width_of(q, form.a));
        note(of + 3, sign_of_bits(by_rows[v]), truths, value, found->error);
        sign_try_lines(&judge, &one, &form, list, 1, &found->limit, &at);
        note(of + 4, sign_of_bits(one), truths, value, found->error);
        together |= truths;
        any |= bits[2 * v];
        CU_ASSERT_EQUAL(bits[2 * v + 1], 0);
    }
    CU_ASSERT_EQUAL(all, any);
    note(of, sign_found(q, found, j), together, 0, 1);
    sign_judge_clear(&judge);
}

static void corners(void)
{
    const size_t cases = cases_enough(150);
    random_state random = unit_random(84);
    tally of[ROUTES] = {{0}};
    for (size_t k = 0; k < cases; k++) {
        static predicate q;
        answer found;
        random_predicate(&q, &random);
        ask(&found, &q, CREASE_FILTERED);
        CU_ASSERT(is_consistent(&q, &found));
        for (size_t j = 0; j < q.units; j++)
            try_unit(&q, &found, j, of);
    }
    CU_ASSERT(of[0].decided > 2 * cases && of[0].open > 2 * cases);
    for (int i = 1; i < ROUTES; i++)
        CU_ASSERT(3 * of[i].decided > 20 * cases && of[i].open > 2 * cases &&
                  3 * of[i].wrong_if_smaller > 4 * cases);
}

// ---- Sums that cancel to their rounding error, or a few units more ----

static void rounding_alone(void)
{
    const size_t cases = cases_enough(100);
    random_state random = unit_random(85);
    tally of[ROUTES] = {{0}};
    for (size_t k = 0; k < cases; k++) {
        static predicate q;
        q = (predicate){.units = MOST_UNITS, .stride = kernel_stride(MOST_UNITS)};
        q.corners = (corners_approx){.count = 1};
        q.corners.reach[0] = fabs(q.x[0] = fraction(&random));
        q.corners.reach[1] = fabs(q.y[0] = fraction(&random));
        for (size_t j = 0; j < q.stride; j++) {
            double a = fraction(&random), b = fraction(&random);
            double shift = k % 2 ? 1 + fabs(fraction(&random)) : 0;
            q.shift[j] = j < q.units ? shift : INFINITY;
            q.outermost = fmax(q.outermost, shift);
            q.map[j] = a;
            q.map[q.stride + j] = b;
            q.map[2 * q.stride + j] =
                (shift - (a * q.x[0] + b * q.y[0])) *
                (1 + (double)random_between(&random, -200, 200) * FILTER_UNIT);
        }
        answer found;
        ask(&found, &q, CREASE_FILTERED);
        CU_ASSERT(is_consistent(&q, &found));
        for (size_t j = 0; j < q.units; j++)
            try_unit(&q, &found, j, of);
    }
    for (int i = 0; i < ROUTES; i++)
        CU_ASSERT(of[i].decided > cases && of[i].decided < cases * MOST_UNITS);
}

// Values that are not finite, or overflowed on the way, decide nothing.
static void not_finite(void)
{
    static const double odd[] = {NAN, INFINITY, -INFINITY};
    for (int where = 0; where < 8; where++)
        for (int k = 0; k < 4; k++) {
            predicate q = {.units = 1, .stride = 8, .corners = {.count = 2, .reach = {1, 1}}};
            q.x[1] = q.y[1] = 1;
            q.map[16] = 1e9; // else clearly above
            double *places[] = {q.map,       q.map + 8,         q.map + 16,      q.bound,
                                q.bound + 2, &q.corners.radius, q.corners.reach, &q.outermost};
            double value = k < 3 ? odd[k] : INFINITY;
            *places[where] = where < 3 ? value : fabs(value);
            if (where == 7)
                q.shift[0] = value;
            if (k == 3 && where == 0) { // 1e400 - 1e400
                q.map[0] = q.x[0] = q.x[1] = q.corners.reach[0] = 1e200;
                q.map[8] = -1e200;
                q.y[0] = q.y[1] = q.corners.reach[1] = 1e200;
            }
            answer found;
            ask(&found, &q, CREASE_FILTERED);
            CU_ASSERT_EQUAL(found.open[0], 1);
            CU_ASSERT_EQUAL(found.above[0], 0);
        }
}

UNIT_MAIN("sign_corners", {"corners", corners}, {"rounding_alone", rounding_alone},
          {"not_finite", not_finite})
