// Determinants and meeting points of balls contain the rational ones of numbers picked from these,
// and are not much wider than they must be.
#include "exact/ball_matrix.h"
#include "base/random.h"
#include "bounds.h"
#include "unit.h"

#include <flint/fmpq.h>
#include <flint/fmpq_mat.h>
#include <flint/fmpq_vec.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

enum { CASES = 3000, MOST_FORMS = 12 };

static random_state source;

static void seed(void)
{
    const char *text = getenv("CREASE_SEED");
    uint64_t number = text ? strtoull(text, NULL, 10) : 1;
    printf("seed %" PRIu64 " ", number);
    random_seed(&source, number);
}

// An integer times a power of two; small ones make degenerate matrices.
static double random_double(void)
{
    int bits = (int)random_below(&source, 3) ? 45 : 3;
    double whole = (double)random_between(&source, -(INT64_C(1) << bits), INT64_C(1) << bits);
    return ldexp(whole, (int)random_between(&source, -8, 8) - bits);
}

// The ball of a number that is picked: its middle or one of its ends.
static ball ball_about(fmpq_t x, dd value, int exact)
{
    fmpq_t part;
    fmpq_init(part);
    double bound = fabs(value.high) * ldexp(1, -(int)random_between(&source, 60, 106));
    ball b = ball_of(value, exact ? 0 : bound);
    exact_double(x, b.value.high);
    exact_double(part, b.value.low);
    fmpq_add(x, x, part);
    exact_double(part, b.bound * (double)random_between(&source, -1, 1));
    fmpq_add(x, x, part);
    fmpq_clear(part);
    return b;
}

static ball random_ball(fmpq_t x, double value, int exact)
{
    double low = value * ldexp((double)random_between(&source, -999, 999), -64);
    return ball_about(x, (dd){value, exact ? 0 : low}, exact);
}

static int contains(ball b, const fmpq_t x)
{
    return isfinite(b.bound) && ball_is_within(x, b);
}

static void determinants(void)
{
    seed();
    size_t wrong = 0, wide = 0;
    for (int i = 0; i < CASES; i++) {
        size_t n = 1 + random_below(&source, BALL_DETERMINANT_MOST), rounds = 2;
        ball_minors minors;
        ball from[BALL_DETERMINANT_MOST], to[BALL_DETERMINANT_MOST];
        fmpq_mat_t matrix;
        fmpq_t det, start[BALL_DETERMINANT_MOST], x;
        fmpq_mat_init(matrix, (slong)n, (slong)n);
        fmpq_init(det);
        fmpq_init(x);
        int exact = random_below(&source, 2) == 0;
        for (size_t c = 0; c < n; c++) {
            fmpq_init(start[c]);
            from[c] = random_ball(start[c], random_double(), exact);
        }
        ball_minors_init(&minors, n);
        // Once more from some row on.
        for (size_t row = 0; rounds--; row = random_below(&source, n)) {
            double size = 1;
            for (; row < n; row++) {
                for (size_t c = 0; c < n; c++) {
                    to[c] = random_ball(x, random_double(), exact);
                    fmpq_sub(fmpq_mat_entry(matrix, (slong)row, (slong)c), x, start[c]);
                }
                ball_minors_row(&minors, row, to, from);
            }
            for (size_t k = 0; k < n; k++) {
                double sum = 0;
                for (size_t c = 0; c < n; c++)
                    sum += 2 + fabs(fmpq_get_d(fmpq_mat_entry(matrix, (slong)k, (slong)c)));
                size *= sum;
            }
            ball found = ball_determinant(&minors);
            fmpq_mat_det(det, matrix);
            wrong += !contains(found, det);
            wide += exact && !(found.bound < size * 0x1p-85);
        }
        for (size_t c = 0; c < n; c++)
            fmpq_clear(start[c]);
        fmpq_mat_clear(matrix);
        fmpq_clear(det);
        fmpq_clear(x);
    }
    CU_ASSERT_EQUAL(wrong, 0);
    CU_ASSERT_EQUAL(wide, 0);
}

// By the determinants of neighbours.
static void polygon_area(fmpq_t area, fmpq_t x[][2], size_t points)
{
    fmpq_t product;
    fmpq_init(product);
    fmpq_zero(area);
    for (size_t k = 0; k < points; k++)
        for (size_t c = 0; c < 2; c++) {
            fmpq_mul(product, x[k][c], x[(k + 1) % points][1 - c]);
            (c ? fmpq_sub : fmpq_add)(area, area, product);
        }
    fmpq_div_2exp(area, area, 1);
    fmpq_abs(area, area);
    fmpq_clear(product);
}

