// The reference on random networks, against simpler truths.
#include "../module/unit.h"
#include "../ref/cases.h"
#include "../ref/random_nets.h"
#include "../ref/random_units.h"
#include "../ref/ref.h"

#include "base/memory.h"
#include "net/net.h"
#include <flint/fmpq_vec.h>
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

// At the witness of each region the pieces in force are those of its pattern: ties there are ties
// on all of the region.
static void check_patterns(const ref_result *result, const crease_net *net)
{
    enum { MOST = 4 * RANDOM_WIDEST }; // rows of a layer
    fmpq *y = _fmpq_vec_init(MOST), *z = _fmpq_vec_init(MOST);
    for (size_t r = 0; r < result->activation_regions; r++) {
        const uint32_t *pattern = result->region[r].pattern;
        for (size_t j = 0; j < result->dimension; j++)
            fmpq_set_mpq(y + j, result->region[r].witness[j]);
        for (size_t l = 0; l < result->layers; l++) {
            const net_layer *layer = net->layer + l;
            for (size_t row = 0; row < layer->rows; row++) {
                fmpq_set(z + row, layer->bias + row);
                for (size_t i = 0; i < layer->inputs; i++)
                    fmpq_addmul(z + row, layer->weight + row * layer->inputs + i, y + i);
            }
            for (size_t unit = 0; unit < layer->units; unit++) {
                const activation *act = net_layer_act(layer, unit);
                const fmpq *of_unit = z + layer->unit.row[unit];
                CU_ASSERT_EQUAL(activation_piece(act, of_unit), *pattern++);
                activation_apply(y + unit, act, of_unit);
            }
        }
    }
    _fmpq_vec_clear(y, MOST);
    _fmpq_vec_clear(z, MOST);
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
static void check_generators(const ref_result *result)
{
    for (size_t r = 0; r < result->activation_regions; r++) {
        const ref_region *region = &result->region[r];
        ref_system points, directions;
        bool pointed = ref_generators(&points, &directions, &region->system);
        CU_ASSERT(pointed || !region->bounded);
        CU_ASSERT_EQUAL(region->bounded, pointed && directions.rows == 0);
        CU_ASSERT(!region->bounded || points.rows > result->dimension);
        ref_system_clear(&points);
        ref_system_clear(&directions);
    }
}

static void check_cases(uint64_t cases, unsigned kinds)
{
    SEEDS(seed, cases) {
        random_case of;
        ref_result result;
        random_case_init_with(&of, seed, 1 + seed % 3, kinds);
        ref_count(&result, of.net, of.lo, of.hi);
        check_witnesses(&result, of.net);
        check_patterns(&result, of.net);
        check_generators(&result);
        if (of.lo && of.dimension == 2)
            check_area(&result, &of);
        if (of.dimension == 1)
            check_line(&result);
        CU_ASSERT(result.affine_maps <= result.linear_regions);
        CU_ASSERT(result.linear_regions <= result.activation_regions);
        ref_result_clear(&result);
        random_case_clear(&of);
    }
}

static void random_nets(void)
{
    check_cases(100, 0);
}

static void own_pieces(void)
{
    check_cases(60, RANDOM_PWL);
}

static void maxout(void)
{
    check_cases(100, RANDOM_MAXOUT);
    check_cases(30, RANDOM_MAXOUT | RANDOM_PWL);
    check_cases(30, RANDOM_MIXED | RANDOM_MAXOUT);
}

// ---- Preimages. ----

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
        CU_ASSERT_EQUAL_FATAL(activation_parse(&act, from->act->name, NULL), CREASE_OK);
        net_layer_init(to, l == 0 ? 3 : from->inputs, from->units, act);
        for (size_t row = 0; row < from->rows; row++) {
            fmpq_set(to->bias + row, from->bias + row);
            if (l == 0)
                lift_row(to->weight + 3 * row, from->weight + 2 * row);
        }
        for (size_t k = 0; l > 0 && k < from->rows * from->inputs; k++)
            fmpq_set(to->weight + k, from->weight + k);
    }
    net_finish(lift);
    return lift;
}

// Preimages of the regions are the regions of the preimage.
static void lifted_nets(void)
{
    SEEDS(seed, 60) {
        random_case of;
        ref_result plane, space;
        random_case_init_with(&of, seed, 2, seed % 2 ? RANDOM_MAXOUT : 0);
        crease_net *lift = lifted(of.net);
        ref_count(&plane, of.net, NULL, NULL);
        ref_count(&space, lift, NULL, NULL);
        CU_ASSERT_EQUAL(plane.activation_regions, space.activation_regions);
        CU_ASSERT_EQUAL(plane.linear_regions, space.linear_regions);
        CU_ASSERT_EQUAL(plane.affine_maps, space.affine_maps);
        CU_ASSERT_EQUAL(space.bounded_regions, 0);
        ref_result_clear(&plane);
        ref_result_clear(&space);
        crease_net_free(lift);
        random_case_clear(&of);
    }
}

