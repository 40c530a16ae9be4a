// Stacks of homogeneous rows: affine forms and points.
#include "exact/rows.h"

#include "base/memory.h"
#include <flint/fmpz_vec.h>
#include <math.h>
#include <stdlib.h>

void rows_init(rows *stack, size_t columns)
{
    *stack = (rows){.columns = columns};
}

void rows_clear(rows *stack)
{
    _fmpz_vec_clear(stack->exact, (slong)(stack->capacity * stack->columns));
    free(stack->shadow);
}

size_t rows_push(rows *stack)
{
    if (stack->count == stack->capacity) {
        size_t old = stack->capacity * stack->columns;
        stack->capacity = stack->capacity ? 2 * stack->capacity : 16;
        size_t entries = stack->capacity * stack->columns;
        stack->exact = memory_resize(stack->exact, entries, sizeof *stack->exact);
        for (size_t i = old; i < entries; i++)
            fmpz_init(stack->exact + i);
        stack->shadow = memory_resize(stack->shadow, entries, sizeof *stack->shadow);
    }
    return stack->count++;
}

void row_from_shadow(fmpz *row, const double *shadow, size_t columns)
{
    enum { MANTISSA = 53 };
    int lowest = INT_MAX;
    for (size_t i = 0; i < columns; i++) {
        int exponent;
        if (isfinite(shadow[i]) && frexp(shadow[i], &exponent) != 0 && exponent < lowest)
            lowest = exponent;
    }
    for (size_t i = 0; i < columns; i++) {
        fmpz_zero(row + i);
        if (!isfinite(shadow[i]) || shadow[i] == 0)
            continue;
        int exponent;
        double mantissa = frexp(shadow[i], &exponent);
        fmpz_set_d(row + i, ldexp(mantissa, MANTISSA));
        fmpz_mul_2exp(row + i, row + i, (ulong)(exponent - lowest));
    }
}

void row_make_primitive(fmpz *row, size_t columns)
{
    fmpz_t content;
    fmpz_init(content);
    _fmpz_vec_content(content, row, (slong)columns);
    if (!fmpz_is_zero(content) && !fmpz_is_one(content))
        _fmpz_vec_scalar_divexact_fmpz(row, row, (slong)columns, content);
    fmpz_clear(content);
}