// Points on an ellipse or a segment, in order either way, some of them twice.
static void polygons(void)
{
    enum { MOST = 9 };
    size_t wrong = 0, wide = 0;
    ball point[MOST][2];
    fmpq_t x[MOST][2], area;
    fmpq_init(area);
    for (size_t k = 0; k < 2 * MOST; k++)
        fmpq_init(x[k / 2][k % 2]);
    seed();
    for (int i = 0; i < CASES; i++) {
        const size_t points = 1 + random_below(&source, MOST);
        const int exact = random_below(&source, 2) == 0;
        const double way = random_below(&source, 2) ? 6 : -6,
                     first[2] = {random_double(), random_double()};
        const double a = random_double(), b = random_below(&source, 6) ? random_double() : 0;
        const ball *place[MOST];
        for (size_t k = 0; k < points; k++) {
            place[k] = point[k];
            const double turn = way * (double)(k - k % (1 + (size_t)i % 2)) / (double)points;
            const double around[2] = {a * cos(turn) - b * sin(turn), a * sin(turn) + b * cos(turn)};
            for (size_t c = 0; c < 2; c++)
                point[k][c] = random_ball(x[k][c], first[c] + around[c], exact);
        }
        polygon_area(area, x, points);
        const ball found = ball_polygon_area(place, points);
        const double reach = 1 + fabs(a) + fabs(b), size = reach * (reach + 8);
        wrong += !contains(found, area);
        wide += exact && !(found.bound < size * 0x1p-85);
    }
    for (size_t k = 0; k < 2 * MOST; k++)
        fmpq_clear(x[k / 2][k % 2]);
    fmpq_clear(area);
    CU_ASSERT_EQUAL(wrong, 0);
    CU_ASSERT_EQUAL(wide, 0);
}

// Forms through a point of small coordinates: `count` of them, some of which may depend on others.
// Returns whether they have only that point in common.
static int forms_through(ball form[][BALL_MEET_MOST + 1], fmpq_mat_t matrix, const int64_t *point,
                         size_t count, size_t d)
{
    fmpq_t x, part;
    fmpq_init(x);
    fmpq_init(part);
    for (size_t i = 0; i < count; i++) {
        fmpq_t constant;
        fmpq_init(constant);
        for (size_t j = 0; j < d; j++) {
            form[i][j] = random_ball(x, random_double(), 0);
            fmpq_set(fmpq_mat_entry(matrix, (slong)i, (slong)j), x);
            fmpq_set_si(part, point[j], 64);
            fmpq_submul(constant, x, part);
        }
        // The constant as a ball: what doubles take of it, and the rest as its bound.
        double high = fmpq_get_d(constant);
        exact_double(part, high);
        fmpq_sub(constant, constant, part);
        double low = fmpq_get_d(constant);
        form[i][d] = ball_of((dd){high, low}, fabs(low) * 0x1p-50);
        fmpq_clear(constant);
    }
    slong rank = fmpq_mat_rref(matrix, matrix);
    fmpq_clear(x);
    fmpq_clear(part);
    return rank == (slong)d;
}

static void meetings(void)
{
    seed();
    size_t wrong = 0, false_points = 0, met = 0, unique = 0, wide = 0;
    for (int i = 0; i < CASES; i++) {
        size_t d = 1 + random_below(&source, BALL_MEET_MOST);
        size_t count = d + random_below(&source, 3);
        ball form[MOST_FORMS][BALL_MEET_MOST + 1], x[BALL_MEET_MOST];
        const ball *forms[MOST_FORMS];
        int64_t point[BALL_MEET_MOST];
        double start[BALL_MEET_MOST];
        fmpq_mat_t matrix;
        fmpq_t truth;
        fmpq_init(truth);
        fmpq_mat_init(matrix, (slong)count, (slong)d);
        for (size_t j = 0; j < d; j++) {
            point[j] = random_between(&source, -200, 200);
            start[j] = (double)point[j] / 64 + random_double() * 0x1p-40;
        }
        int one = forms_through(form, matrix, point, count, d);
        for (size_t k = 0; k < count; k++)
            forms[k] = form[k];
        if (random_below(&source, 10) == 0) { // all but d - 1 are one form
            for (size_t k = 1; k < count + 1 - d + 1 && k < count; k++)
                forms[k] = form[0];
            one = d == 1;
        }
        unique += one;
        if (ball_meet(x, forms, count, d, start)) {
            false_points += !one;
            met++;
            for (size_t j = 0; j < d; j++) {
                fmpq_set_si(truth, point[j], 64);
                wrong += !contains(x[j], truth);
                wide += !(x[j].bound < 0x1p-50);
            }
        }
        fmpq_mat_clear(matrix);
        fmpq_clear(truth);
    }
    CU_ASSERT_EQUAL(wrong, 0);
    CU_ASSERT_EQUAL(false_points, 0);
    CU_ASSERT(met > unique * 9 / 10 && unique > CASES / 2);
    CU_ASSERT(wide < met);
    printf("%zu of %zu, ", met, unique);
}

