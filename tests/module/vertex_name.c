// Vertices that cells share by their names, against those that each cell solves for itself, and
// cones against the forms at hand.
#include "ball_holds.h"
#include "cell/balls.h"
#include "nets.h"
#include "tree/region.h"
#include "unit.h"

#include <flint/fmpq_mat.h>
#include <flint/fmpz_vec.h>

typedef struct {
    size_t dimension, vertices, cones;
} tally;

// The term of a cone in balls, which the first cell that had it has computed, is that of the rows
// at hand, by their inverse.
static void compare_cone(tally *of, ball_cell *balls, size_t generator)
{
    const slong d = (slong)of->dimension;
    const geom_cell *cell = balls->cell;
    geom_space *space = balls->space;
    const shared_cone *cone = balls->cone[generator];
    half_space *facet = arena_take(&space->cells, (cell->facets + 2) * sizeof *facet);
    const fmpz *x =
        shared_vertex_row(balls->vertex[generator], space, cell->generator[generator].point);
    CU_ASSERT(cell_facets_meeting(facet, cell, space, generator) == of->dimension);
    if (!ball_cell_cone(balls, generator))
        return;
    ball value = cone->weight;
    for (slong i = 0; i < d; i++)
        value = ball_multiply(value, cone->height);
    if (!(value.bound < INFINITY))
        return;
    fmpq_mat_t forms, direction, edge;
    fmpq_t term, height, ratio;
    fmpq_init(term);
    fmpq_init(height);
    fmpq_init(ratio);
    fmpq_mat_init(forms, d, d);
    fmpq_mat_init(direction, 1, d);
    fmpq_mat_init(edge, 1, d);
    for (slong i = 0; i < d; i++) {
        const fmpz *row = space_primitive_row(space, facet[i].plane);
        slong first = 0;
        while (fmpz_is_zero(row + first))
            first++;
        for (slong c = 0; c < d; c++) {
            fmpq_set_fmpz(fmpq_mat_entry(forms, i, c), row + c);
            if (fmpz_sgn(row + first) < 0)
                fmpq_neg(fmpq_mat_entry(forms, i, c), fmpq_mat_entry(forms, i, c));
        }
        fmpq_set_si(fmpq_mat_entry(direction, 0, i), ball_direction((size_t)i), 1);
        fmpq_set_fmpz_frac(ratio, x + i, x + d);
        fmpq_addmul(height, ratio, fmpq_mat_entry(direction, 0, i));
    }
    CU_ASSERT(fmpq_mat_inv(forms, forms));
    fmpq_mat_det(term, forms); // of the inverse
    fmpq_abs(term, term);
    fmpq_mat_mul(edge, direction, forms);
    for (slong i = 0; i < d; i++) {
        fmpq_div(ratio, height, fmpq_mat_entry(edge, 0, i));
        fmpq_mul(term, term, ratio);
        fmpq_neg(term, term);
    }
    CU_ASSERT(ball_holds(&value, term));
    of->cones++;
    fmpq_mat_clear(forms);
    fmpq_mat_clear(direction);
    fmpq_mat_clear(edge);
    fmpq_clear(term);
    fmpq_clear(height);
    fmpq_clear(ratio);
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
    ball_cell *balls = cone ? ball_cell_new(space, cell) : NULL;
    if (balls) {
        balls->vertex = vertex;
        balls->cone = cone;
        ball_cell_need_rows(balls);
    }
    for (size_t g = 0; g < cell->count; g++) {
        const uint32_t point = cell->generator[g].point;
        if (!vertex[g])
            continue;
        row_primitive(own, space_point_row(space, point), (size_t)columns);
        CU_ASSERT(_fmpz_vec_equal(own, shared_vertex_row(vertex[g], space, point), columns));
        of->vertices++;
        if (balls)
            compare_cone(of, balls, g);
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
