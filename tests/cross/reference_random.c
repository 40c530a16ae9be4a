// The reference on random networks, against simpler truths. CREASE_SEED is the first seed.
#include "../ref/random_nets.h"
#include "../ref/ref.h"
#include "../unit/unit.h"

#include "base/memory.h"
#include "net/net.h"
#include <flint/fmpq_vec.h>
#include <inttypes.h>
#include <string.h>

// At the witness of each region the network must agree with the region's map.
static void check_witnesses(const ref_result *result, const crease_net *net)
{
    size_t dimension = result->dimension;
    fmpq *x = _fmpq_vec_init((slong)dimension), *y = _fmpq_vec_init((slong)result->outputs);
    mpq_t found, wanted;
    mpq_inits(found, wanted, NULL);
    for (size_t r = 0; r < result->activation_regions; r++) {
        const ref_region *region = &result->region[r];
        for (size_t j = 0; j < dimension; j++)
            fmpq_set_mpq(x + j, region->witness[j]);
        crease_net_evaluate(y, net, x);
        for (size_t i = 0; i < result->outputs; i++) {
            const mpq_t *row = region->map + i * (dimension + 1);
            ref_row_value(wanted, row, region->witness, dimension);
            fmpq_get_mpq(found, y + i);
            CU_ASSERT(mpq_equal(found, wanted));
        }
    }
    mpq_clears(found, wanted, NULL);
    _fmpq_vec_clear(x, (slong)dimension);
    _fmpq_vec_clear(y, (slong)result->outputs);
}

// The regions of a bounded domain in the plane fill it: none is missing.
static void check_area(const ref_result *result, const random_case *of)
{
    mpq_t sum, area, side;
    mpq_inits(sum, area, side, NULL);
    for (size_t r = 0; r < result->activation_regions; r++) {
        ref_area(area, &result->region[r]);
        CU_ASSERT(mpq_sgn(area) > 0);
        mpq_add(sum, sum, area);
    }
    mpq_set_si(area, 1, 1);
    for (size_t i = 0; i < 2; i++) {
        fmpq_t length;
        fmpq_init(length);
        fmpq_sub(length, of->hi + i, of->lo + i);
        fmpq_get_mpq(side, length);
        mpq_mul(area, area, side);
        fmpq_clear(length);
    }
    CU_ASSERT(mpq_equal(sum, area));
    mpq_clears(sum, area, side, NULL);
}

static int by_place(const void *left, const void *right)
{
    return mpq_cmp(((const ref_region *)left)->witness[0], ((const ref_region *)right)->witness[0]);
}

// On a line the regions are intervals; where two neighbours differ in their map a
// linear region ends.
static void check_line(const ref_result *result)
{
    size_t regions = result->activation_regions, linear = 1;
    ref_region *order = memory_new(regions, sizeof *order);
    memcpy(order, result->region, regions * sizeof *order);
    qsort(order, regions, sizeof *order, by_place);
    for (size_t r = 1; r < regions; r++)
        linear += !ref_numbers_equal(order[r - 1].map, order[r].map, 2 * result->outputs);
    CU_ASSERT_EQUAL(linear, result->linear_regions);
    free(order);
}

// A bounded region has vertices and no directions; an unbounded one without lines
// has both.
static void check_corners(const ref_result *result)
{
    for (size_t r = 0; r < result->activation_regions; r++) {
        const ref_region *region = &result->region[r];
        ref_system points, directions;
        int pointed = ref_corners(&points, &directions, &region->system);
        CU_ASSERT(pointed || !region->bounded);
        CU_ASSERT_EQUAL(region->bounded, pointed && directions.rows == 0);
        CU_ASSERT(!region->bounded || points.rows > result->dimension);
        ref_system_clear(&points);
        ref_system_clear(&directions);
    }
}

static uint64_t first_seed(void)
{
    const char *seed = getenv("CREASE_SEED");
    return seed ? strtoull(seed, NULL, 10) : 1;
}

// Tells which network it was if there is a failure that was not there before.
static void tell_failure(unsigned before, uint64_t seed, const crease_net *net)
{
    if (CU_get_number_of_failures() == before)
        return;
    fprintf(stderr, "seed %" PRIu64 "\n", seed);
    crease_net_write(stderr, net);
}

static void random_nets(void)
{
    for (uint64_t seed = first_seed(), end = seed + 150; seed < end; seed++) {
        unsigned failures = CU_get_number_of_failures();
        random_case of;
        ref_result result;
        random_case_init(&of, seed, 1 + seed % 3);
        ref_count(&result, of.net, of.lo, of.hi);
        check_witnesses(&result, of.net);
        check_corners(&result);
        if (of.lo && of.dimension == 2)
            check_area(&result, &of);
        if (of.dimension == 1)
            check_line(&result);
        CU_ASSERT(result.affine_maps <= result.linear_regions);
        CU_ASSERT(result.linear_regions <= result.activation_regions);
        tell_failure(failures, seed, of.net);
        ref_result_clear(&result);
        random_case_clear(&of);
    }
}

// row = the row of weights from times the map (x, y, z) -> (x + y, y - 2 z).
static void lift_row(fmpq *row, const fmpq *from)
{
    fmpq_set(row, from);
    fmpq_add(row + 1, from, from + 1);
    fmpq_mul_si(row + 2, from + 1, -2);
}

// The network after that map, which is onto the plane.
static crease_net *lifted(const crease_net *net)
{
    crease_net *lift = net_new(3, net->layers);
    for (size_t l = 0; l < net->layers; l++) {
        const net_layer *from = &net->layer[l];
        net_layer *to = &lift->layer[l];
        activation act;
        CU_ASSERT_EQUAL_FATAL(activation_parse(&act, from->act.name, NULL), CREASE_OK);
        net_layer_init(to, l == 0 ? 3 : from->inputs, from->units, act);
        for (size_t unit = 0; unit < from->units; unit++) {
            fmpq_set(to->bias + unit, from->bias + unit);
            if (l == 0)
                lift_row(to->weight + 3 * unit, from->weight + 2 * unit);
        }
        for (size_t k = 0; l > 0 && k < from->units * from->inputs; k++)
            fmpq_set(to->weight + k, from->weight + k);
    }
    net_finish(lift);
    return lift;
}

// Preimages of the regions are the regions of the preimage.
static void lifted_nets(void)
{
    for (uint64_t seed = first_seed(), end = seed + 60; seed < end; seed++) {
        unsigned failures = CU_get_number_of_failures();
        random_case of;
        ref_result plane, space;
        random_case_init(&of, seed, 2);
        crease_net *lift = lifted(of.net);
        ref_count(&plane, of.net, NULL, NULL);
        ref_count(&space, lift, NULL, NULL);
        CU_ASSERT_EQUAL(plane.activation_regions, space.activation_regions);
        CU_ASSERT_EQUAL(plane.linear_regions, space.linear_regions);
        CU_ASSERT_EQUAL(plane.affine_maps, space.affine_maps);
        CU_ASSERT_EQUAL(space.bounded_regions, 0);
        tell_failure(failures, seed, of.net);
        ref_result_clear(&plane);
        ref_result_clear(&space);
        crease_net_free(lift);
        random_case_clear(&of);
    }
}

UNIT_MAIN("reference on random networks", {"random nets", random_nets},
          {"lifted nets", lifted_nets})