// ---- Two lines ----

// The second line is the first one times a number, changed the less the greater `near` is, or not
// at all; its constant may be any.
static void random_lines(ball form[2][3], fmpq_mat_t linear, fmpq_mat_t constant, int near,
                         int exact)
{
    fmpq_t x;
    fmpq_init(x);
    const double factor =
        ldexp((double)random_between(&source, 1, 2) * 2 - 3, (int)random_between(&source, -6, 6));
    const int shared = random_below(&source, 2) == 0;
    for (size_t c = 0; c < 3; c++)
        for (size_t k = 0; k < 2; k++) {
            const double other = random_double();
            const double change = random_below(&source, 3) ? ldexp(other, -near) : 0;
            dd value = {form[0][c].value.high * factor, form[0][c].value.low * factor};
            value = ball_add(ball_of(value, 0), ball_of((dd){change, 0}, 0)).value;
            form[k][c] =
                k && (c < 2 || shared) ? ball_about(x, value, exact) : random_ball(x, other, exact);
            fmpq_set(c < 2 ? fmpq_mat_entry(linear, (slong)k, (slong)c)
                           : fmpq_mat_entry(constant, (slong)k, 0),
                     x);
        }
    fmpq_mat_neg(constant, constant);
    fmpq_clear(x);
}

// The determinant over the sizes of its terms.
static double angle_of(const fmpq_mat_t linear)
{
    fmpq_t det, size, product;
    fmpq_init(det);
    fmpq_init(size);
    fmpq_init(product);
    fmpq_mat_det(det, linear);
    for (slong c = 0; c < 2; c++) {
        fmpq_mul(product, fmpq_mat_entry(linear, 0, c), fmpq_mat_entry(linear, 1, 1 - c));
        fmpq_abs(product, product);
        fmpq_add(size, size, product);
    }
    if (!fmpq_is_zero(size))
        fmpq_div(det, det, size);
    const double angle = fabs(fmpq_get_d(det));
    fmpq_clear(det);
    fmpq_clear(size);
    fmpq_clear(product);
    return angle;
}

// Lines that are parallel, or may be, have no point; those that are told apart by less than doubles
// can tell have one, if they are exact.
static void lines(void)
{
    seed();
    const double start[2] = {0, 0};
    size_t wrong = 0, false_points = 0, missing = 0, nearly = 0, parallel = 0;
    for (int i = 0; i < CASES; i++) {
        const int exact = random_below(&source, 2) == 0;
        const int near = (int)random_between(&source, 0, 110);
        ball form[2][3] = {{{{0, 0}, 0}}}, x[2];
        const ball *forms[2] = {form[0], form[1]};
        fmpq_mat_t linear, constant, truth;
        fmpq_mat_init(linear, 2, 2);
        fmpq_mat_init(constant, 2, 1);
        fmpq_mat_init(truth, 2, 1);
        random_lines(form, linear, constant, near, exact);
        const double angle = angle_of(linear);
        const int one = fmpq_mat_solve(truth, linear, constant);
        const int met = ball_meet(x, forms, 2, 2, start);
        false_points += met && !one;
        missing += !met && exact && angle > 0x1p-90;
        for (size_t j = 0; j < 2 && met && one; j++)
            wrong += !contains(x[j], fmpq_mat_entry(truth, (slong)j, 0));
        nearly += met && angle < 0x1p-60;
        parallel += !one;
        fmpq_mat_clear(linear);
        fmpq_mat_clear(constant);
        fmpq_mat_clear(truth);
    }
    CU_ASSERT_EQUAL(wrong, 0);
    CU_ASSERT_EQUAL(false_points, 0);
    CU_ASSERT_EQUAL(missing, 0);
    CU_ASSERT(nearly > CASES / 50 && parallel > CASES / 50);
    printf("%zu nearly parallel, %zu parallel, ", nearly, parallel);
}

