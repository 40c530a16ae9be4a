// Integrals of forms of the outputs, and of their squares.
#include "function/moments.h"

#include "base/memory.h"
#include "geom/cell_volume.h"
#include <flint/fmpq_vec.h>
#include <flint/fmpz_mat.h>

void moments_init(moments *m, size_t count, size_t dimension)
{
    *m = (moments){.count = count, .dimension = dimension};
    tree_sum_init(&m->total, 1 + 2 * count);
    m->value = _fmpq_vec_init((slong)dimension + 1);
    fmpq_init(m->volume);
    fmpq_init(m->term);
}

void moments_clear(moments *m)
{
    tree_sum_clear(&m->total);
    _fmpq_vec_clear(m->value, (slong)m->dimension + 1);
    fmpq_clear(m->volume);
    fmpq_clear(m->term);
}

// |det of the points| / (d! times the product of their weights).
static void simplex_volume(fmpq_t volume, size_t dimension, const fmpz *const *point)
{
    const slong columns = (slong)dimension + 1;
    fmpz_mat_t matrix;
    fmpz_t determinant, below;
    fmpz_mat_init(matrix, columns, columns);
    fmpz_init(determinant);
    fmpz_init(below);
    fmpz_fac_ui(below, dimension);
    for (slong i = 0; i < columns; i++) {
        for (slong c = 0; c < columns; c++)
            fmpz_set(fmpz_mat_entry(matrix, i, c), point[i] + c);
        fmpz_mul(below, below, point[i] + dimension);
    }
    fmpz_mat_det(determinant, matrix);
    fmpz_abs(determinant, determinant);
    fmpq_set_fmpz_frac(volume, determinant, below);
    fmpz_mat_clear(matrix);
    fmpz_clear(determinant);
    fmpz_clear(below);
}

// Adds form r over a simplex: to sum[0] the integral of f times d + 1, to sum[1] that of f^2 times
// (d + 1) (d + 2).
static void add_form(moments *m, fmpq *sum, size_t r, const fmpz *const *point)
{
    const size_t d = m->dimension;
    fmpq_t squares, values;
    fmpq_init(squares);
    fmpq_init(values);
    for (size_t i = 0; i <= d; i++) {
        output_forms_value(m->value + i, m->forms, r, point[i]);
        fmpq_add(values, values, m->value + i);
        fmpq_addmul(squares, m->value + i, m->value + i);
    }
    fmpq_addmul(squares, values, values);
    fmpq_mul(m->term, m->volume, values);
    fmpq_add(sum, sum, m->term);
    fmpq_mul(m->term, m->volume, squares);
    fmpq_add(sum + 1, sum + 1, m->term);
    fmpq_clear(squares);
    fmpq_clear(values);
}

static void add_simplex(void *data, const fmpz *const *point)
{
    moments *m = data;
    fmpq *sum = tree_sum_here(&m->total);
    simplex_volume(m->volume, m->dimension, point);
    fmpq_add(sum, sum, m->volume);
    for (size_t r = 0; r < m->count; r++)
        add_form(m, sum + 1 + 2 * r, r, point);
}

void moments_add(moments *m, const crease_region *region, const output_forms *forms)
{
    m->forms = forms;
    region_simplices(region, add_simplex, m);
}

void moments_finish(fmpq_t mean, fmpq_t variance, moments *m, size_t form)
{
    const fmpq *total = tree_sum_total(&m->total), *of = total + 1 + 2 * form;
    fmpq_mul_ui(m->term, total, m->dimension + 1);
    fmpq_div(mean, of, m->term);
    fmpq_mul_ui(m->term, m->term, m->dimension + 2);
    fmpq_div(variance, of + 1, m->term);
    fmpq_submul(variance, mean, mean);
}
