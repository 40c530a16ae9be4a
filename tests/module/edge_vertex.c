// Vertices from the ends of the edges that they divide, against determinants of their hyperplanes.
#include "cell/edge_vertex.h"

#include "nets.h"
#include "tree/region.h"
#include "unit.h"

#include <flint/fmpz_mat.h>
#include <flint/fmpz_vec.h>

typedef struct {
    size_t dimension, vertices, simple, cofactors;
} tally;

static void odd_part(fmpz_t x)
{
    fmpz_abs(x, x);
    fmpz_tdiv_q_2exp(x, x, fmpz_val2(x));
}

// The odd part of the last cofactor of the hyperplanes in force here, which are d.
static void last_cofactor(fmpz_t odd, geom_space *space, const space_point *defined)
{
    const slong d = (slong)space->dimension;
    fmpz_mat_t matrix;
    fmpz_mat_init(matrix, d, d);
    for (slong i = 0; i < d; i++)
        row_copy(fmpz_mat_entry(matrix, i, 0), space_plane_row(space, defined->through[i]),
                 (size_t)d);
    fmpz_mat_det(odd, matrix);
    odd_part(odd);
    fmpz_mat_clear(matrix);
}

static void compare(tally *of, geom_space *space, shared_vertex *vertex, uint32_t point)
{
    const size_t columns = space->columns;
    const space_point *defined = space->point + point;
    const word_row *words = edge_vertex_integers(vertex, space, point);
    fmpz *row = _fmpz_vec_init((slong)columns), *own = _fmpz_vec_init((slong)columns);
    fmpz_t odd;
    fmpz_init(odd);
    of->vertices++;
    if (words) {
        word_row_get(row, words, columns);
        fmpz_set(odd, row + columns - 1);
        CU_ASSERT(fmpz_sgn(odd) > 0);
        odd_part(odd);
        if (vertex->are_cofactors > 0 && !space->judge->has_ties) {
            last_cofactor(own, space, defined);
            CU_ASSERT(fmpz_equal(own, odd));
        }
        row_primitive(row, row, columns);
        row_primitive(own, space_point_row(space, point), columns);
        CU_ASSERT(_fmpz_vec_equal(row, own, (slong)columns));
        of->simple += defined->count == space->dimension;
        of->cofactors += vertex->are_cofactors > 0;
    }
    fmpz_clear(odd);
    _fmpz_vec_clear(row, (slong)columns);
    _fmpz_vec_clear(own, (slong)columns);
}

static crease_visit compare_all(void *data, const crease_region *region)
{
    tally *of = data;
    geom_space *space = region_space(region);
    const geom_cell *cell = region_corners(region);
    shared_vertex **vertex = region_share(region);
    for (size_t g = 0; g < cell->count; g++)
        if (vertex[g])
            compare(of, space, vertex[g], cell->generator[g].point);
    return CREASE_GO;
}

static void walk(tally *of, crease_net *net, crease_domain *domain)
{
    const crease_visitor visitor = {.data = of, .region = compare_all, .numbers_vertices = 1};
    CU_ASSERT(visit_some(&visitor, 300, net, domain) != CREASE_ERROR);
    crease_domain_free(domain);
    crease_net_free(net);
}

// Weights without zeros, so long that no sign is 0, in units that odd denominators make different.
static crease_net *general_net(random_state *random, size_t inputs,
                               activation (*any)(random_state *))
{
    enum { LAYERS = 3, WIDEST = 5, RANGE = 1 << 30 };
    crease_net *net = net_new(inputs, LAYERS);
    for (size_t l = 0; l < LAYERS; l++) {
        net_layer *layer = net->layer + l;
        const size_t below = l ? net->layer[l - 1].units : inputs;
        net_layer_init(layer, below, 2 + random_below(random, WIDEST - 1), any(random));
        for (size_t i = 0; i < layer->rows * below; i++)
            random_rational(layer->weight + i, random, RANGE);
        for (size_t j = 0; j < layer->rows; j++)
            random_rational(layer->bias + j, random, RANGE);
    }
    net_finish(net);
    return net;
}

static activation any_unit(random_state *random)
{
    static const char *const names[] = {"relu", "abs", "leaky:1/7", "hardtanh"};
    activation act;
    CU_ASSERT(activation_parse(&act, names[random_below(random, 4)], NULL) == CREASE_OK);
    return act;
}

// In general position in a box all vertices are cofactors: no common factor is searched for.
static void in_general_position(void)
{
    tally of = {0};
    SEEDS(seed, 200) {
        random_state random = unit_random(seed);
        crease_domain *domain;
        of.dimension = 3 + random_below(&random, 3);
        crease_net *net = general_net(&random, of.dimension, any_unit);
        crease_domain_parse_box(&domain, "-1,1", of.dimension, NULL);
        walk(&of, net, domain);
    }
    CU_ASSERT(of.simple > 100);
    CU_ASSERT_EQUAL(of.cofactors, of.simple);
}

// A hypercube's opposite: in each vertex more facets meet than there are dimensions.
static crease_domain *cross_polytope(size_t dimension)
{
    const size_t columns = dimension + 1, corners = (size_t)1 << dimension;
    fmpq *row = _fmpq_vec_init((slong)(corners * columns));
    crease_domain *domain;
    for (size_t i = 0; i < corners; i++)
        for (size_t c = 0; c < columns; c++)
            fmpq_set_si(row + i * columns + c, c < dimension && i >> c & 1 ? -1 : 1, 1);
    CU_ASSERT(crease_domain_new_polytope(&domain, row, corners, dimension, NULL) == CREASE_OK);
    _fmpq_vec_clear(row, (slong)(corners * columns));
    return domain;
}

// Directions and degenerate corners have no cofactors, vertices beside them have.
static void in_other_domains(void)
{
    tally of = {0};
    SEEDS(seed, 200) {
        random_state random = unit_random(seed);
        of.dimension = 3 + random_below(&random, 2);
        crease_net *net = general_net(&random, of.dimension, any_unit);
        walk(&of, net,
             random_below(&random, 2) ? cross_polytope(of.dimension)
                                      : crease_domain_new_space(of.dimension));
    }
    CU_ASSERT(of.cofactors > 20);
}

// Small integers, repeated rows, maxout: more hyperplanes than dimensions meet.
static void with_ties(void)
{
    tally of = {0};
    SEEDS(seed, 300) {
        random_state random = unit_random(seed);
        crease_domain *domain;
        of.dimension = 3 + random_below(&random, 2);
        crease_net *net = random_net_of(&random, of.dimension, 4, 3, random_any_activation);
        if (random_below(&random, 3))
            crease_domain_parse_box(&domain, "-1,2", of.dimension, NULL);
        else
            domain = crease_domain_new_space(of.dimension);
        walk(&of, net, domain);
    }
    CU_ASSERT(of.vertices > 100 && of.simple > of.cofactors);
}

UNIT_MAIN("edge_vertex", {"in_general_position", in_general_position},
          {"in_other_domains", in_other_domains}, {"with_ties", with_ties})
