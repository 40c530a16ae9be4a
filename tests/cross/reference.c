// The reference itself against counts that are known from theorems or by hand.
#include "../ref/random_nets.h"
#include "../ref/ref.h"
#include "../unit/unit.h"

#include "base/memory.h"
#include "net/net.h"
#include <string.h>

// What is expected of a network; 0 for bounded means "none".
typedef struct {
    size_t activation, bounded, linear, maps;
} expected;

static crease_net *net_from(const char *text)
{
    char *json = memory_copy_text(text);
    for (char *quote = json; (quote = strchr(quote, '\''));)
        *quote = '"';
    crease_net *net = NULL;
    crease_error error;
    char message[1024];
    if (crease_net_parse(&net, json, strlen(json), "test", &error) != CREASE_OK)
        fprintf(stderr, "%s\n", crease_error_text(message, sizeof message, &error));
    CU_ASSERT_PTR_NOT_NULL_FATAL(net);
    free(json);
    return net;
}

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

// Counts on the whole space, or on the box lo <= x_i <= hi.
static void check(const char *text, const int *box, expected e)
{
    crease_net *net = net_from(text);
    size_t dimension = crease_net_inputs(net);
    fmpq *lo = _fmpq_vec_init((slong)dimension), *hi = _fmpq_vec_init((slong)dimension);
    for (size_t i = 0; box && i < dimension; i++) {
        fmpq_set_si(lo + i, box[0], 1);
        fmpq_set_si(hi + i, box[1], 1);
    }
    ref_result result;
    ref_count(&result, net, box ? lo : NULL, hi);
    CU_ASSERT_EQUAL(result.activation_regions, e.activation);
    CU_ASSERT_EQUAL(result.bounded_regions, e.bounded);
    CU_ASSERT_EQUAL(result.linear_regions, e.linear);
    CU_ASSERT_EQUAL(result.affine_maps, e.maps);
    check_witnesses(&result, net);
    ref_result_clear(&result);
    _fmpq_vec_clear(lo, (slong)dimension);
    _fmpq_vec_clear(hi, (slong)dimension);
    crease_net_free(net);
}

#define ONE_LAYER(INPUTS, ACTIVATION, WEIGHTS, BIAS, READ_OUT)                    \
    "{'inputs': " INPUTS ", 'layers': [{'weights': [" WEIGHTS "], 'bias': [" BIAS \
    "], 'activation': '" ACTIVATION "'}, {'weights': [[" READ_OUT                 \
    "]], 'bias': [0], 'activation': 'linear'}]}"

// Zaslavsky: n hyperplanes in general position in R^d make sum_{j<=d} C(n,j)
// regions, C(n-1,d) of them bounded; any read-out without zeros keeps them apart.
static void arrangements(void)
{
    check(ONE_LAYER("2", "relu", "[1,1],[1,2],[1,3]", "1,4,9", "1,1,1"), NULL,
          (expected){7, 1, 7, 7});
    check(ONE_LAYER("2", "relu", "[1,1],[1,2],[1,3],[1,4]", "1,4,9,16", "3,-5,7,11"), NULL,
          (expected){11, 3, 11, 11});
    check(ONE_LAYER("3", "relu", "[1,1,1],[1,2,4],[1,3,9],[1,4,16]", "1,8,27,64", "3,-5,7,11"),
          NULL, (expected){15, 1, 15, 15});
    check(ONE_LAYER("1", "relu", "[1],[1],[-1],[2]", "0,1,2,-7", "3,-5,7,11"), NULL,
          (expected){5, 3, 5, 5});
    // Other activations with one breakpoint make the same cells.
    check(ONE_LAYER("2", "abs", "[1,1],[1,2],[1,3],[1,4]", "1,4,9,16", "3,-5,7,11"), NULL,
          (expected){11, 3, 11, 11});
    check(ONE_LAYER("2", "leaky:-1/3", "[1,1],[1,2],[1,3],[1,4]", "1,4,9,16", "3,-5,7,11"), NULL,
          (expected){11, 3, 11, 11});
}

// Hard-tanh: each unit has a strip; sum_j C(n,j) 2^j regions.
static void strips(void)
{
    check(ONE_LAYER("2", "hardtanh", "[1,0],[0,1]", "0,0", "1,2"), NULL, (expected){9, 1, 9, 9});
    check(ONE_LAYER("2", "hardtanh", "[1,0],[0,1],[1,1]", "0,0,'1/3'", "1,2,7"), NULL,
          (expected){19, 7, 19, 19});
}

