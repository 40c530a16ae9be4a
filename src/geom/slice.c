// Slices: the affine parametrization through affinely independent points.
#include "geom/slice.h"

#include "base/error.h"
#include <flint/fmpq_mat.h>
#include <flint/fmpq_vec.h>
#include <stdio.h>
#include <stdlib.h>

void domain_set_parametrization(crease_domain *domain, fmpq *parametrization, size_t inputs)
{
    char *text = domain->text;
    domain->text = NULL;
    domain->parametrization = parametrization;
    domain->inputs = inputs;
    if (domain->dimension <= 2)
        domain_set_text(domain, "%s on a %s in R^%zu", text,
                        domain->dimension == 1 ? "line" : "plane", inputs);
    else
        domain_set_text(domain, "%s on a %zu-dimensional slice of R^%zu", text, domain->dimension,
                        inputs);
    free(text);
}

// The first point that depends on those before it, or 0: the differences to point 0 are the
// columns of a matrix, of whose reduced echelon form a column that has no pivot is a
// combination of the columns before.
static size_t first_dependent(const fmpq *points, size_t count, size_t inputs)
{
    fmpq_mat_t differences;
    fmpq_mat_init(differences, (slong)inputs, (slong)count - 1);
    for (size_t k = 1; k < count; k++)
        for (size_t i = 0; i < inputs; i++)
            fmpq_sub(fmpq_mat_entry(differences, (slong)i, (slong)k - 1), points + k * inputs + i,
                     points + i);
    size_t rank = (size_t)fmpq_mat_rref(differences, differences);
    size_t k = 1;
    while (k <= rank && !fmpq_is_zero(fmpq_mat_entry(differences, (slong)k - 1, (slong)k - 1)))
        k++;
    fmpq_mat_clear(differences);
    return k < count ? k : 0;
}

static crease_status refuse_dependent(size_t k, crease_error *error)
{
    char hull[80], where[40];
    if (k == 1)
        snprintf(hull, sizeof hull, "equal to points[0]");
    else if (k <= 3)
        snprintf(hull, sizeof hull,
                 k == 2 ? "on the line through points[0] and points[1]"
                        : "in the plane through points[0] to points[2]");
    else
        snprintf(hull, sizeof hull, "in the affine hull of points[0] to points[%zu]", k - 1);
    error_set(error, "expected affinely independent points, found this one %s", hull);
    snprintf(where, sizeof where, "points[%zu]", k);
    error_locate(error, NULL, 0, 0, where);
    return CREASE_ERROR;
}

crease_status crease_domain_set_slice(crease_domain *domain, const fmpq *points, size_t count,
                                      size_t inputs, crease_error *error)
{
    size_t d = domain->dimension;
    if (domain->parametrization)
        return error_set(error, "expected a domain without a slice, found %s", domain->text);
    if (count != d + 1)
        return error_set(error,
                         "expected %zu points, one more than the dimension of the domain, "
                         "found %zu",
                         d + 1, count);
    size_t dependent = first_dependent(points, count, inputs);
    if (dependent)
        return refuse_dependent(dependent, error);
    fmpq *parametrization = _fmpq_vec_init((slong)(inputs * count));
    for (size_t i = 0; i < inputs; i++) {
        for (size_t k = 0; k < d; k++)
            fmpq_sub(parametrization + i * count + k, points + (k + 1) * inputs + i, points + i);
        fmpq_set(parametrization + i * count + d, points + i);
    }
    domain_set_parametrization(domain, parametrization, inputs);
    return CREASE_OK;
}
