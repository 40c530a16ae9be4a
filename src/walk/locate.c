// The regions that touch a point.
//
// Near the point x every form that is not zero there keeps its sign, and every inequality of the
// domain that is not tight there holds. So the regions that touch x look, from x, like the cells
// into which the other forms divide the cone of the tight inequalities. There are as many, since a
// region is convex. No cell farther away is ever made.
#include "base/error.h"

#include "base/fatal.h"
#include "base/memory.h"
#include "domain/domain.h"
#include "exact/rational.h"
#include "walk/mode.h"

#include <flint/fmpq_vec.h>
#include <flint/fmpz_vec.h>
#include <stdlib.h>

// The inequalities of the domain that are tight at a point.
typedef struct {
    const crease_domain *domain;
    const fmpq *point;
    fmpq *row;      // of the cone, as in struct crease_domain
    size_t *number; // which they are
    size_t rows;
    crease_error *error;
} tangent;

// Adds a . x + c >= 0, number i, if it is tight. CREASE_ERROR if it does not hold.
static crease_status add_inequality(tangent *cone, const fmpq *inequality, size_t i)
{
    const size_t d = cone->domain->dimension;
    fmpq_t value;
    fmpq_init(value);
    domain_row_value(value, inequality, cone->point, d);
    int sign = fmpq_sgn(value);
    fmpq_clear(value);
    if (sign < 0)
        return error_set(cone->error, "expected a point of the domain, %s", cone->domain->text);
    if (sign == 0) {
        rational_copy(cone->row + cone->rows * (d + 1), inequality, d + 1);
        cone->number[cone->rows++] = i;
    }
    return CREASE_OK;
}

static crease_status find_tangent(tangent *cone)
{
    slong columns = (slong)cone->domain->dimension + 1;
    fmpq *row = _fmpq_vec_init(columns);
    crease_status status = CREASE_OK;
    for (size_t i = 0; i < domain_inequalities(cone->domain) && status == CREASE_OK; i++) {
        domain_inequality(row, cone->domain, i);
        status = add_inequality(cone, row, i);
    }
    _fmpq_vec_clear(row, columns);
    return status;
}

static fmpz *homogeneous(const fmpq *point, size_t dimension)
{
    ASSERT(dimension > 0);
    fmpz *row = _fmpz_vec_init((slong)dimension + 1);
    _fmpq_vec_get_fmpz_vec_fmpz(row, row + dimension, point, (slong)dimension);
    return row;
}

crease_status crease_locate(crease_counts *counts, const crease_net *net,
                            const crease_domain *domain, const fmpq *point,
                            const crease_options *options, const crease_visitor *visitor,
                            crease_error *error)
{
    ASSERT(net->inputs > 0);
    ASSERT(domain->dimension > 0);
    size_t d = domain->dimension, most = domain_inequalities(domain);
    tangent cone = {.domain = domain, .point = point, .error = error};
    walk_counts_reset(counts);
    cone.row = _fmpq_vec_init((slong)(most * (d + 1)));
    cone.number = memory_new(most, sizeof *cone.number);
    crease_status status = find_tangent(&cone);
    if (status == CREASE_OK) {
        crease_domain local = {.inputs = domain->inputs,
                               .dimension = d,
                               .parametrization = domain->parametrization,
                               .inequalities = cone.rows,
                               .inequality = cone.row,
                               .number = cone.number,
                               .text = domain->text};
        fmpz *focus = homogeneous(point, d);
        const walk_mode mode = {.focus = focus, .visitor = visitor};
        status = walk_in_mode(counts, net, &local, &mode, options, error);
        _fmpz_vec_clear(focus, (slong)d + 1);
    }
    _fmpq_vec_clear(cone.row, (slong)(most * (d + 1)));
    free(cone.number);
    return status;
}
