// Vertices that cells share by their names, against those that each cell solves for itself, and
// cones against the forms at hand.
#include "cell/share.h"
#include "nets.h"
#include "tree/region.h"
#include "unit.h"

#include <flint/fmpz_mat.h>
#include <flint/fmpz_vec.h>

typedef struct {
    size_t dimension, vertices, cones;
} tally;

// |det| of the rows of the planes at a generator is that of its cone, which the first cell that had
// it has written.
static void compare_cone(tally *of, geom_space *space, const geom_cell *cell, size_t generator,
                         shared_cone *cone)
{
    const slong d = (slong)of->dimension;
    uint32_t *plane = arena_take(&space->cells, (cell->facets + 2) * sizeof *plane);
    if (cells_are_polygons(space)) {
        plane[0] = cell->generator[generator].plane;
        plane[1] = cell->generator[(generator ? generator : cell->count) - 1].plane;
    } else {
        CU_ASSERT(cell_planes_meeting(plane, cell, generator) == of->dimension);
    }
    fmpz_mat_t matrix;
    fmpz_t determinant;
    fmpz_init(determinant);
    fmpz_mat_init(matrix, d, d);
    for (slong i = 0; i < d; i++)
        _fmpz_vec_set(fmpz_mat_entry(matrix, i, 0), space_primitive_row(space, plane[i]), d);
    fmpz_mat_det(determinant, matrix);
    fmpz_abs(determinant, determinant);
    if (fmpz_is_zero(cone->weight))
        fmpz_set(cone->weight, determinant);
    CU_ASSERT(!fmpz_is_zero(determinant) && fmpz_equal(cone->weight, determinant));
    of->cones++;
    fmpz_clear(determinant);
    fmpz_mat_clear(matrix);
}

static crease_visit compare(void *data, const crease_region *region)
{
    tally *of = data;
    geom_space *space = region_space(region);
    const geom_cell *cell = region_corners(region);
    const slong columns = (slong)of->dimension + 1;
    fmpz *own = _fmpz_vec_init(columns);
    shared_vertex **vertex = region_share(region);
    shared_cone **cone = cell_share_cones(space, cell);
    for (size_t g = 0; g < cell->count; g++) {
        const uint32_t point = cell->generator[g].point;
        if (!vertex[g])
            continue;
        row_primitive(own, space_point_row(space, point), (size_t)columns);
        CU_ASSERT(_fmpz_vec_equal(own, shared_vertex_row(vertex[g], space, point), columns));
        of->vertices++;
        if (cone)
            compare_cone(of, space, cell, g, cone[g]);
    }
    _fmpz_vec_clear(own, columns);
    return CREASE_GO;
}

static crease_domain *any_domain(random_state *random, size_t dimension)
{
    crease_domain *domain;
    if (random_below(random, 3) == 0)
        return crease_domain_new_space(dimension);
    crease_domain_parse_box(&domain, random_below(random, 2) ? "-3,2" : "0,1", dimension, NULL);
    return domain;
}

static void compare_all(activation (*any)(random_state *), uint64_t seed)
{
    random_state random = unit_random(seed);
    tally of = {0};
    CASES(k, 60) {
        of.dimension = 1 + (size_t)(k % 4);
        crease_net *net = random_net_of(&random, of.dimension, 4, 3, any);
        crease_domain *domain = any_domain(&random, of.dimension);
        const crease_visitor visitor = {.data = &of, .region = compare};
        const crease_options options = {.max_regions = 300};
        crease_counts counts;
        crease_counts_init(&counts, net);
        CU_ASSERT(crease_walk(&counts, net, domain, &options, &visitor, NULL) != CREASE_ERROR);
        crease_counts_clear(&counts);
        crease_domain_free(domain);
        crease_net_free(net);
    }
    CU_ASSERT(of.vertices > 0 && of.cones > 0);
}

static void plain(void)
{
    compare_all(random_activation, 61);
}

static void maxout(void)
{
    compare_all(random_any_activation, 62);
}

UNIT_MAIN("vertex_name", {"plain", plain}, {"maxout", maxout})
