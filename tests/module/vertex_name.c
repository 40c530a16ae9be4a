// Vertices that cells share by their names, or by the edges that they divide, against those that
// each cell solves for itself: their integers, and the doubles of points.
#include "exact_double.h"
#include "nets.h"
#include "tree/region.h"
#include "unit.h"

#include <flint/fmpq_vec.h>
#include <flint/fmpz_vec.h>
#include <math.h>

typedef struct {
    size_t dimension, vertices, directions;
} tally;

// Whether the doubles of a point are its integers' quotients but for the radius (exact/point.h).
static bool has_its_place(geom_space *space, uint32_t point)
{
    const size_t d = space->dimension;
    const double *place = space_place(space, point), radius = place[d + 1];
    const fmpz *row = space_point_row(space, point);
    size_t divisor = d;
    if (space->point[point].infinite)
        for (size_t c = divisor = 0; c < d; c++)
            divisor = fabs(place[c]) > fabs(place[divisor]) ? c : divisor;
    fmpq *x = _fmpq_vec_init(3), *limit = x + 1, *scale = x + 2;
    bool good = place[d] == !space->point[point].infinite;
    fmpz_abs(fmpq_numref(scale), row + divisor);
    for (size_t c = 0; c < d && radius < INFINITY; c++) {
        exact_double(x, place[c]);
        exact_double(limit, radius);
        fmpq_mul(x, x, scale);
        fmpq_mul(limit, limit, scale);
        fmpq_sub_fmpz(x, x, row + c);
        fmpq_abs(x, x);
        good &= fmpq_cmp(x, limit) <= 0;
    }
    _fmpq_vec_clear(x, 3);
    return good;
}

static crease_visit compare(void *data, const crease_region *region)
{
    tally *of = data;
    geom_space *space = region_space(region);
    const geom_cell *cell = region_corners(region);
    const slong columns = (slong)of->dimension + 1;
    fmpz *own = _fmpz_vec_init(columns);
    shared_vertex **vertex = region_share(region);
    for (size_t g = 0; g < cell->count; g++) {
        const uint32_t point = cell->generator[g].point;
        CU_ASSERT(has_its_place(space, point));
        of->directions += !vertex[g];
        if (!vertex[g])
            continue;
        row_primitive(own, space_point_row(space, point), (size_t)columns);
        CU_ASSERT(_fmpz_vec_equal(own, shared_vertex_row(vertex[g], space, point), columns));
        of->vertices++;
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
        const crease_visitor visitor = {
            .data = &of, .region = compare, .numbers_vertices = k / 4 % 2};
        CU_ASSERT(visit_some(&visitor, 300, net, domain) != CREASE_ERROR);
        crease_domain_free(domain);
        crease_net_free(net);
    }
    CU_ASSERT(of.vertices > 0 && of.directions > 0);
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
