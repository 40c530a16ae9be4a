// A point on a facet of a region.
#include "proof/facet_point.h"

#include "base/fatal.h"
#include <flint/fmpq_vec.h>

// The mean of its vertices plus its rays.
static void facet_middle(fmpq *x, const crease_region *region, const fmpq *facet)
{
    size_t vertices = crease_region_vertices(region), rays = crease_region_rays(region);
    slong d = (slong)region_space(region)->dimension, count = 0;
    fmpq *point = _fmpq_vec_init(d + 2), *value = point + d + 1;
    for (size_t i = 0; i < vertices + rays; i++) {
        if (i < vertices)
            crease_region_vertex(point, region, i);
        else
            crease_region_ray(point, region, i - vertices);
        fmpq_set_si(point + d, i < vertices, 1);
        _fmpq_vec_dot(value, facet, point, d + 1);
        if (!fmpq_is_zero(value))
            continue;
        count += i < vertices;
        for (slong c = 0; c < d; c++) { // the mean so far
            fmpq_sub(value, point + c, x + c);
            if (i < vertices)
                fmpq_div_fmpz(value, value, (fmpz[]){count});
            fmpq_add(x + c, x + c, i < vertices ? value : point + c);
        }
    }
    _fmpq_vec_clear(point, d + 2);
}

// Where the line from a point inside to x, a point beyond this facet alone, meets it.
static void facet_crossing(fmpq *x, const crease_region *region, const fmpq *facet)
{
    const size_t d = region_space(region)->dimension;
    fmpq *inside = _fmpq_vec_init((slong)d + 2), *high = inside + d, *low = high + 1;
    crease_region_interior(inside, region);
    _fmpq_vec_dot(high, facet, inside, (slong)d);
    _fmpq_vec_dot(low, facet, x, (slong)d);
    fmpq_sub(low, high, low);
    fmpq_add(high, high, facet + d);
    fmpq_div(high, high, low); // the share of the way
    for (size_t c = 0; c < d; c++) {
        fmpq_sub(x + c, x + c, inside + c);
        fmpq_mul(x + c, x + c, high);
        fmpq_add(x + c, x + c, inside + c);
    }
    _fmpq_vec_clear(inside, (slong)d + 2);
}

void facet_point(fmpq *x, const crease_region *region, size_t facet)
{
    ASSERT(facet < crease_region_facets(region));
    const slong columns = (slong)region_space(region)->columns;
    fmpq *row = _fmpq_vec_init(columns);
    crease_facet owner;
    crease_region_facet(row, &owner, region, facet);
    if (cell_point_beyond(x, region_canonical(region), region_space(region),
                          region_facet_plane(region, facet).plane) == CELL_AT_CORNERS)
        facet_middle(x, region, row);
    else
        facet_crossing(x, region, row);
    _fmpq_vec_clear(row, columns);
}
