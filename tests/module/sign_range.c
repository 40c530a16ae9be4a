// Signs on whole boxes, by doubles: whatever is decided holds at every truth in the box.
#include "approximations.h"
#include "exact/kernels.h"
#include "exact/sign.h"
#include "unit.h"

#include <flint/fmpq_vec.h>
#include <stdio.h>
#include <string.h>

enum { DIMENSION = 2, MOST_UNITS = 20, MOST_STRIDE = 24, BOX_GENERATORS = 4 };

// Units that are asked about a box whose generators are those of a cell.
typedef struct {
    size_t units, stride;
    double map[COLUMNS * MOST_STRIDE], bound[COLUMNS];
    double shift[MOST_STRIDE], outermost; // the rounded breakpoints
    point_approx generator[BOX_GENERATORS];
    double room[BOX_DOUBLES(DIMENSION)];
    box_approx box; // in this room, which must not move
} predicate;

typedef struct {
    double low[MOST_STRIDE], high[MOST_STRIDE];
    uint32_t above[MOST_UNITS], open[MOST_UNITS];
    uint64_t decided;
} answer;

static void ask(answer *found, const predicate *q, crease_arith arith)
{
    sign_judge judge;
    sign_judge_init(&judge, arith, 0);
    *found = (answer){.decided = 0};
    for (size_t j = 0; j < q->units; j++)
        found->above[j] = 10 + (uint32_t)j;
    const map_values values = {.above = found->above,
                               .open = found->open,
                               .least = found->low,
                               .greatest = found->high,
                               .map = q->map,
                               .shift = q->shift,
                               .stride = q->stride,
                               .units = q->units};
    sign_try_range(&judge, &values, q->bound, &q->box, q->outermost);
    found->decided = judge.decided_float;
    CU_ASSERT_EQUAL(judge.decided_exact, 0);
    sign_judge_clear(&judge);
}

// Counters and flags agree with the intervals.
static bool is_consistent(const predicate *q, const answer *found)
{
    bool good = true;
    uint64_t decided = 0;
    for (size_t j = 0; j < q->units; j++) {
        int sign = sign_of_range(found->low[j], found->high[j]);
        decided += sign != SIGN_UNKNOWN;
        good &= found->above[j] == 10 + j + (sign == 1);
        good &= found->open[j] == (sign == SIGN_UNKNOWN);
    }
    return good && decided == found->decided;
}

// ---- Random predicates. ----

static double random_size(random_state *random, int exponent)
{
    return ldexp(fraction(random), exponent);
}

static void random_box(predicate *q, random_state *random, int exponent)
{
    double lo[2], side[2];
    double radius = random_below(random, 3)
                        ? fabs(random_size(random, exponent - (int)random_below(random, 50)))
                        : 0;
    for (int c = 0; c < DIMENSION; c++) {
        lo[c] = random_size(random, exponent);
        side[c] = fabs(random_size(random, exponent - (int)random_below(random, 40)));
    }
    box_approx *box = &q->box;
    *box = box_approx_in(q->room, DIMENSION);
    for (int k = 0; k < BOX_GENERATORS; k++)
        q->generator[k] = (point_approx){k & 1 ? lo[0] + side[0] : lo[0],
                                         k & 2 ? lo[1] + side[1] : lo[1], 1, radius};
    box->radius = radius;
    for (int c = 0; c < DIMENSION; c++) {
        double hi = lo[c] + side[c];
        box->center[c] = 0.5 * lo[c] + 0.5 * hi;
        box->half[c] = fmax(box->center[c] - lo[c], hi - box->center[c]);
        box->reach[c] = fmax(fabs(lo[c]), fabs(hi)) + radius;
    }
}

// How far truths may be from the value at the center, but for rounding.
static double width_of(const predicate *q, const double *a)
{
    double width = q->bound[DIMENSION];
    for (int c = 0; c < DIMENSION; c++)
        width += fabs(a[c]) * (q->box.half[c] + q->box.radius) + q->bound[c] * q->box.reach[c];
    return width;
}

static void set_shift(predicate *q, size_t j, double shift)
{
    q->shift[j] = shift;
    q->outermost = fmax(q->outermost, fabs(shift));
}

static void random_predicate(predicate *q, random_state *random)
{
    int exponent = random_below(random, 3) ? 0 : (int)random_between(random, -600, 400);
    int other = random_below(random, 3) ? 0 : (int)random_between(random, -400, 400);
    *q = (predicate){.units = 1 + random_below(random, MOST_UNITS)};
    q->stride = kernel_stride(q->units);
    int each = (int)random_below(random, 2);
    double all = random_below(random, 2) ? random_size(random, exponent + other) : 0;
    for (size_t j = 0; j < q->units; j++)
        set_shift(q, j, each ? random_size(random, exponent + other) : all);
    random_box(q, random, exponent);
    for (int c = 0; c < COLUMNS; c++)
        if (random_below(random, 3))
            q->bound[c] = fabs(random_size(random, other - (int)random_below(random, 55) +
                                                       (c == DIMENSION ? exponent : 0)));
    for (size_t j = 0; j < q->units; j++) {
        double a[DIMENSION], center = -q->shift[j];
        for (int c = 0; c < DIMENSION; c++) {
            a[c] = random_below(random, 8) ? random_size(random, other) : 0;
            q->map[(size_t)c * q->stride + j] = a[c];
            center += a[c] * q->box.center[c];
        }
        // Most of them near the edge of what can be decided.
        double share = (double)random_between(random, -20, 20) / 10;
        q->map[DIMENSION * q->stride + j] = share * width_of(q, a) - center;
    }
}

// ---- Truths. ----

