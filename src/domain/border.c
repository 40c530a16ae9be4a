// Planes and points that are given in integers.
#include "domain/border.h"

#include "base/fatal.h"
#include "domain/rounded_row.h"
#include <flint/fmpq_vec.h>
#include <flint/fmpz_vec.h>

uint32_t space_add_border(geom_space *space, const fmpz *row)
{
    const uint32_t plane = space_push_plane(space);
    space->origin[plane] = (plane_origin){.split = NO_SPLIT, .unit = NO_INEQUALITY};
    form_of_row(space_form(space, plane), row, space->dimension);
    row_copy(rows_at(&space->plane_rows, plane), row, space->columns);
    space->plane_rows.known[plane] = 1;
    return plane;
}

uint32_t space_add_bound(geom_space *space, size_t number, const fmpq *bound)
{
    ASSERT(number < 2 * space->dimension);
    const size_t d = space->dimension, c = number / 2;
    fmpz *row = _fmpz_vec_init((slong)d + 1);
    fmpz_set(row + c, fmpq_denref(bound));
    fmpz_set(row + d, fmpq_numref(bound));
    fmpz_neg(row + (number % 2 ? c : d), row + (number % 2 ? c : d));
    const uint32_t plane = space_add_border(space, row);
    _fmpz_vec_clear(row, (slong)d + 1);
    return plane;
}

// An inequality as integers, up to a positive factor.
static void inequality_row(fmpz *integers, const crease_domain *domain, size_t i)
{
    const slong columns = (slong)domain->dimension + 1;
    fmpq *row = _fmpq_vec_init(columns);
    fmpz_t denominator;
    fmpz_init(denominator);
    domain_inequality(row, domain, i);
    _fmpq_vec_get_fmpz_vec_fmpz(integers, denominator, row, columns);
    fmpz_clear(denominator);
    _fmpq_vec_clear(row, columns);
}

uint32_t space_add_inequality(geom_space *space, const crease_domain *domain, size_t i)
{
    ASSERT(i < domain_inequalities(domain));
    fmpz *row = _fmpz_vec_init((slong)space->columns);
    inequality_row(row, domain, i);
    const uint32_t plane = space_add_border(space, row);
    space->origin[plane].unit = (uint32_t)(domain->number ? domain->number[i] : i);
    _fmpz_vec_clear(row, (slong)space->columns);
    return plane;
}

uint32_t space_add_point(geom_space *space, const fmpz *row)
{
    size_t d = space->dimension;
    uint32_t point = space_push_point(space);
    space->point[point] = (space_point){.infinite = fmpz_is_zero(row + d)};
    place_of_row(space_place(space, point), row, d);
    row_copy(rows_at(&space->point_rows, point), row, d + 1);
    space->point_rows.known[point] = 1;
    return point;
}
