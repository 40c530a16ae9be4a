// Vertices and volumes in balls, against those in integers, on random and on tied networks.
#include "cutting.h"
#include "exact/rational.h"
#include "nets.h"
#include "tree/region.h"

#include <crease/make.h>
#include <flint/fmpq_vec.h>

enum { MOST = 6 };

typedef struct {
    size_t dimension, vertices, volumes, regions;
} tally;

// Whether a number lies in a ball.
static int holds(const ball *x, const fmpq_t number)
{
    const double part[] = {x->value.high, x->value.low, x->bound};
    fmpq_t sum, next;
    fmpq_init(sum);
    fmpq_init(next);
    for (int i = 0; i < 3; i++) {
        rational_set_double(next, part[i]);
        if (i < 2)
            fmpq_add(sum, sum, next);
    }
    fmpq_sub(sum, sum, number);
    fmpq_abs(sum, sum);
    const int inside = fmpq_cmp(sum, next) <= 0;
    fmpq_clear(sum);
    fmpq_clear(next);
    return inside;
}

static crease_visit compare(void *data, const crease_region *region)
{
    tally *of = data;
    const size_t d = of->dimension;
    fmpq *x = _fmpq_vec_init((slong)d);
    ball volume;
    double nearest[MOST];
    of->regions++;
    for (size_t v = 0; v < crease_region_vertices(region); v++) {
        const ball *at = region_vertex_balls(region, v);
        crease_region_vertex(x, region, v);
        for (size_t c = 0; at && c < d; c++) {
            CU_ASSERT(holds(at + c, x + c));
            CU_ASSERT(at[c].bound < 1e-9);
        }
        of->vertices += at != NULL;
        crease_region_vertex_doubles(nearest, region, v);
        for (size_t c = 0; c < d; c++)
            CU_ASSERT(nearest[c] == rational_double(x + c));
    }
    if (region_volume_ball(&volume, region)) {
        crease_region_volume(x, region);
        CU_ASSERT(crease_region_volume_double(region) == rational_double(x));
        CU_ASSERT(holds(&volume, x));
        of->volumes++;
    }
    _fmpq_vec_clear(x, (slong)d);
    return CREASE_GO;
}

static void compare_all(tally *of, const crease_net *net)
{
    crease_domain *box;
    crease_counts counts;
    const crease_visitor visitor = {.data = of, .region = compare};
    crease_domain_parse_box(&box, "-3,2", of->dimension, NULL);
    crease_counts_init(&counts, net);
    CU_ASSERT(crease_walk(&counts, net, box, NULL, &visitor, NULL) == CREASE_OK);
    crease_counts_clear(&counts);
    crease_domain_free(box);
}

// General weights: nearly all vertices are simple.
static void generic(void)
{
    crease_net *net;
    crease_error error;
    for (size_t d = 2; d <= MOST; d++) {
        const size_t widths[] = {d, 5, 4, 1};
        tally of = {.dimension = d};
        const crease_random how = {.seed = d, .bias_std = "1/2"};
        CU_ASSERT(crease_net_random(&net, widths, 4, &how, &error) == CREASE_OK);
        compare_all(&of, net);
        CU_ASSERT(of.regions > 20 && of.volumes == of.regions);
        crease_net_free(net);
    }
}

// Small integers: several creases meet in one vertex, where volumes in balls must refuse.
static void tied(void)
{
    random_state random = unit_random(48);
    CASES(k, 24) {
        tally of = {.dimension = 2 + (size_t)(k % 3)};
        crease_net *net = random_net_of(&random, of.dimension, 3, 3, random_activation);
        compare_all(&of, net);
        crease_net_free(net);
    }
}

UNIT_MAIN("balls", {"generic", generic}, {"tied", tied})
