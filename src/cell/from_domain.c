// The domain as a cell.
#include "base/limits.h"

#include "base/fatal.h"
#include "cell/kind.h"
#include "domain/border.h"
#include "lp/polyhedron.h"

bool cell_from_domain(geom_cell *cell, geom_space *space, const crease_domain *domain)
{
    ASSERT(space->columns == space->dimension + 1);
    ASSERT(domain->dimension > 0);
    static const cell_kind *const by_dimension[] = {&vertices_kind, &interval_kind, &polygon_kind};
    space->kind =
        domain->general || domain->dimension > 2 ? &vertices_kind : by_dimension[domain->dimension];
    bool interior = true;
    if (domain->is_box && cells_are_polygons(space)) {
        polygon_from_box(cell, space, domain);
    } else {
        *cell = (geom_cell){0};
        space->kind->whole(cell, space);
        for (size_t i = 0; i < domain_inequalities(domain) && interior && !run_is_cancelled(); i++)
            interior = cell_clip(cell, space, space_add_inequality(space, domain, i));
    }
    for (size_t i = 0; i < cell->count; i++)
        cell->generator[i].slot = (uint32_t)i;
    cell->in_order = true;
    return interior;
}

bool cell_has_interior(const crease_domain *domain, const double *low, const double *high,
                       crease_arith arith, double tolerance)
{
    ASSERT(domain->dimension > 0);
    enum { FEW_COORDINATES = 4 }; // where vertices are found sooner than programs in integers end
    if (arith != CREASE_EXACT || domain->dimension > FEW_COORDINATES)
        return polyhedron_has_interior(domain, low, high, arith, tolerance);
    sign_judge judge;
    geom_space space;
    geom_cell cell;
    sign_judge_init(&judge, arith, tolerance);
    space_init(&space, domain->dimension, &judge);
    const bool interior = cell_from_domain(&cell, &space, domain);
    space_clear(&space);
    sign_judge_clear(&judge);
    return interior;
}

int crease_domain_is_bounded(const crease_domain *domain)
{
    ASSERT(domain->dimension > 0);
    if (domain_intervals(domain) == domain->dimension)
        return 1;
    sign_judge judge;
    geom_space space;
    geom_cell cell;
    sign_judge_init(&judge, CREASE_EXACT, 0);
    space_init(&space, domain->dimension, &judge);
    bool bounded = !cell_without_vertices(&cell, &space, domain) || cell_is_bounded(&cell, &space);
    space_clear(&space);
    sign_judge_clear(&judge);
    return bounded;
}
