// Stacks of homogeneous integer rows: affine forms and points.
#include "exact/rows.h"

#include "base/fatal.h"
#include "base/limits.h"
#include "base/memory.h"
#include "exact/common_divisor.h"
#include "exact/words64.h"
#include <flint/fmpz_mat.h>
#include <flint/fmpz_vec.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>

void rows_init(rows *stack, size_t columns)
{
    ASSERT(columns > 0);
    *stack = (rows){.columns = columns};
}

void rows_clear(rows *stack)
{
    _fmpz_vec_clear(stack->entry, (slong)(stack->most * stack->columns));
    free(stack->known);
}

void rows_grow(rows *stack)
{
    if (stack->count == stack->capacity) {
        stack->capacity = stack->capacity ? 2 * stack->capacity : 16;
        stack->entry =
            memory_resize(stack->entry, stack->capacity * stack->columns, sizeof *stack->entry);
        stack->known = memory_resize(stack->known, stack->capacity, 1);
    }
    for (size_t i = stack->most++ * stack->columns; i < stack->most * stack->columns; i++)
        fmpz_init(stack->entry + i);
}

void row_copy(fmpz *copy, const fmpz *from, size_t columns)
{
    ASSERT(columns > 0);
    for (size_t i = 0; i < columns; i++)
        fmpz_set(copy + i, from + i);
}

void row_primitive(fmpz *primitive, const fmpz *from, size_t columns)
{
    ASSERT(columns > 0);
    fmpz_t content;
    fmpz_init(content);
    // Two entries nearly always have no more divisors in common than all, which division shows.
    for (size_t c = 0; c < columns && !fmpz_is_one(content); c++)
        if (!fmpz_divisible(from + c, content))
            common_divisor(content, content, from + c);
    if (fmpz_cmp_ui(content, 1) > 0)
        _fmpz_vec_scalar_divexact_fmpz(primitive, from, (slong)columns, content);
    else if (primitive != from)
        row_copy(primitive, from, columns);
    fmpz_clear(content);
}

void row_cross(fmpz *product, const fmpz *a, const fmpz *b)
{
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        fmpz_mul(product + i, a + j, b + k);
        fmpz_submul(product + i, a + k, b + j);
    }
}

bool row_is_multiple(const fmpz *b, const fmpz *a, size_t columns)
{
    ASSERT(columns > 0);
    size_t c = 0;
    while (fmpz_is_zero(a + c))
        c++;
    bool same = true;
    fmpz_t left, right;
    fmpz_init(left);
    fmpz_init(right);
    for (size_t i = 0; same && i < columns; i++) {
        fmpz_mul(left, a + i, b + c);
        fmpz_mul(right, b + i, a + c);
        same = fmpz_equal(left, right);
    }
    fmpz_clear(left);
    fmpz_clear(right);
    return same;
}

// p / w as a double times 2^*power; w is not 0. Mantissas of p and w are cut off or rounded, with
// relative errors below 2 u, u = 2^-53, and the quotient adds u: at most 6 u in all.
static double quotient_of(slong *power, const fmpz *p, const fmpz *w)
{
    slong of_p, of_w;
    const double mantissa = fmpz_get_d_2exp(&of_p, p) / fmpz_get_d_2exp(&of_w, w);
    *power = of_p - of_w;
    return mantissa;
}

// The sign of a coordinate's difference, if doubles show it; else 0. Both quotients are below 2 in
// absolute value, and the first one below 2^(FAR + 1) in the unit of the second.
static int sign_of_difference(const fmpz *p, const fmpz *p_weight, const fmpz *q,
                              const fmpz *q_weight)
{
    enum { FAR = 64 };
    slong p_power, q_power;
    double x = quotient_of(&p_power, p, p_weight);
    const double y = quotient_of(&q_power, q, q_weight);
    if (p_power - q_power > FAR || q_power - p_power > FAR)
        return 0;
    x = ldexp(x, (int)(p_power - q_power));
    const double bound = 8 * 0x1p-53 * (fabs(x) + fabs(y));
    return x - y > bound ? 1 : y - x > bound ? -1 : 0;
}

int row_compare_points(const fmpz *a, const fmpz *b)
{
    if (fmpz_equal(a + 2, b + 2) && fmpz_equal(a, b) && fmpz_equal(a + 1, b + 1))
        return 0;
    int sign = sign_of_difference(a, a + 2, b, b + 2);
    fmpz_t difference;
    fmpz_init(difference);
    for (int i = 0; i < 2 && sign == 0; i++) {
        fmpz_mul(difference, a + i, b + 2);
        fmpz_submul(difference, b + i, a + 2);
        sign = fmpz_sgn(difference);
    }
    fmpz_clear(difference);
    return sign;
}

