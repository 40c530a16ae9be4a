// Where a hyperplane meets what lies between two points: truths inside their error bounds.
#include "base/random.h"
#include "bounds.h"
#include "exact/point.h"
#include "hyperplanes.h"
#include "unit.h"

#include <flint/fmpq_vec.h>
#include <math.h>
#include <stdio.h>

enum { MOST_ROOM = 2 * (MOST_DIMENSION + 1) };

// A form or a point, in doubles and in truth.
typedef struct {
    double row[MOST_ROOM];
    fmpq *truth;
} known;

typedef struct {
    size_t dimension;
    known form, end[2];
    double made[MOST_ROOM];
} segment;

typedef struct {
    size_t cases, bounded;
    double closest; // the largest distance of the truth, in radii
} trial;

static void segment_init(segment *s, size_t dimension)
{
    known *all[] = {&s->form, s->end, s->end + 1};
    s->dimension = dimension;
    for (size_t i = 0; i < 3; i++)
        all[i]->truth = _fmpq_vec_init((slong)dimension + 1);
}

static void segment_clear(segment *s)
{
    known *all[] = {&s->form, s->end, s->end + 1};
    for (size_t i = 0; i < 3; i++)
        _fmpq_vec_clear(all[i]->truth, (slong)s->dimension + 1);
}

// truth = value + bound times a number in -1..1, often an end.
static void place_truth(fmpq_t truth, double value, double bound, random_state *random)
{
    fmpq_t share;
    fmpq_init(share);
    int end = (int)random_below(random, 3) - 1;
    exact_double(share, end ? end : part_of_one(random));
    exact_double(truth, bound);
    fmpq_mul(truth, truth, share);
    exact_double(share, value);
    fmpq_add(truth, truth, share);
    fmpq_clear(share);
}

static double random_bound(int exponent, random_state *random)
{
    return random_below(random, 4) ? ldexp(1, exponent - (int)random_between(random, 25, 60)) : 0;
}

static void random_point(known *p, size_t d, bool infinite, random_state *random)
{
    int exponent = infinite ? 0 : (int)random_between(random, -20, 20);
    size_t unit = random_below(random, d);
    p->row[d] = !infinite;
    p->row[d + 1] = random_bound(exponent, random);
    fmpq_set_si(p->truth + d, !infinite, 1);
    for (size_t i = 0; i < d; i++) {
        bool fixed = infinite && i == unit;
        p->row[i] = random_below(random, 6) ? ldexp(part_of_one(random), exponent) : 0;
        if (fixed)
            p->row[i] = random_below(random, 2) ? 1 : -1;
        place_truth(p->truth + i, p->row[i], fixed ? 0 : p->row[d + 1], random);
    }
}

// Where there are two finite points the form often all but vanishes at one of them.
static void random_form(segment *s, random_state *random)
{
    size_t d = s->dimension;
    double *a = s->form.row,
           share = ldexp(fabs(part_of_one(random)), -(int)random_below(random, 20));
    int exponent = (int)random_between(random, -60, 60);
    for (size_t i = 0; i < d; i++)
        a[i] = random_below(random, 6) ? ldexp(part_of_one(random), exponent) : 0;
    a[d] = 0;
    for (size_t i = 0; i < d; i++)
        a[d] -= a[i] * (s->end[0].row[i] + share * (s->end[1].row[i] - s->end[0].row[i]));
    for (size_t i = 0; i <= d; i++) {
        a[d + 1 + i] = random_bound(exponent, random);
        place_truth(s->form.truth + i, a[i], a[d + 1 + i], random);
    }
}

// The truth, in homogeneous coordinates: p |f(q)| + q |f(p)|. Returns 0 if the signs are not
// different.
static bool true_place(fmpq *x, const segment *s)
{
    slong columns = (slong)s->dimension + 1;
    fmpq *value = _fmpq_vec_init(2);
    for (int k = 0; k < 2; k++)
        _fmpq_vec_dot(value + k, s->form.truth, s->end[k].truth, columns);
    bool different = fmpq_sgn(value) * fmpq_sgn(value + 1) < 0;
    for (int k = 0; k < 2; k++)
        fmpq_abs(value + k, value + k);
    for (slong i = 0; i < columns; i++) {
        fmpq_mul(x + i, s->end[0].truth + i, value + 1);
        fmpq_addmul(x + i, s->end[1].truth + i, value);
    }
    _fmpq_vec_clear(value, 2);
    return different;
}

