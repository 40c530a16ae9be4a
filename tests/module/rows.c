// Rows of integers: a stack that grows, vector products, kernels, and doubles
// made integers.
#include "exact/rows.h"
#include "base/random.h"
#include "exact_double.h"
#include "random_integer.h"
#include "unit.h"

#include <flint/fmpq.h>
#include <flint/fmpz_mat.h>
#include <flint/fmpz_vec.h>
#include <float.h>
#include <math.h>
#include <stdio.h>

// Row `index` of a test stack, column c: small and large integers.
static void expected_entry(fmpz_t x, size_t index, size_t c)
{
    fmpz_set_ui(x, 10 * index + c);
    if (index % 3 == 0)
        fmpz_mul_2exp(x, x, 100 + index);
    if (c % 2)
        fmpz_neg(x, x);
}

// A new row is not known, even where one that was known has been dropped.
static void push(rows *stack, size_t index)
{
    CU_ASSERT_EQUAL(rows_push(stack), index);
    CU_ASSERT_FALSE(stack->known[index]);
    for (size_t c = 0; c < stack->columns; c++)
        expected_entry(rows_at(stack, index) + c, index, c);
    stack->known[index] = index % 2 == 0;
}

static bool holds(const rows *stack, size_t index)
{
    bool same = true;
    fmpz_t x;
    fmpz_init(x);
    for (size_t c = 0; c < stack->columns; c++) {
        expected_entry(x, index, c);
        same &= fmpz_equal(x, rows_at(stack, index) + c);
    }
    fmpz_clear(x);
    return same && stack->known[index] == (index % 2 == 0);
}

static void stack_grows(void)
{
    for (size_t columns = 1; columns <= 4; columns++) {
        rows stack;
        rows_init(&stack, columns);
        CASES(i, 100)
            push(&stack, i);
        CU_ASSERT_EQUAL(stack.count, 100);
        CASES(i, 100)
            CU_ASSERT(holds(&stack, i));
        // Rows dropped by the owner of the stack and pushed again.
        stack.count = 40;
        for (size_t i = 40; i < 200; i++)
            push(&stack, i);
        CASES(i, 200)
            CU_ASSERT(holds(&stack, i));
        rows_clear(&stack);
    }
}

// ---- row_from_doubles: row[i] approximation[j] = row[j] approximation[i], and
// signs agree. ----

// row = approximation * 2^k for one k, everything taken exactly.
static bool is_multiple(const fmpz *row, const double *approx, size_t columns)
{
    bool good = true;
    fmpq_t x, y;
    fmpq_init(x);
    fmpq_init(y);
    for (size_t i = 0; i < columns; i++) {
        good &= fmpz_sgn(row + i) == (approx[i] > 0) - (approx[i] < 0);
        for (size_t j = 0; j < columns; j++) {
            exact_double(x, approx[j]);
            exact_double(y, approx[i]);
            fmpq_mul_fmpz(x, x, row + i);
            fmpq_mul_fmpz(y, y, row + j);
            good &= fmpq_equal(x, y);
        }
    }
    for (size_t i = 0; i < columns; i++) {
        if (approx[i] == 0)
            continue;
        exact_double(x, approx[i]);
        fmpq_set_fmpz(y, row + i);
        fmpq_div(x, x, y);
        fmpz_mul(fmpq_numref(x), fmpq_numref(x), fmpq_denref(x)); // 2^k or 2^-k
        good &= fmpz_sgn(fmpq_numref(x)) > 0 &&
                fmpz_val2(fmpq_numref(x)) + 1 == fmpz_bits(fmpq_numref(x));
        break;
    }
    fmpq_clear(x);
    fmpq_clear(y);
    return good;
}

static bool converts(const double *approx, size_t columns)
{
    fmpz *row = _fmpz_vec_init((slong)columns);
    row_from_doubles(row, approx, columns);
    bool good = is_multiple(row, approx, columns);
    _fmpz_vec_clear(row, (slong)columns);
    return good;
}