// The signs of unit j that occur: bit 0 negative, bit 1 zero, bit 2 positive.
static unsigned true_signs(const predicate *q, size_t j)
{
    line_approx form;
    for (int c = 0; c < COLUMNS; c++) {
        form.a[c] = q->map[(size_t)c * q->stride + j];
        form.bound[c] = q->bound[c];
    }
    unsigned found = 0;
    fmpq *line = _fmpq_vec_init(COLUMNS);
    for (unsigned k = 0; k < TRUTHS * BOX_GENERATORS * 8; k++) {
        const point_approx *at = q->generator + k / TRUTHS % BOX_GENERATORS;
        true_line(line, &form, k % TRUTHS, NULL);
        found |= 1u << (sign_on_side(line, at, q->shift[j], k / TRUTHS / BOX_GENERATORS) + 1);
    }
    _fmpq_vec_clear(line, COLUMNS);
    return found;
}

static void ranges(void)
{
    const size_t cases = cases_enough(150);
    random_state random = unit_random(81);
    size_t decided = 0, open = 0, wrong_if_smaller = 0;
    for (size_t k = 0; k < cases; k++) {
        static predicate q;
        answer found;
        random_predicate(&q, &random);
        ask(&found, &q, CREASE_FILTERED);
        CU_ASSERT(is_consistent(&q, &found));
        for (size_t j = 0; j < q.units; j++) {
            int sign = sign_of_range(found.low[j], found.high[j]);
            unsigned truths = true_signs(&q, j);
            CU_ASSERT(sign == SIGN_UNKNOWN || truths == 1u << (sign + 1));
            decided += sign != SIGN_UNKNOWN;
            open += sign == SIGN_UNKNOWN;
            // A width of a quarter would have decided, and been wrong.
            double middle = 0.5 * found.low[j] + 0.5 * found.high[j];
            double width = 0.5 * found.high[j] - 0.5 * found.low[j];
            wrong_if_smaller +=
                sign == SIGN_UNKNOWN && fabs(middle) > width / 4 && truths != 1 && truths != 4;
        }
    }
    CU_ASSERT(decided > 2 * cases && open > 2 * cases && 3 * wrong_if_smaller > 4 * cases);
}

// ---- Boxes that are points, in whose values nearly everything cancels. ----

static void point_predicate(predicate *q, const double m[DIMENSION])
{
    *q = (predicate){.units = MOST_UNITS, .stride = kernel_stride(MOST_UNITS)};
    for (int k = 0; k < BOX_GENERATORS; k++)
        q->generator[k] = (point_approx){m[0], m[1], 1, 0};
    q->box = box_approx_in(q->room, DIMENSION);
    for (int c = 0; c < DIMENSION; c++) {
        q->box.center[c] = m[c];
        q->box.reach[c] = fabs(m[c]);
    }
}

static bool answers_are_true(const predicate *q, size_t *decided)
{
    answer found;
    ask(&found, q, CREASE_FILTERED);
    bool good = is_consistent(q, &found);
    for (size_t j = 0; j < q->units; j++) {
        int sign = sign_of_range(found.low[j], found.high[j]);
        good &= sign == SIGN_UNKNOWN || true_signs(q, j) == 1u << (sign + 1);
        *decided += sign != SIGN_UNKNOWN;
    }
    return good;
}

// The breakpoint is 1, or so: its rounding exceeds all that is left.
static void breakpoints(void)
{
    const size_t cases = cases_enough(100);
    random_state random = unit_random(83);
    size_t decided = 0;
    for (size_t k = 0; k < cases; k++) {
        static const double m[] = {1, 0};
        static predicate q;
        point_predicate(&q, m);
        double shift = 1 + fabs(fraction(&random));
        for (size_t j = 0; j < q.units; j++) {
            set_shift(&q, j, shift);
            double difference = ldexp(1, -20 - (int)random_below(&random, 20));
            double left = ldexp(fraction(&random), (int)random_between(&random, -60, -48));
            q.map[j] = -difference + left;
            q.map[2 * q.stride + j] = shift + difference;
        }
        CU_ASSERT(answers_are_true(&q, &decided));
    }
    CU_ASSERT(decided > cases && decided < cases * MOST_UNITS);
}

// [0, 1] x [0, 2]
static void plain_box(predicate *q)
{
    static const double numbers[] = {0.5, 1, 0.5, 1, 1, 2};
    q->box = box_approx_in(q->room, DIMENSION);
    memcpy(q->room, numbers, sizeof numbers);
}

// Values that are not finite decide nothing.
static void not_finite(void)
{
    static const double odd[] = {NAN, INFINITY, -INFINITY};
    for (int where = 0; where < 8; where++)
        for (int k = 0; k < 3; k++) {
            predicate q = {.units = 1, .stride = 8};
            plain_box(&q);
            q.map[2 * 8] = 1e9; // else clearly above
            double *places[] = {q.map,       q.map + 8,     q.map + 16,  q.bound,
                                q.bound + 2, &q.box.radius, q.box.reach, &q.outermost};
            *places[where] = where < 3 || where == 7 ? odd[k] : fabs(odd[k]);
            q.shift[0] = where == 7 ? odd[k] : 0;
            if (where == 0) // makes 0 times infinity
                q.box.center[0] = q.box.half[0] = 0;
            answer found;
            ask(&found, &q, CREASE_FILTERED);
            CU_ASSERT_EQUAL(found.open[0], 1);
            CU_ASSERT_EQUAL(found.above[0], 10);
        }
}

UNIT_MAIN("sign_range", {"ranges", ranges}, {"breakpoints", breakpoints},
          {"not_finite", not_finite})