// ---- A convex function of one variable is the largest of its pieces. ----

// Whether slopes increase strictly: then piece p is in force where the line of piece p is
// the largest, and a tie of two lines is a breakpoint.
static bool is_convex(const activation *act)
{
    bool convex = act->rank == 1 && act->pieces > 1;
    for (size_t p = 1; p < act->pieces && convex; p++)
        convex = fmpq_cmp(act->slope + p - 1, act->slope + p) < 0;
    return convex;
}

// Row p of a unit: slope[p] z + offset[p].
static void spread_unit(net_layer *to, const net_layer *from, size_t unit)
{
    size_t n = from->inputs, pieces = from->act->pieces;
    for (size_t p = 0; p < pieces; p++) {
        size_t row = unit * pieces + p;
        for (size_t i = 0; i < n; i++)
            fmpq_mul(to->weight + row * n + i, from->weight + unit * n + i, from->act->slope + p);
        fmpq_mul(to->bias + row, from->bias + unit, from->act->slope + p);
        fmpq_add(to->bias + row, to->bias + row, from->act->offset + p);
    }
}

static void copy_layer(net_layer *to, const net_layer *from)
{
    for (size_t k = 0; k < from->rows * from->inputs; k++)
        fmpq_set(to->weight + k, from->weight + k);
    for (size_t row = 0; row < from->rows; row++)
        fmpq_set(to->bias + row, from->bias + row);
}

// The network with all convex layers as maxout; *changed is how many these were.
static crease_net *as_maxout(const crease_net *net, size_t *changed)
{
    crease_net *made = net_new(net->inputs, net->layers);
    *changed = 0;
    for (size_t l = 0; l < net->layers; l++) {
        const net_layer *from = &net->layer[l];
        bool convex = is_convex(from->act);
        char name[32];
        snprintf(name, sizeof name, "maxout:%zu", from->act->pieces);
        activation act;
        CU_ASSERT_EQUAL_FATAL(activation_parse(&act, convex ? name : from->act->name, NULL),
                              CREASE_OK);
        net_layer_init(&made->layer[l], from->inputs, from->units, act);
        for (size_t unit = 0; unit < from->units && convex; unit++)
            spread_unit(&made->layer[l], from, unit);
        if (!convex)
            copy_layer(&made->layer[l], from);
        *changed += (size_t)convex;
    }
    net_finish(made);
    return made;
}

static void same_results(const ref_result *a, const ref_result *b)
{
    CU_ASSERT_EQUAL_FATAL(a->activation_regions, b->activation_regions);
    CU_ASSERT_EQUAL(a->bounded_regions, b->bounded_regions);
    CU_ASSERT_EQUAL(a->linear_regions, b->linear_regions);
    CU_ASSERT_EQUAL(a->affine_maps, b->affine_maps);
    for (size_t r = 0; r < a->activation_regions; r++) {
        const ref_region *x = &a->region[r], *y = &b->region[r];
        CU_ASSERT_EQUAL(memcmp(x->pattern, y->pattern, a->units * sizeof *x->pattern), 0);
        CU_ASSERT(ref_numbers_equal(x->map, y->map, a->outputs * (a->dimension + 1)));
    }
}

static void convex_layers(void)
{
    size_t all = 0;
    SEEDS(seed, 150) {
        random_case of;
        ref_result result, other;
        size_t changed;
        random_case_init_with(&of, seed, 1 + seed % 2, seed % 3 ? 0 : RANDOM_PWL);
        crease_net *made = as_maxout(of.net, &changed);
        all += changed;
        ref_count(&result, of.net, of.lo, of.hi);
        ref_count(&other, made, of.lo, of.hi);
        same_results(&result, &other);
        ref_result_clear(&result);
        ref_result_clear(&other);
        crease_net_free(made);
        random_case_clear(&of);
    }
    CU_ASSERT(3 * all > 2 * cases_count(150));
}

UNIT_MAIN("reference on random networks", {"random nets", random_nets}, {"own pieces", own_pieces},
          {"maxout", maxout}, {"lifted nets", lifted_nets}, {"convex layers", convex_layers})