static void random_approximations(void)
{
    random_state random = unit_random(2);
    CASES(i, 300) {
        double approx[4];
        for (int c = 0; c < 4; c++) {
            int64_t mantissa = random_between(&random, -(INT64_C(1) << 53), INT64_C(1) << 53);
            approx[c] = ldexp((double)mantissa, (int)random_between(&random, -1100, 900));
        }
        CU_ASSERT(converts(approx, 1 + random_below(&random, 4)));
    }
}

// NaN and infinity become zero and do not affect other entries.
static void not_finite(void)
{
    double approx[5] = {NAN, 3, INFINITY, -0.5, -INFINITY};
    static const double finite[5] = {0, 3, 0, -0.5, 0};
    fmpz *row = _fmpz_vec_init(5);
    fmpz_set_ui(row, 17);
    row_from_doubles(row, approx, 5);
    CU_ASSERT(is_multiple(row, finite, 5));
    approx[1] = approx[3] = NAN;
    row_from_doubles(row, approx, 5);
    CU_ASSERT(_fmpz_vec_is_zero(row, 5));
    _fmpz_vec_clear(row, 5);
}

// ---- row_cross ----

// Orthogonal to both factors, and of the right size: |a x b|^2 + (a . b)^2 =
// |a|^2 |b|^2.
static bool is_cross(const fmpz *product, const fmpz *a, const fmpz *b)
{
    fmpz *dot = _fmpz_vec_init(6);
    const fmpz *factor[6][2] = {{product, a}, {product, b}, {product, product},
                                {a, b},       {a, a},       {b, b}};
    for (int i = 0; i < 6; i++)
        _fmpz_vec_dot(dot + i, factor[i][0], factor[i][1], 3);
    fmpz_addmul(dot + 2, dot + 3, dot + 3);
    fmpz_submul(dot + 2, dot + 4, dot + 5);
    bool good = fmpz_is_zero(dot) && fmpz_is_zero(dot + 1) && fmpz_is_zero(dot + 2);
    _fmpz_vec_clear(dot, 6);
    return good;
}

static void random_cross(void)
{
    random_state random = unit_random(5);
    fmpz *row = _fmpz_vec_init(9), *b = row + 3, *product = row + 6;
    CASES(k, 300) {
        for (int i = 0; i < 6; i++) {
            fmpz_set_si(row + i, (slong)random_between(&random, -1000, 1000));
            fmpz_mul_2exp(row + i, row + i, random_below(&random, 3) * 70);
        }
        row_cross(product, row, b);
        CU_ASSERT(is_cross(product, row, b));
    }
    _fmpz_vec_clear(row, 9);
}

// ---- The kernel of integer rows, against the minors of the rows and row_cross
// ----

enum { MOST_COLUMNS = 9, MOST_ROWS = 14 };

typedef struct {
    size_t count, columns;
    fmpz *entry, *point; // count x columns; columns
    const fmpz *row[MOST_ROWS];
} system_of_rows;

static void system_init(system_of_rows *s, size_t count, size_t columns)
{
    *s = (system_of_rows){.count = count, .columns = columns};
    s->entry = _fmpz_vec_init((slong)(count * columns));
    s->point = _fmpz_vec_init((slong)columns);
    for (size_t i = 0; i < count; i++)
        s->row[i] = s->entry + i * columns;
}

static void system_clear(system_of_rows *s)
{
    _fmpz_vec_clear(s->entry, (slong)(s->count * s->columns));
    _fmpz_vec_clear(s->point, (slong)s->columns);
}

// One in six is zero.
static void random_entry(fmpz_t x, unsigned bits, random_state *random)
{
    random_integer(x, bits, random);
    if (random_below(random, 6) == 0)
        fmpz_zero(x);
}

// minor[c] = (-1)^c times the determinant of the first columns - 1 rows without
// column c. Returns 0 if all are zero.
static bool minors(fmpz *minor, const system_of_rows *s)
{
    size_t n = s->columns - 1;
    fmpz_mat_t part;
    fmpz_mat_init(part, (slong)n, (slong)n);
    for (size_t c = 0; c <= n; c++) {
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < n; j++)
                fmpz_set(fmpz_mat_entry(part, (slong)i, (slong)j), s->row[i] + j + (j >= c));
        fmpz_mat_det(minor + c, part);
        if (c % 2)
            fmpz_neg(minor + c, minor + c);
    }
    fmpz_mat_clear(part);
    return !_fmpz_vec_is_zero(minor, (slong)n + 1);
}