void row_from_doubles(fmpz *row, const double *approx, size_t columns)
{
    ASSERT(columns > 0);
    enum { MANTISSA = 53 };
    int lowest = INT_MAX;
    for (size_t i = 0; i < columns; i++) {
        int exponent;
        if (isfinite(approx[i]) && frexp(approx[i], &exponent) != 0 && exponent < lowest)
            lowest = exponent;
    }
    for (size_t i = 0; i < columns; i++) {
        fmpz_zero(row + i);
        if (!isfinite(approx[i]) || approx[i] == 0)
            continue;
        int exponent;
        double mantissa = frexp(approx[i], &exponent);
        fmpz_set_d(row + i, ldexp(mantissa, MANTISSA));
        fmpz_mul_2exp(row + i, row + i, (ulong)(exponent - lowest));
    }
}

// ---- Kernels that are guessed ----
//
// If the coordinates of a point are fractions with one small denominator, doubles suggest which. A
// guess that lies on all rows is right.

static int64_t nearest_integer(double x)
{
    return (int64_t)(x < 0 ? x - 0.5 : x + 0.5);
}

// The first denominator of a convergent of x within slack, or 0 if it is not small.
enum { GUESSED_COLUMNS = FLINT_BITS == 64 ? 16 : 7, LARGEST_DENOMINATOR = 1 << 10 };
static double small_denominator(double x, double slack)
{
    double before = 0, denominator = 1, rest = fabs(x) - (double)(int64_t)fabs(x);
    while (fabs(x * denominator - (double)nearest_integer(x * denominator)) > slack) {
        if (!(rest > slack))
            return 0;
        rest = 1 / rest;
        const double quotient = (double)(int64_t)rest, next = quotient * denominator + before;
        if (!(next <= LARGEST_DENOMINATOR))
            return 0;
        before = denominator;
        denominator = next;
        rest -= quotient;
    }
    return denominator;
}

static bool lies_on(const int64_t *point, const fmpz *row, size_t columns)
{
    ASSERT(columns > 0);
    word_sum value = 0;
    for (size_t c = 0; c < columns; c++) {
        if (COEFF_IS_MPZ(row[c]))
            return false;
        value += (word_sum)row[c] * point[c];
    }
    return value == 0;
}

bool row_guess_kernel(fmpz *point, const fmpz *const *row, size_t count, size_t columns,
                      const double *place)
{
    ASSERT(columns > 0);
    static const double slack = 0x1p-24, most = 0x1p30;
    int64_t entry[GUESSED_COLUMNS];
    double scale = 1;
    if (columns > GUESSED_COLUMNS)
        return false;
    for (size_t c = 0; c < columns; c++) {
        const double scaled = place[c] * scale;
        if (!(fabs(scaled) < most))
            return false;
        scale *= small_denominator(scaled, slack);
        if (!(scale > 0 && scale <= LARGEST_DENOMINATOR))
            return false;
    }
    for (size_t c = 0; c < columns; c++) {
        if (!(fabs(place[c] * scale) < most))
            return false;
        entry[c] = nearest_integer(place[c] * scale);
    }
    for (size_t i = 0; i < count; i++)
        if (!lies_on(entry, row[i], columns))
            return false;
    for (size_t c = 0; c < columns; c++)
        fmpz_set_i64(point + c, entry[c]);
    return true;
}

// ---- Kernels by minors ----

enum { MINOR_COLUMNS = 7 };

// The next larger set of as many columns, as bits.
static unsigned next_set(unsigned set)
{
    const unsigned lowest = set & -set, next = set + lowest;
    return next | (set ^ next) / lowest >> 2;
}

static void add_words(fmpz_t total, word_sum sum)
{
    if (fmpz_is_zero(total) && sum >= COEFF_MIN && sum <= COEFF_MAX) {
        *total = (fmpz)sum;
        return;
    }
    fmpz_t term;
    fmpz_init(term);
    fmpz_set_signed_uiui(term, (ulong)(sum >> FLINT_BITS), (ulong)sum);
    fmpz_add(total, total, term);
    fmpz_clear(term);
}

// minor[S], of which the last row is this one, from those of one column less.
static void expand_minor(fmpz *minor, const fmpz *row, unsigned set)
{
    word_sum words = 0;
    bool minus = false;
    for (unsigned rest = set; rest; rest &= rest - 1, minus = !minus) {
        const fmpz *entry = row + __builtin_ctz(rest), *smaller = minor + (set ^ (rest & -rest));
        if (fmpz_is_zero(entry) || fmpz_is_zero(smaller))
            continue;
        if (!COEFF_IS_MPZ(*entry) && !COEFF_IS_MPZ(*smaller))
            words += (word_sum)(minus ? -*entry : *entry) * *smaller;
        else
            (minus ? fmpz_submul : fmpz_addmul)(minor + set, smaller, entry);
    }
    add_words(minor + set, words);
}

