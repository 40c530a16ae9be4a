// The volume of simplices, and of sets divided into simplices.
#include "geom/simplex_sum.h"

#include "base/memory.h"
#include <stdlib.h>

static void determinant(fmpz_t det, fmpz_mat_t matrix, const fmpz *const *point, size_t points)
{
    for (size_t i = 0; i < points; i++)
        for (slong c = 0; c < fmpz_mat_ncols(matrix); c++)
            fmpz_set(fmpz_mat_entry(matrix, (slong)i, c), point[i] + c);
    fmpz_mat_det(det, matrix);
    fmpz_abs(det, det);
}

void simplex_volume(fmpq_t volume, fmpz_mat_t matrix, const fmpz *const *point, size_t points)
{
    fmpz_t product, det;
    fmpz_init_set_ui(product, 1);
    fmpz_init(det);
    determinant(det, matrix, point, points);
    for (size_t i = 0; i < points; i++)
        fmpz_mul(product, product, point[i] + fmpz_mat_ncols(matrix) - 1);
    fmpq_set_fmpz_frac(volume, det, product);
    fmpz_clear(product);
    fmpz_clear(det);
}

void simplex_sum_init(simplex_sum *sum, size_t columns, size_t points)
{
    *sum = (simplex_sum){.points = points};
    fmpz_mat_init(sum->rows, (slong)columns, (slong)columns);
    fmpz_init(sum->sum);
    fmpz_init(sum->term);
}

void simplex_sum_clear(simplex_sum *sum)
{
    fmpz_mat_clear(sum->rows);
    free(sum->vertex);
    fmpz_clear(sum->sum);
    fmpz_clear(sum->term);
}

static const fmpz *weight(const simplex_sum *sum, const fmpz *point)
{
    return point + fmpz_mat_ncols(sum->rows) - 1;
}

static int is_among(const fmpz *const *list, size_t count, const fmpz *point)
{
    for (size_t i = 0; i < count; i++)
        if (list[i] == point)
            return 1;
    return 0;
}

void simplex_sum_add(simplex_sum *sum, const fmpz *const *point)
{
    determinant(sum->term, sum->rows, point, sum->points);
    for (size_t i = 0; i < sum->vertices; i++)
        if (!is_among(point, sum->points, sum->vertex[i]))
            fmpz_mul(sum->term, sum->term, weight(sum, sum->vertex[i]));
    for (size_t i = 0; i < sum->points; i++) {
        if (is_among(sum->vertex, sum->vertices, point[i]))
            continue;
        fmpz_mul(sum->sum, sum->sum, weight(sum, point[i]));
        MEMORY_RESERVE(sum->vertex, sum->capacity, sum->vertices + 1);
        sum->vertex[sum->vertices++] = point[i];
    }
    fmpz_add(sum->sum, sum->sum, sum->term);
}

void simplex_sum_get_unreduced(fmpq_t volume, simplex_sum *sum)
{
    fmpz_set(fmpq_numref(volume), sum->sum);
    fmpz_fac_ui(fmpq_denref(volume), (ulong)sum->points - 1);
    for (size_t i = 0; i < sum->vertices; i++)
        fmpz_mul(fmpq_denref(volume), fmpq_denref(volume), weight(sum, sum->vertex[i]));
}

void simplex_sum_get(fmpq_t volume, simplex_sum *sum)
{
    simplex_sum_get_unreduced(volume, sum);
    fmpq_canonicalise(volume);
}