// point is a multiple of the minors, has no common divisor, and the right sign.
static bool is_kernel(const system_of_rows *s, const fmpz *minor)
{
    slong n = (slong)s->columns;
    bool good = fmpz_sgn(s->point + n - 1) >= 0;
    fmpz *x = _fmpz_vec_init(2);
    _fmpz_vec_content(x, s->point, n);
    good &= fmpz_is_one(x);
    for (slong i = 0; i < n; i++)
        for (slong j = 0; j < i; j++) {
            fmpz_mul(x, s->point + i, minor + j);
            fmpz_mul(x + 1, s->point + j, minor + i);
            good &= fmpz_equal(x, x + 1);
        }
    for (size_t i = 0; i < s->count; i++) {
        _fmpz_vec_dot(x, s->row[i], s->point, n);
        good &= fmpz_is_zero(x);
    }
    _fmpz_vec_clear(x, 2);
    return good;
}

// Rows after the first n are combinations of these.
static void add_dependent_rows(system_of_rows *s, size_t n, random_state *random)
{
    for (size_t i = n; i < s->count; i++) {
        fmpz *row = s->entry + i * s->columns;
        for (size_t k = 0; k < 2 && n > 0; k++)
            _fmpz_vec_scalar_addmul_si(row, s->row[random_below(random, n)], (slong)s->columns,
                                       (slong)random_between(random, -2, 2));
    }
}

// From doubles of the point that row_kernel finds, moved by no more than a coarse point is off. An
// accepted guess is that point; it is found if one small denominator suffices and the rows fit into
// words.
static bool guess_is_right(const system_of_rows *s, double off, size_t *guessed)
{
    size_t columns = s->columns, last = columns - 1;
    double place[MOST_COLUMNS], most = 0;
    bool infinite = fmpz_is_zero(s->point + last), small = true;
    for (size_t c = 0; c < columns; c++) {
        place[c] = fmpz_get_d(s->point + c);
        most = fmax(most, fabs(place[c]));
    }
    double divisor = infinite ? most : place[last];
    for (size_t c = 0; c < columns; c++) {
        place[c] = place[c] / divisor + (c < last ? off : 0);
        small &= fabs(place[c]) < 1000;
    }
    for (size_t i = 0; i < s->count * columns; i++)
        small &= !COEFF_IS_MPZ(s->entry[i]);
    small &= divisor <= 200 && fabs(off) < 0x1p-40;
    fmpz *point = _fmpz_vec_init((slong)columns);
    int found = row_guess_kernel(point, s->row, s->count, columns, place);
    bool good = found ? _fmpz_vec_equal(point, s->point, (slong)columns) : !small;
    *guessed += (size_t)found;
    _fmpz_vec_clear(point, (slong)columns);
    return good;
}

static void random_rows(void)
{
    enum { SEED = 61, CASES = 280 };
    static const unsigned bits[] = {1, 2, 8, 16, 30, 60, 600}; // in words, at their end, beyond
    printf("seed %d ", SEED);
    random_state random = unit_random(SEED);
    size_t tried = 0, at_infinity = 0, dependent = 0, guessed = 0;
    for (size_t columns = 1; columns <= MOST_COLUMNS; columns++)
        for (int k = 0; k < CASES; k++) {
            size_t n = columns - 1;
            system_of_rows s;
            system_init(&s, n + (k % 2 ? random_below(&random, 6) : 0), columns);
            for (size_t i = 0; i < n * columns; i++)
                random_entry(s.entry + i, bits[k % 7], &random);
            if (n > 0 && k % 3 == 0) { // the hyperplane at infinity
                fmpz *row = s.entry + random_below(&random, n) * columns;
                _fmpz_vec_zero(row, (slong)columns);
                fmpz_set_si(row + n, -3);
            }
            add_dependent_rows(&s, n, &random);
            fmpz *minor = _fmpz_vec_init((slong)columns);
            if (minors(minor, &s)) {
                // Dependent ones come first half of the time.
                for (size_t i = 0; i < s.count / 2 && k % 4 == 1; i++) {
                    const fmpz *swap = s.row[i];
                    s.row[i] = s.row[s.count - 1 - i];
                    s.row[s.count - 1 - i] = swap;
                }
                row_kernel(s.point, s.row, s.count, columns);
                CU_ASSERT(is_kernel(&s, minor));
                static const double off[] = {0, 0x1p-45, -0x1p-41, 0x1p-26, -0x1p-12};
                CU_ASSERT(guess_is_right(&s, off[k % 5], &guessed));
                tried++;
                at_infinity += fmpz_is_zero(s.point + n);
                dependent += s.count > n;
            }
            _fmpz_vec_clear(minor, (slong)columns);
            system_clear(&s);
        }
    CU_ASSERT(tried > MOST_COLUMNS * CASES / 2);
    CU_ASSERT(at_infinity > tried / 8 && dependent > tried / 8);
    CU_ASSERT(guessed > tried / 8);
}

