// Forms of the outputs as affine functions on a region.
#include "regions/forms.h"

#include <flint/fmpz_vec.h>

void output_forms_init(output_forms *forms, const fmpq *given, size_t count, size_t outputs,
                       size_t dimension)
{
    const size_t columns = dimension + 1;
    *forms = (output_forms){.count = count, .outputs = outputs, .columns = columns};
    fmpq_mat_init(forms->given, (slong)count, (slong)outputs + 1);
    for (size_t r = 0; r < count; r++)
        for (size_t o = 0; o <= outputs; o++)
            fmpq_set(fmpq_mat_entry(forms->given, (slong)r, (slong)o), given++);
    fmpq_mat_init(forms->map, (slong)outputs + 1, (slong)columns);
    fmpq_one(fmpq_mat_entry(forms->map, (slong)outputs, (slong)dimension));
    fmpq_mat_init(forms->row, (slong)count, (slong)columns);
    fmpz_mat_init(forms->whole, (slong)count, (slong)columns);
    forms->denominator = _fmpz_vec_init((slong)count);
}

void output_forms_clear(output_forms *forms)
{
    fmpq_mat_clear(forms->given);
    fmpq_mat_clear(forms->map);
    fmpq_mat_clear(forms->row);
    fmpz_mat_clear(forms->whole);
    _fmpz_vec_clear(forms->denominator, (slong)forms->count);
}

void output_forms_take(output_forms *forms, const crease_region *region)
{
    for (size_t o = 0; o < forms->outputs; o++)
        crease_region_map(fmpq_mat_entry(forms->map, (slong)o, 0), region, o);
    fmpq_mat_mul(forms->row, forms->given, forms->map);
    fmpq_mat_get_fmpz_mat_rowwise(forms->whole, forms->denominator, forms->row);
}

void output_forms_value(fmpq_t value, const output_forms *forms, size_t r, const fmpz *point)
{
    const size_t columns = forms->columns;
    if (!point) {
        fmpq_set(value, fmpq_mat_entry(forms->row, (slong)r, (slong)columns - 1));
        return;
    }
    const fmpz *weight = point + columns - 1;
    fmpz_t sum, below;
    fmpz_init(sum);
    fmpz_init(below);
    _fmpz_vec_dot(sum, fmpz_mat_entry(forms->whole, (slong)r, 0), point, (slong)columns);
    if (fmpz_is_zero(weight))
        fmpz_set(below, forms->denominator + r);
    else
        fmpz_mul(below, forms->denominator + r, weight);
    fmpq_set_fmpz_frac(value, sum, below);
    fmpz_clear(sum);
    fmpz_clear(below);
}
