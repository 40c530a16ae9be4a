// Rows of integers and their shadows: a stack that grows, and doubles made integers.
#include "exact/rows.h"
#include "base/random.h"
#include "unit.h"

#include <flint/fmpq.h>
#include <flint/fmpz_vec.h>
#include <float.h>
#include <math.h>

// What row `index` of a test stack holds in column c: small and large integers.
static void expected_entry(fmpz_t x, size_t index, size_t c)
{
    fmpz_set_ui(x, 10 * index + c);
    if (index % 3 == 0)
        fmpz_mul_2exp(x, x, 100 + index);
    if (c % 2)
        fmpz_neg(x, x);
}

static void fill(rows *stack, size_t index)
{
    for (size_t c = 0; c < stack->columns; c++) {
        expected_entry(rows_exact(stack, index) + c, index, c);
        rows_shadow(stack, index)[c] = (double)index + 0.25 * (double)c;
    }
}

static int holds(const rows *stack, size_t index)
{
    int same = 1;
    fmpz_t x;
    fmpz_init(x);
    for (size_t c = 0; c < stack->columns; c++) {
        expected_entry(x, index, c);
        same &= fmpz_equal(x, rows_exact(stack, index) + c);
        same &= rows_shadow(stack, index)[c] == (double)index + 0.25 * (double)c;
    }
    fmpz_clear(x);
    return same;
}

static void stack_grows(void)
{
    for (size_t columns = 1; columns <= 4; columns++) {
        rows stack;
        rows_init(&stack, columns);
        for (size_t i = 0; i < 100; i++) {
            CU_ASSERT_EQUAL(rows_push(&stack), i);
            fill(&stack, i);
        }
        CU_ASSERT_EQUAL(stack.count, 100);
        for (size_t i = 0; i < 100; i++)
            CU_ASSERT(holds(&stack, i));
        // Dropped by whoever owns the stack, and pushed again.
        stack.count = 40;
        for (size_t i = 40; i < 200; i++) {
            CU_ASSERT_EQUAL(rows_push(&stack), i);
            fill(&stack, i);
        }
        for (size_t i = 0; i < 200; i++)
            CU_ASSERT(holds(&stack, i));
        rows_clear(&stack);
    }
}

static void empty_stack(void)
{
    rows stack;
    rows_init(&stack, 3);
    CU_ASSERT_EQUAL(stack.count, 0);
    rows_clear(&stack);
}

// ---- row_from_shadow: row[i] shadow[j] = row[j] shadow[i], and signs agree. ----

static void exact_double(fmpq_t x, double value)
{
    mpq_t q;
    mpq_init(q);
    mpq_set_d(q, value);
    fmpq_set_mpq(x, q);
    mpq_clear(q);
}

// row = shadow * 2^k for one k, everything taken exactly.
static int is_multiple(const fmpz *row, const double *shadow, size_t columns)
{
    int good = 1;
    fmpq_t x, y;
    fmpq_init(x);
    fmpq_init(y);
    for (size_t i = 0; i < columns; i++) {
        good &= fmpz_sgn(row + i) == (shadow[i] > 0) - (shadow[i] < 0);
        for (size_t j = 0; j < columns; j++) {
            exact_double(x, shadow[j]);
            exact_double(y, shadow[i]);
            fmpq_mul_fmpz(x, x, row + i);
            fmpq_mul_fmpz(y, y, row + j);
            good &= fmpq_equal(x, y);
        }
    }
    for (size_t i = 0; i < columns; i++) {
        if (shadow[i] == 0)
            continue;
        exact_double(x, shadow[i]);
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

static int converts(const double *shadow, size_t columns)
{
    fmpz *row = _fmpz_vec_init((slong)columns);
    row_from_shadow(row, shadow, columns);
    int good = is_multiple(row, shadow, columns);
    _fmpz_vec_clear(row, (slong)columns);
    return good;
}

static void shadows_by_hand(void)
{
    static const double shadows[][3] = {
        {0, 0, 0},          {1, 0, 0},       {1, 2, 3},
        {0.5, -0.75, 1e-3}, {-0.0, 0, -1},   {DBL_MAX, DBL_TRUE_MIN, -DBL_MIN},
        {1e300, 1, 1e-300}, {0, 0, 0x1p-60}, {DBL_TRUE_MIN, 0, -3 * DBL_TRUE_MIN},
    };
    for (size_t i = 0; i < sizeof shadows / sizeof *shadows; i++)
        CU_ASSERT(converts(shadows[i], 3));
}

static void random_shadows(void)
{
    enum { SEED = 2 };
    printf("seed %d ", SEED);
    random_state random;
    random_seed(&random, SEED);
    for (int i = 0; i < 300; i++) {
        double shadow[4];
        for (int c = 0; c < 4; c++) {
            int64_t mantissa = random_between(&random, -(INT64_C(1) << 53), INT64_C(1) << 53);
            shadow[c] = ldexp((double)mantissa, (int)random_between(&random, -1100, 900));
        }
        CU_ASSERT(converts(shadow, 1 + random_below(&random, 4)));
    }
}

// What is not a number becomes zero and does not disturb the rest.
static void not_finite(void)
{
    double shadow[5] = {NAN, 3, INFINITY, -0.5, -INFINITY};
    static const double finite[5] = {0, 3, 0, -0.5, 0};
    fmpz *row = _fmpz_vec_init(5);
    fmpz_set_ui(row, 17);
    row_from_shadow(row, shadow, 5);
    CU_ASSERT(is_multiple(row, finite, 5));
    shadow[1] = shadow[3] = NAN;
    row_from_shadow(row, shadow, 5);
    CU_ASSERT(_fmpz_vec_is_zero(row, 5));
    _fmpz_vec_clear(row, 5);
}

// ---- row_make_primitive ----

static void primitive(void)
{
    static const slong rows_in[][3] = {{2, 4, 6}, {0, 0, -5}, {-3, 6, 0}, {7, 5, 3}, {1, 0, 0}};
    static const slong rows_out[][3] = {{1, 2, 3}, {0, 0, -1}, {-1, 2, 0}, {7, 5, 3}, {1, 0, 0}};
    fmpz *row = _fmpz_vec_init(3);
    for (size_t i = 0; i < sizeof rows_in / sizeof *rows_in; i++)
        for (ulong power = 0; power < 300; power += 99) { // the factor 2^power goes as well
            for (int c = 0; c < 3; c++) {
                fmpz_set_si(row + c, rows_in[i][c]);
                fmpz_mul_2exp(row + c, row + c, power);
            }
            row_make_primitive(row, 3);
            for (int c = 0; c < 3; c++)
                CU_ASSERT(fmpz_equal_si(row + c, rows_out[i][c]));
        }
    _fmpz_vec_zero(row, 3);
    row_make_primitive(row, 3);
    CU_ASSERT(_fmpz_vec_is_zero(row, 3));
    _fmpz_vec_clear(row, 3);
}

UNIT_MAIN("rows", {"stack_grows", stack_grows}, {"empty_stack", empty_stack},
          {"shadows_by_hand", shadows_by_hand}, {"random_shadows", random_shadows},
          {"not_finite", not_finite}, {"primitive", primitive})