// x = 2, x + 2 y = 5, z = 1/3; and the direction of the line x = 2, z = 1/3.
static void by_hand(void)
{
    static const slong forms[4][4] = {{1, 0, 0, -2}, {1, 2, 0, -5}, {0, 0, 3, -1}, {0, 0, 0, 7}};
    static const slong points[2][4] = {{12, 9, 2, 6}, {0, 1, 0, 0}};
    for (int infinite = 0; infinite < 2; infinite++) {
        system_of_rows s;
        system_init(&s, 3, 4);
        for (size_t i = 0; i < 3; i++)
            for (size_t c = 0; c < 4; c++)
                fmpz_set_si(s.entry + 4 * i + c, forms[infinite && i == 1 ? 3 : i][c]);
        row_kernel(s.point, s.row, 3, 4);
        bool flip = infinite && fmpz_sgn(s.point + 1) < 0;
        for (size_t c = 0; c < 4; c++)
            CU_ASSERT(fmpz_equal_si(s.point + c, flip ? -points[1][c] : points[infinite][c]));
        system_clear(&s);
    }
}

// Points of the plane: far apart, close, with one coordinate in common, or equal.
static void points_in_order(void)
{
    enum { MOST_BITS = 300 };
    random_state random = unit_random(1311);
    fmpz *a = _fmpz_vec_init(6), *b = a + 3;
    fmpq_t x, y;
    fmpq_init(x);
    fmpq_init(y);
    CASES(round, 2000) {
        const uint64_t kind = random_below(&random, 4);
        for (int i = 0; i < 6; i++)
            random_integer(a + i, (unsigned)random_below(&random, MOST_BITS), &random);
        for (int k = 2; k < 6; k += 3) {
            fmpz_abs(a + k, a + k);
            fmpz_add_ui(a + k, a + k, 1);
        }
        if (kind) { // the same point, or a neighbour of it
            fmpz_set_ui(b + 2, 1 + random_below(&random, 1000));
            _fmpz_vec_scalar_mul_fmpz(b, a, 3, b + 2);
        }
        if (kind > 1) {
            const uint64_t i = random_below(&random, 2);
            fmpz_add_ui(b + i, b + i, random_below(&random, 2));
        }
        int order = 0;
        for (int i = 0; i < 2 && order == 0; i++) {
            fmpq_set_fmpz_frac(x, a + i, a + 2);
            fmpq_set_fmpz_frac(y, b + i, b + 2);
            order = fmpq_cmp(x, y);
        }
        CU_ASSERT_EQUAL(row_compare_points(a, b), (order > 0) - (order < 0));
        CU_ASSERT_EQUAL(row_compare_points(b, a), (order < 0) - (order > 0));
    }
    fmpq_clear(x);
    fmpq_clear(y);
    _fmpz_vec_clear(a, 6);
}

UNIT_MAIN("rows", {"points_in_order", points_in_order}, {"stack_grows", stack_grows},
          {"random_approximations", random_approximations}, {"not_finite", not_finite},
          {"random_cross", random_cross}, {"random_rows", random_rows}, {"by_hand", by_hand})
