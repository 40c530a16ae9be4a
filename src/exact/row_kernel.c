// The integer point in which hyperplanes meet.
#include "exact/row_kernel.h"

#include <flint/fmpz_mat.h>
#include <flint/fmpz_vec.h>
#include <stdlib.h>

// FLINT eliminates without fractions; half of the time and more goes into the common divisor.
void row_kernel(fmpz *point, const fmpz *const *row, size_t count, size_t columns)
{
    slong n = (slong)columns;
    fmpz_mat_t form, basis;
    fmpz_mat_init(form, (slong)count, n);
    fmpz_mat_init(basis, n, n);
    for (size_t i = 0; i < count; i++)
        _fmpz_vec_set(fmpz_mat_entry(form, (slong)i, 0), row[i], n);
    if (fmpz_mat_nullspace(basis, form) != 1)
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
