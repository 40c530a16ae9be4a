// Forms of the outputs as affine functions on a region.
#include "function/forms.h"

#include <flint/fmpq_vec.h>
#include <flint/fmpz_vec.h>

void output_forms_init(output_forms *forms, const fmpq *given, size_t count, size_t outputs,
                       size_t dimension)
{
    const size_t columns = dimension + 1;
    *forms = (output_forms){
        .count = count,
        .outputs = outputs,
        .columns = columns,
        .given = given,
        .map = _fmpq_vec_init((slong)(outputs * columns)),
        .row = _fmpq_vec_init((slong)(count * columns)),
        .whole = _fmpz_vec_init((slong)(count * columns)),
        .denominator = _fmpz_vec_init((slong)count),
    };
}

void output_forms_clear(output_forms *forms)
{
    _fmpq_vec_clear(forms->map, (slong)(forms->outputs * forms->columns));
    _fmpq_vec_clear(forms->row, (slong)(forms->count * forms->columns));
    _fmpz_vec_clear(forms->whole, (slong)(forms->count * forms->columns));
    _fmpz_vec_clear(forms->denominator, (slong)forms->count);
}

static void take_row(output_forms *forms, size_t r)
{
    const size_t columns = forms->columns;
    const fmpq *given = forms->given + r * (forms->outputs + 1);
    fmpq *row = forms->row + r * columns;
    for (size_t c = 0; c < columns; c++) {
        fmpq_zero(row + c);
        for (size_t o = 0; o < forms->outputs; o++)
            if (!fmpq_is_zero(given + o))
                fmpq_addmul(row + c, given + o, forms->map + o * columns + c);
    }
    fmpq_add(row + columns - 1, row + columns - 1, given + forms->outputs);
    _fmpq_vec_get_fmpz_vec_fmpz(forms->whole + r * columns, forms->denominator + r, row,
                                (slong)columns);
}

void output_forms_take(output_forms *forms, const crease_region *region)
{
    for (size_t o = 0; o < forms->outputs; o++)
        crease_region_map(forms->map + o * forms->columns, region, o);
    for (size_t r = 0; r < forms->count; r++)
        take_row(forms, r);
}

void output_forms_value(fmpq_t value, const output_forms *forms, size_t r, const fmpz *point)
{
    const size_t columns = forms->columns;
    if (!point) {
        fmpq_set(value, forms->row + (r + 1) * columns - 1);
        return;
    }
    const fmpz *weight = point + columns - 1;
    fmpz_t sum, below;
    fmpz_init(sum);
    fmpz_init(below);
    _fmpz_vec_dot(sum, forms->whole + r * columns, point, (slong)columns);
    if (fmpz_is_zero(weight))
        fmpz_set(below, forms->denominator + r);
    else
        fmpz_mul(below, forms->denominator + r, weight);
    fmpq_set_fmpz_frac(value, sum, below);
    fmpz_clear(sum);
    fmpz_clear(below);
}