// Three lines through a point, then moved apart by less than a double can see.
static void near_degenerate(void)
{
    check(ONE_LAYER("2", "relu", "[1,0],[0,1],[1,1]", "0,0,0", "1,2,5"), NULL,
          (expected){6, 0, 6, 6});
    check(ONE_LAYER("2", "relu", "[1,0],[0,1],[1,1]", "0,0,'1e-200'", "1,2,5"), NULL,
          (expected){7, 1, 7, 7});
    // Parallel lines, then nearly parallel ones.
    check(ONE_LAYER("2", "relu", "[1,1],[1,1]", "0,1", "1,2"), NULL, (expected){3, 0, 3, 3});
    check(ONE_LAYER("2", "relu", "[1,1],[1,'1.00000000000000000001']", "0,1", "1,2"), NULL,
          (expected){4, 0, 4, 4});
    // A line along the border of the box, then just inside it.
    check(ONE_LAYER("2", "relu", "[1,0]", "-1", "1"), (int[]){-1, 1}, (expected){1, 1, 1, 1});
    check(ONE_LAYER("2", "relu", "[1,'1e-200']", "-1", "1"), (int[]){-1, 1},
          (expected){2, 2, 2, 2});
    // A line that touches the box in a corner.
    check(ONE_LAYER("2", "relu", "[1,1]", "-2", "1"), (int[]){-1, 1}, (expected){1, 1, 1, 1});
    // The same line three times, once seen from behind, and a unit that is nothing.
    check(ONE_LAYER("2", "relu", "[1,1],[2,2],[-1,-1],[0,0]", "1,2,-1,0", "1,1,3,1"), NULL,
          (expected){2, 0, 2, 2});
}

// f = max(-y, min(0, -x)) as -relu(x) + relu(-y + relu(x)).
static void lattice(void)
{
    check("{'inputs': 2, 'layers': [{'weights': [[1,0],[0,1],[0,-1]], 'bias': [0,0,0],"
          "'activation': 'relu'}, {'weights': [[1,0,0],[1,-1,1]], 'bias': [0,0],"
          "'activation': 'relu'}, {'weights': [[-1,1]], 'bias': [0], 'activation': 'linear'}]}",
          NULL, (expected){5, 0, 3, 3});
}

// min(relu(-x), relu(y)) + min(relu(x), relu(-y)): zero on two quadrants that
// meet in the origin only, so they stay two linear regions.
static void corner_contact(void)
{
    check("{'inputs': 2, 'layers': [{'weights': [[-1,0],[0,1],[1,0],[0,-1]], 'bias': [0,0,0,0],"
          "'activation': 'relu'}, {'weights': [[1,0,0,0],[1,-1,0,0],[0,0,1,0],[0,0,1,-1]],"
          "'bias': [0,0,0,0], 'activation': 'relu'}, {'weights': [[1,-1,1,-1]], 'bias': [0],"
          "'activation': 'linear'}]}",
          NULL, (expected){6, 0, 6, 5});
}

// A read-out that forgets everything leaves one linear region.
static void zero_read_out(void)
{
    check("{'inputs': 2, 'layers': [{'weights': [[1,0],[0,1],[0,-1]], 'bias': [0,0,0],"
          "'activation': 'relu'}, {'weights': [[-5,1,-1],[-5,-1,1]], 'bias': [1,1],"
          "'activation': 'relu'}, {'weights': [[0,0]], 'bias': [7], 'activation': 'linear'}]}",
          NULL, (expected){10, 2, 1, 1});
}

#define DOUBLING "{'weights': [[2,-2],[4,-4]], 'bias': [0,-2], 'activation': 'relu'},"