// Of points that may lie about the origin, in both ways; by pairs it is no wider than they are.
static void means(void)
{
    seed();
    size_t wrong = 0, wide = 0;
    for (int i = 0; i < CASES; i++) {
        enum { MOST = 4, POINTS = 40 };
        const size_t d = 1 + random_below(&source, MOST), count = 1 + random_below(&source, POINTS);
        ball mean[MOST], high[MOST], point[POINTS][MOST];
        const ball *place[POINTS];
        fmpq_t truth[MOST], x;
        double size = 0x1p-900; // of zeros
        fmpq_init(x);
        for (size_t c = 0; c < d; c++)
            fmpq_init(truth[c]);
        for (size_t k = 0; k < count; k++) {
            for (size_t c = 0; c < d; c++) {
                point[k][c] = random_ball(x, random_double(), 0);
                size += fabs(point[k][c].value.high);
                fmpq_add(truth[c], truth[c], x);
            }
            place[k] = point[k];
        }
        ball_mean(mean, place, count, d);
        ball_mean_high(high, place, count, d);
        for (size_t c = 0; c < d; c++) {
            fmpz_mul_ui(fmpq_denref(truth[c]), fmpq_denref(truth[c]), count);
            fmpq_canonicalise(truth[c]);
            wrong += !contains(mean[c], truth[c]) || !contains(high[c], truth[c]);
            wide += !(mean[c].bound <= 0x1p-58 * size) || !(high[c].bound <= 0x1p-46 * size);
            fmpq_clear(truth[c]);
        }
        fmpq_clear(x);
    }
    CU_ASSERT_EQUAL(wrong, 0);
    CU_ASSERT_EQUAL(wide, 0);
}

// Rows that multiples of forms are added to, some steps in a row; forms may cancel what is there.
static int rows_are_true(int exact)
{
    enum { MOST_ROWS = 4, PADDED = 2 * BALL_LANES, STEPS = 5, PARTS = 3 };
    double at[PARTS][MOST_ROWS * PADDED] = {{0}}, of[PARTS][PADDED] = {{0}};
    const size_t count = 1 + random_below(&source, MOST_ROWS);
    const size_t padded = BALL_LANES * (1 + random_below(&source, 2));
    const size_t columns = padded - random_below(&source, BALL_LANES);
    const ball_rows to = {at[0], at[1], at[2], padded}, form = {of[0], of[1], of[2], padded};
    fmpq *truth = _fmpq_vec_init(MOST_ROWS * PADDED), *x = _fmpq_vec_init(PADDED);
    fmpq_t by;
    fmpq_init(by);
    int good = 1;
    for (size_t i = 0; i < count; i++)
        for (size_t c = 0; c < columns; c++)
            ball_rows_set(&to, i, c, random_ball(truth + i * PADDED + c, random_double(), exact));
    for (int step = 0; step < STEPS; step++) {
        ball factor[MOST_ROWS];
        for (size_t c = 0; c < columns; c++)
            ball_rows_set(&form, 0, c, random_ball(x + c, random_double(), exact));
        for (size_t i = 0; i < count; i++) {
            factor[i] = random_ball(by, step % 2 ? -1 : random_double(), exact);
            for (size_t c = 0; c < columns; c++)
                fmpq_addmul(truth + i * PADDED + c, by, x + c);
        }
        ball_rows_add(&to, count, factor, &form);
    }
    for (size_t i = 0; i < count; i++)
        for (size_t c = 0; c < columns; c++) {
            const ball entry = ball_rows_get(&to, i, c);
            good &= contains(entry, truth + i * PADDED + c) && (!exact || entry.bound < 0x1p-78);
        }
    fmpq_clear(by);
    _fmpq_vec_clear(truth, MOST_ROWS * PADDED);
    _fmpq_vec_clear(x, PADDED);
    return good;
}

static void rows_of_balls(void)
{
    seed();
    size_t wrong = 0;
    for (int i = 0; i < CASES; i++)
        wrong += !rows_are_true(i % 2);
    CU_ASSERT_EQUAL(wrong, 0);
}

UNIT_MAIN("ball_matrix", {"rows_of_balls", rows_of_balls}, {"determinants", determinants},
          {"polygons", polygons}, {"meetings", meetings}, {"lines", lines}, {"means", means})