// The wedge product of the rows: minor[S] is that of the rows so far in the columns S. A row that
// depends on those before it, whose minors are all 0, is left out. Takes no division, and half of
// each product is short.
static void kernel_by_minors(fmpz *point, const fmpz *const *row, size_t count, size_t columns)
{
    ASSERT(columns > 0);
    const unsigned all = (1U << columns) - 1;
    fmpz minor[1 << MINOR_COLUMNS] = {1};
    for (size_t i = 0, rank = 1; i < count && rank < columns; i++) {
        int depends = 1;
        for (unsigned set = (1U << rank) - 1; set <= all; set = next_set(set)) {
            expand_minor(minor, row[i], set);
            depends &= fmpz_is_zero(minor + set);
        }
        rank += !depends;
    }
    for (size_t c = 0; c < columns; c++) {
        fmpz_swap(point + c, minor + (all ^ 1U << c));
        if (c % 2)
            fmpz_neg(point + c, point + c);
    }
    for (size_t k = 0; k <= all; k++)
        fmpz_clear(minor + k);
}

// ---- Kernels by FLINT ----

static void kernel_at_once(fmpz *point, const fmpz *const *row, size_t count, size_t columns)
{
    ASSERT(columns > 0);
    slong n = (slong)columns;
    fmpz_mat_t form, basis;
    fmpz_mat_init(form, (slong)count, n);
    fmpz_mat_init(basis, n, n);
    for (size_t i = 0; i < count; i++)
        _fmpz_vec_set(fmpz_mat_entry(form, (slong)i, 0), row[i], n);
    // After a limit was reached the rows may be unfinished.
    if (fmpz_mat_nullspace(basis, form) != 1 && !run_is_cancelled())
        FATAL("%zu rows have not one common point", count);
    for (slong c = 0; c < n; c++)
        fmpz_swap(point + c, fmpz_mat_entry(basis, c, 0));
    fmpz_mat_clear(form);
    fmpz_mat_clear(basis);
}

// The only column with an entry, or columns if there are none or several.
static size_t only_column(const fmpz *row, size_t columns)
{
    ASSERT(columns > 0);
    size_t only = columns;
    for (size_t c = 0; c < columns; c++) {
        if (fmpz_is_zero(row + c))
            continue;
        if (only < columns)
            return columns;
        only = c;
    }
    return only;
}

// In many dimensions most rows have one entry, so a coordinate is zero, since most cells contain
// lines. Such rows are removed first, with their columns.
enum { MANY_COLUMNS = 48 };
static void kernel_of_many(fmpz *point, const fmpz *const *row, size_t count, size_t columns)
{
    ASSERT(columns > 0);
    size_t *kept = memory_new(columns, sizeof *kept), kept_columns = 0, kept_rows = 0;
    unsigned char *zero = memory_new(columns + 1, 1);
    const fmpz **dense = memory_new(count, sizeof *dense);
    for (size_t i = 0; i < count; i++) {
        const size_t only = only_column(row[i], columns);
        zero[only] = 1;
        if (only == columns)
            dense[kept_rows++] = row[i];
    }
    for (size_t c = 0; c < columns; c++)
        if (!zero[c])
            kept[kept_columns++] = c;
    fmpz *reduced = _fmpz_vec_init((slong)((kept_rows + 1) * kept_columns));
    for (size_t i = 0; i < kept_rows; i++) {
        fmpz *part = reduced + (i + 1) * kept_columns;
        for (size_t c = 0; c < kept_columns; c++)
            fmpz_set(part + c, dense[i] + kept[c]);
        dense[i] = part;
    }
    kernel_at_once(reduced, dense, kept_rows, kept_columns);
    _fmpz_vec_zero(point, (slong)columns);
    for (size_t c = 0; c < kept_columns; c++)
        fmpz_swap(point + kept[c], reduced + c);
    _fmpz_vec_clear(reduced, (slong)((kept_rows + 1) * kept_columns));
    free(kept);
    free(zero);
    free(dense);
}

void row_kernel(fmpz *point, const fmpz *const *row, size_t count, size_t columns)
{
    ASSERT(columns > 0);
    (columns > MANY_COLUMNS    ? kernel_of_many
     : columns > MINOR_COLUMNS ? kernel_at_once
                               : kernel_by_minors)(point, row, count, columns);
    row_primitive(point, point, columns);
    if (fmpz_sgn(point + columns - 1) < 0)
        _fmpz_vec_neg(point, point, (slong)columns);
}