// The divisor of homogeneous coordinates: w, or the size of the entry that is 1 or -1.
static void true_scale(fmpq_t scale, const fmpq *x, const segment *s)
{
    size_t unit = s->dimension;
    if (s->made[unit] == 0)
        for (unit = 0; unit + 1 < s->dimension && fabs(s->made[unit]) != 1;)
            unit++;
    fmpq_abs(scale, x + unit);
}

static bool is_near(const segment *s, fmpq *x, trial *of)
{
    size_t d = s->dimension;
    fmpq *scale = _fmpq_vec_init(2), *distance = scale + 1;
    true_scale(scale, x, s);
    bool good = !fmpq_is_zero(scale);
    for (size_t i = 0; i < d && good; i++) {
        fmpq_div(x + i, x + i, scale);
        good = is_within(x + i, s->made[i], s->made[d + 1]);
        exact_double(distance, s->made[i]);
        fmpq_sub(distance, distance, x + i);
        of->closest = fmax(of->closest, fabs(nearest_double(distance)) / s->made[d + 1]);
    }
    _fmpq_vec_clear(scale, 2);
    return good;
}

// Both ends finite, one of them, or none.
static void between_ends(void)
{
    enum { CASES = 400 };
    random_state random = unit_random(91);
    for (int infinite = 0; infinite < 3; infinite++) {
        trial of = {0};
        for (int k = 0; k < CASES * (int)MOST_DIMENSION; k++) {
            segment s;
            size_t d = 1 + (size_t)k % MOST_DIMENSION;
            segment_init(&s, d);
            int swap = (int)random_below(&random, 2);
            random_point(s.end + swap, d, infinite > 1, &random);
            random_point(s.end + !swap, d, infinite > 0, &random);
            random_form(&s, &random);
            fmpq *x = _fmpq_vec_init((slong)d + 1);
            if (true_place(x, &s)) {
                of.cases++;
                if (filter_between(s.made, s.form.row, s.end[0].row, s.end[1].row, d)) {
                    of.bounded++;
                    CU_ASSERT(s.made[d] == (infinite < 2));
                    CU_ASSERT(is_near(&s, x, &of));
                }
            }
            _fmpq_vec_clear(x, (slong)d + 1);
            segment_clear(&s);
        }
        printf("closest %.2f of %zu ", of.closest, of.bounded);
        // A smaller bound, or one that is mostly refused, would be noticed here.
        CU_ASSERT(of.cases > CASES && of.bounded > of.cases / 3);
        CU_ASSERT(of.closest > 0.5 && of.closest <= 1);
    }
}

// One sign at both ends, no sign, no bound, numbers that overflow: doubles decide nothing.
static void nothing_between(void)
{
    static const double cases[][3][4] = {
        {{1, 0, 0, 0}, {1, 1, 0, 0}, {2, 1, 0, 0}},  // 1 and 2
        {{1, 0, 0, 0}, {0, 1, 0, 0}, {2, 1, 0, 0}},  // 0 and 2
        {{1, 0, 1, 0}, {-1, 1, 0, 0}, {1, 1, 0, 0}}, // known to 1
        {{1, 0, 0, 0}, {-1, 1, INFINITY, 0}, {1, 1, 0, 0}},
        {{0, 0, 0, 0}, {-1, 1, INFINITY, 0}, {1, 1, 0, 0}},
        {{1, 0, 0, 0}, {-1, 0, 0, 0}, {1, 0, 0, 0}}, // opposite directions
        {{1, 0, 0, 0}, {-0x1.8p1023, 1, 0, 0}, {0x1.8p1023, 1, 0, 0}},
        {{0x1p1000, 0, 0, 0}, {-0x1.8p23, 1, 0, 0}, {0x1p23, 1, 0, 0}}, // the sum of the values
        {{NAN, 0, 0, 0}, {-1, 1, 0, 0}, {1, 1, 0, 0}},
        {{1, NAN, 0, 0}, {-1, 1, 0, 0}, {1, 1, 0, 0}},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        double made[3];
        CU_ASSERT_FALSE(filter_between(made, cases[k][0], cases[k][1], cases[k][2], 1));
        CU_ASSERT_FALSE(filter_between(made, cases[k][0], cases[k][2], cases[k][1], 1));
    }
}

UNIT_MAIN("between", {"between_ends", between_ends}, {"nothing_between", nothing_between})
