// Regions as visitors see them: maps, points inside.
#include "tree/region.h"
#include "nets.h"
#include "unit.h"

#include <flint/fmpq_vec.h>
#include <flint/fmpz_vec.h>

typedef struct {
    const crease_net *net;
    fmpq *scale; // of each output: the integer map by the rational one; 0: not yet known
    size_t regions;
    bool good;
} inspection;

// The integer map is the rational one, output by output, times a factor of the network's.
static bool integer_map_is_right(const inspection *in, const crease_region *region)
{
    size_t outputs = crease_net_outputs(in->net);
    fmpz *integers = _fmpz_vec_init((slong)(3 * outputs));
    fmpq *row = _fmpq_vec_init(4), *product = row + 3;
    region_integer_map(integers, region);
    bool good = true;
    for (size_t k = 0; k < 3 * outputs; k++) {
        fmpq *scale = in->scale + k / 3;
        if (k % 3 == 0)
            crease_region_map(row, region, k / 3);
        if (fmpq_is_zero(scale) && !fmpq_is_zero(row + k % 3)) {
            fmpq_set_fmpz(scale, integers + k);
            fmpq_div(scale, scale, row + k % 3);
            good &= fmpq_sgn(scale) > 0;
        }
        fmpq_mul(product, scale, row + k % 3);
        good &= fmpz_is_one(fmpq_denref(product)) && fmpz_equal(fmpq_numref(product), integers + k);
    }
    _fmpq_vec_clear(row, 4);
    _fmpz_vec_clear(integers, (slong)(3 * outputs));
    return good;
}

static crease_visit on_region(void *data, const crease_region *region)
{
    inspection *in = data;
    in->good &= crease_region_id(region) == in->regions++;
    in->good &= integer_map_is_right(in, region);
    return CREASE_GO;
}

static void integer_maps(void)
{
    size_t all = 0;
    CASES(k, 150) {
        random_state random = unit_random(17 + k);
        crease_net *net = random_net(&random, 2, 5, 2);
        crease_domain *domain = domain_of(k % 2 ? "-1,3/2,-2,1" : NULL);
        fmpq *scale = _fmpq_vec_init((slong)crease_net_outputs(net));
        inspection in = {.net = net, .scale = scale, .good = true};
        crease_visitor visitor = {.data = &in, .region = on_region};
        crease_counts counts;
        crease_counts_init(&counts, net);
        CU_ASSERT_EQUAL(crease_walk(&counts, net, domain, NULL, &visitor, NULL), CREASE_OK);
        CU_ASSERT(in.good && in.regions == counts.activation_regions);
        all += in.regions;
        _fmpq_vec_clear(scale, (slong)crease_net_outputs(net));
        crease_counts_clear(&counts);
        crease_domain_free(domain);
        crease_net_free(net);
    }
    CU_ASSERT(all > 500);
}

// Points inside: two numbers for each region.
typedef struct {
    fmpq *point;
    size_t regions, room;
} inside_list;

static crease_visit on_inside(void *data, const crease_region *region)
{
    inside_list *list = data;
    if (list->regions == list->room)
        return CREASE_STOP;
    crease_region_interior(list->point + 2 * list->regions++, region);
    return CREASE_GO;
}

static inside_list list_inside(const crease_net *net, const crease_domain *domain,
                               crease_arith arith)
{
    enum { MOST = 2000 };
    inside_list list = {.point = _fmpq_vec_init(2 * MOST), .room = MOST};
    const crease_options options = {.arith = arith, .threads = 1};
    const crease_visitor visitor = {.data = &list, .region = on_inside};
    crease_counts counts;
    crease_counts_init(&counts, net);
    CU_ASSERT(crease_walk(&counts, net, domain, &options, &visitor, NULL) != CREASE_ERROR);
    crease_counts_clear(&counts);
    return list;
}

// Doubles that decide how the mean of the vertices is rounded decide as integers, which exact
// arithmetic uses. Small weights and unit boxes make many means that lie between two decimals.
static void points_inside(void)
{
    size_t all = 0;
    CASES(k, 150) {
        random_state random = unit_random(31 + k);
        crease_net *net = random_net(&random, 2, 5, 1 + k % 3);
        crease_domain *domain = domain_of(k % 3 ? k % 2 ? "0,1,0,1" : "-1,1/4,0,1/8" : NULL);
        inside_list filtered = list_inside(net, domain, CREASE_FILTERED);
        inside_list exact = list_inside(net, domain, CREASE_EXACT);
        CU_ASSERT_EQUAL(filtered.regions, exact.regions);
        for (size_t i = 0; i < 2 * exact.regions; i++)
            CU_ASSERT(fmpq_equal(filtered.point + i, exact.point + i));
        all += exact.regions;
        _fmpq_vec_clear(filtered.point, (slong)(2 * filtered.room));
        _fmpq_vec_clear(exact.point, (slong)(2 * exact.room));
        crease_domain_free(domain);
        crease_net_free(net);
    }
    CU_ASSERT(all > 500);
}

UNIT_MAIN("region", {"integer_maps", integer_maps}, {"points inside", points_inside})
