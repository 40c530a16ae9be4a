// Stacks of homogeneous integer rows: affine forms and points.
#include "exact/rows.h"

#include "base/limits.h"
#include "base/memory.h"
#include <flint/fmpz_mat.h>
#include <flint/fmpz_vec.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>

void rows_init(rows *stack, size_t columns)
{
    *stack = (rows){.columns = columns};
}

void rows_clear(rows *stack)
{
    _fmpz_vec_clear(stack->entry, (slong)(stack->capacity * stack->columns));
    free(stack->known);
}

size_t rows_push(rows *stack)
{
    if (stack->count == stack->capacity) {
        size_t old = stack->capacity * stack->columns;
        stack->capacity = stack->capacity ? 2 * stack->capacity : 16;
        size_t entries = stack->capacity * stack->columns;
        stack->entry = memory_resize(stack->entry, entries, sizeof *stack->entry);
        for (size_t i = old; i < entries; i++)
            fmpz_init(stack->entry + i);
        stack->known = memory_resize(stack->known, stack->capacity, 1);
    }
    stack->known[stack->count] = 0;
    return stack->count++;
}

void row_copy(fmpz *to, const fmpz *from, size_t columns)
{
    for (size_t i = 0; i < columns; i++)
        fmpz_set(to + i, from + i);
}

void row_cross(fmpz *product, const fmpz *a, const fmpz *b)
{
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        fmpz_mul(product + i, a + j, b + k);
        fmpz_submul(product + i, a + k, b + j);
    }
}

int row_compare_points(const fmpz *a, const fmpz *b)
{
    fmpz_t difference;
    fmpz_init(difference);
    int sign = 0;
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

// FLINT eliminates without fractions; half of the time and more goes into the common divisor.
void row_kernel(fmpz *point, const fmpz *const *row, size_t count, size_t columns)
{
    slong n = (slong)columns;
    fmpz_mat_t form, basis;
    fmpz_mat_init(form, (slong)count, n);
    fmpz_mat_init(basis, n, n);
    for (size_t i = 0; i < count; i++)
        _fmpz_vec_set(fmpz_mat_entry(form, (slong)i, 0), row[i], n);
    if (fmpz_mat_nullspace(basis, form) != 1 && !run_has_given_up())
        abort();
    for (slong c = 0; c < n; c++)
        fmpz_swap(point + c, fmpz_mat_entry(basis, c, 0));
    fmpz_mat_clear(form);
    fmpz_mat_clear(basis);

    fmpz_t divisor;
    fmpz_init(divisor);
    _fmpz_vec_content(divisor, point, n);
    if (fmpz_sgn(point + n - 1) < 0)
        fmpz_neg(divisor, divisor);
    if (!fmpz_is_one(divisor))
        _fmpz_vec_scalar_divexact_fmpz(point, point, n, divisor);
    fmpz_clear(divisor);
}