// Telgarsky: 2^L pieces on (0, 1), two more on the line; the outer ones agree.
static void sawtooth(void)
{
    const char *two = "{'inputs': 1, 'layers': [{'weights': [[2],[4]], 'bias': [0,-2],"
                      "'activation': 'relu'}," DOUBLING
                      "{'weights': [[1,-1]], 'bias': [0], 'activation': 'linear'}]}";
    const char *three = "{'inputs': 1, 'layers': [{'weights': [[2],[4]], 'bias': [0,-2],"
                        "'activation': 'relu'}," DOUBLING DOUBLING
                        "{'weights': [[1,-1]], 'bias': [0], 'activation': 'linear'}]}";
    check(two, NULL, (expected){6, 4, 6, 5});
    check(two, (int[]){0, 1}, (expected){4, 4, 4, 4});
    check(three, NULL, (expected){10, 8, 10, 9});
    check(three, (int[]){0, 1}, (expected){8, 8, 8, 8});
}

// Serra, Tjandraatmadja, Ramalingam: four pieces over each of four pieces.
static void zigzag(void)
{
    check("{'inputs': 1, 'layers': [{'weights': [[1],[1],[-1]], 'bias': ['-1/2','-3/2','5/2'],"
          "'activation': 'relu'}, {'weights': [['-21/2',7,-7],['-21/2',7,-7],['21/2',-7,7]],"
          "'bias': [17,16,-15], 'activation': 'relu'}, {'weights': [[-3,2,-2]], 'bias': [5],"
          "'activation': 'linear'}]}",
          NULL, (expected){16, 14, 16, 16});
}

// What lies at a breakpoint on a whole cell belongs to the lower piece: for x < 0
// the units of the second layer are -1 and 1, the two breakpoints.
static void lower_piece(void)
{
    const char *text =
        "{'inputs': 2, 'layers': [{'weights': [[1,0],[0,0]], 'bias': [0,1],"
        "'activation': 'relu'}, {'weights': [[1,-1],[1,1]], 'bias': [0,0],"
        "'activation': 'hardtanh'}, {'weights': [[1,1]], 'bias': [0], 'activation': 'linear'}]}";
    const uint32_t wanted[3][4] = {{0, 1, 0, 1}, {1, 1, 1, 2}, {1, 1, 2, 2}};
    check(text, NULL, (expected){3, 0, 3, 3});
    crease_net *net = net_from(text);
    ref_result result;
    ref_count(&result, net, NULL, NULL);
    for (size_t r = 0; r < 3 && r < result.activation_regions; r++)
        CU_ASSERT_EQUAL(memcmp(result.region[r].pattern, wanted[r], sizeof wanted[r]), 0);
    CU_ASSERT_EQUAL(result.per_layer[0], 2);
    CU_ASSERT_EQUAL(result.per_layer[1], 3);
    ref_result_clear(&result);
    crease_net_free(net);
}

// ---- Random networks: the reference against simpler truths. ----

static mpq_t *row_of_map(const ref_result *result, size_t region)
{
    return result->region[region].map;
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

// On a line the regions are intervals; where two neighbours differ in their map a
// linear region ends.
static void check_line(const ref_result *result)
{
    size_t regions = result->activation_regions, linear = 1, *order;
    order = memory_new(regions, sizeof *order);
    for (size_t r = 0; r < regions; r++) {
        size_t place = r;
        for (; place > 0 && mpq_cmp(result->region[order[place - 1]].witness[0],
                                    result->region[r].witness[0]) > 0;
             place--)
            order[place] = order[place - 1];
        order[place] = r;
    }
    for (size_t r = 1; r < regions; r++)
        linear += !ref_numbers_equal(row_of_map(result, order[r - 1]), row_of_map(result, order[r]),
                                     2 * result->outputs);
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

static void random_nets(void)
{
    for (uint64_t seed = 1; seed <= 150; seed++) {
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
        if (CU_get_number_of_failures() > 0) {
            fprintf(stderr, "the first failure was at seed %llu\n", (unsigned long long)seed);
            crease_net_write(stderr, of.net);
            return;
        }
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
    for (uint64_t seed = 1000; seed < 1060; seed++) {
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
        ref_result_clear(&plane);
        ref_result_clear(&space);
        crease_net_free(lift);
        random_case_clear(&of);
    }
}

UNIT_MAIN("reference", {"arrangements", arrangements}, {"strips", strips},
          {"near degenerate", near_degenerate}, {"lattice", lattice},
          {"corner contact", corner_contact}, {"zero read-out", zero_read_out},
          {"sawtooth", sawtooth}, {"zigzag", zigzag}, {"lower piece", lower_piece},
          {"random nets", random_nets}, {"lifted nets", lifted_nets})
