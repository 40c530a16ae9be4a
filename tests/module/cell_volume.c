// Facets of cells, measured: against formulas, and against the volumes of the cells.
#include "cell/volume.h"
#include "cutting.h"
#include "nets.h"
#include "regions/facet_shape.h"

// From a point p inside, a region of d dimensions is pyramids over its facets:
//   d volume = sum over facets of volume(facet) distance(p, facet),
// and volume(facet) / |a| and |a| distance = a . p + c are rational.
static crease_visit add_pyramids(void *data, const crease_region *region)
{
    size_t d = *(const size_t *)data;
    fmpq *row = _fmpq_vec_init((slong)d + 1), *inside = _fmpq_vec_init((slong)d);
    fmpq_t sum, square, norm, value;
    fmpq_init(sum);
    fmpq_init(square);
    fmpq_init(norm);
    fmpq_init(value);
    crease_region_interior(inside, region);
    for (size_t f = 0; f < crease_region_facets(region); f++) {
        crease_facet facet;
        crease_region_facet(row, &facet, region, f);
        facet_shape *shape = facet_shape_new(region, region_facet_plane(region, f).plane);
        facet_shapes_common(square, shape, NULL);
        facet_measure_square(square, shape);
        facet_shape_free(shape);
        fmpq_zero(norm);
        fmpq_set(value, row + d);
        for (size_t c = 0; c < d; c++) {
            fmpq_addmul(norm, row + c, row + c);
            fmpq_addmul(value, row + c, inside + c);
        }
        fmpq_div(square, square, norm);
        CU_ASSERT(fmpz_is_square(fmpq_numref(square)) && fmpz_is_square(fmpq_denref(square)));
        fmpz_sqrt(fmpq_numref(square), fmpq_numref(square));
        fmpz_sqrt(fmpq_denref(square), fmpq_denref(square));
        fmpq_addmul(sum, square, value);
    }
    crease_region_volume(value, region);
    fmpq_set_si(norm, (slong)d, 1);
    fmpq_mul(value, value, norm);
    CU_ASSERT(fmpq_equal(sum, value));
    fmpq_clear(sum);
    fmpq_clear(square);
    fmpq_clear(norm);
    fmpq_clear(value);
    _fmpq_vec_clear(row, (slong)d + 1);
    _fmpq_vec_clear(inside, (slong)d);
    return CREASE_GO;
}

static void pyramids(void)
{
    random_state random = unit_random(41);
    CASES(k, 24) {
        size_t d = 3 + (size_t)(k % 2);
        crease_net *net = random_net_of(&random, d, 3, 3, random_activation);
        crease_domain *box;
        crease_counts counts;
        crease_domain_parse_box(&box, "-3,2", d, NULL);
        crease_counts_init(&counts, net);
        crease_visitor visitor = {.data = &d, .region = add_pyramids};
        crease_options options = {.max_regions = 60};
        crease_walk(&counts, net, box, &options, &visitor, NULL);
        CU_ASSERT(counts.activation_regions > 0);
        crease_counts_clear(&counts);
        crease_domain_free(box);
        crease_net_free(net);
    }
}

UNIT_MAIN("cell_volume", {"pyramids", pyramids})
