// A domain that is an intersection of half-spaces.
#include "geom/polytope.h"

#include "base/error.h"
#include "exact/rational.h"
#include "geom/domain.h"
#include <flint/fmpq_vec.h>
#include <stdio.h>

half_space_kind half_space_classify(const fmpq *row, size_t dimension)
{
    for (size_t k = 0; k < dimension; k++)
        if (!fmpq_is_zero(row + k))
            return HOLDS_SOMEWHERE;
    return fmpq_sgn(row + dimension) >= 0 ? HOLDS_ALWAYS : HOLDS_NEVER;
}

static crease_status refuse_row(const fmpq_t constant, size_t row, crease_error *error)
{
    char where[40], *text = rational_text(constant);
    error_set(error, "expected an inequality that holds somewhere, found %.60s >= 0", text);
    snprintf(where, sizeof where, "row %zu", row + 1);
    error_locate(error, NULL, 0, 0, where);
    flint_free(text);
    return CREASE_ERROR;
}

crease_status crease_domain_new_polytope(crease_domain **domain, const fmpq *inequalities,
                                         size_t rows, size_t dimension, crease_error *error)
{
    size_t columns = dimension + 1, count = 0;
    for (size_t i = 0; i < rows; i++) {
        half_space_kind kind = half_space_classify(inequalities + i * columns, dimension);
        if (kind == HOLDS_NEVER)
            return refuse_row(inequalities + i * columns + dimension, i, error);
        count += kind == HOLDS_SOMEWHERE;
    }
    *domain = domain_new(dimension);
    (*domain)->inequalities = count;
    (*domain)->inequality = _fmpq_vec_init((slong)(count * columns));
    fmpq *to = (*domain)->inequality;
    for (size_t i = 0; i < rows; i++) {
        const fmpq *row = inequalities + i * columns;
        if (half_space_classify(row, dimension) == HOLDS_ALWAYS)
            continue;
        for (size_t c = 0; c < columns; c++)
            fmpq_set(to++, row + c);
    }
    domain_set_text(*domain, "polytope of %zu inequalit%s in R^%zu", count,
                    count == 1 ? "y" : "ies", dimension);
    return CREASE_OK;
}
