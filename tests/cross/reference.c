// The reference itself against counts that are known from theorems or by hand.
#include "../module/unit.h"
#include "../ref/ref.h"

#include "base/memory.h"
#include <flint/fmpq_vec.h>
#include <string.h>

// Expected counts; 0 for bounded means "none".
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
    if (crease_net_parse(&net, json, strlen(json), "test", NULL, &error) != CREASE_OK)
        fprintf(stderr, "%s\n", crease_error_text(message, sizeof message, &error));
    CU_ASSERT_PTR_NOT_NULL_FATAL(net);
    free(json);
    return net;
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
    ref_result_clear(&result);
    _fmpq_vec_clear(lo, (slong)dimension);
    _fmpq_vec_clear(hi, (slong)dimension);
    crease_net_free(net);
}

#define ONE_LAYER(INPUTS, ACTIVATION, WEIGHTS, BIAS, OUTPUT)                      \
    "{'inputs': " INPUTS ", 'layers': [{'weights': [" WEIGHTS "], 'bias': [" BIAS \
    "], 'activation': '" ACTIVATION "'}, {'weights': [[" OUTPUT                   \
    "]], 'bias': [0], 'activation': 'linear'}]}"

// Zaslavsky: n hyperplanes in general position in R^d make sum_{j<=d} C(n,j)
// regions, C(n-1,d) of them bounded; any output layer without zeros keeps them apart.
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

// Three lines through a point, then moved apart by less than a double can represent.
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
    // A line that touches the box in a generator.
    check(ONE_LAYER("2", "relu", "[1,1]", "-2", "1"), (int[]){-1, 1}, (expected){1, 1, 1, 1});
    // The same line three times, once reversed, and a unit that is constant.
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
static void generator_contact(void)
{
    check("{'inputs': 2, 'layers': [{'weights': [[-1,0],[0,1],[1,0],[0,-1]], 'bias': [0,0,0,0],"
          "'activation': 'relu'}, {'weights': [[1,0,0,0],[1,-1,0,0],[0,0,1,0],[0,0,1,-1]],"
          "'bias': [0,0,0,0], 'activation': 'relu'}, {'weights': [[1,-1,1,-1]], 'bias': [0],"
          "'activation': 'linear'}]}",
          NULL, (expected){6, 0, 6, 5});
}

// An output layer of zeros leaves one linear region.
static void zero_output_layer(void)
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

// ---- Maxout. ----

#define MAXOUT(K, WEIGHTS, BIAS) ONE_LAYER("2", "maxout:" K, WEIGHTS, BIAS, "1")

// Rows 2 p x - |p|^2: the row of the nearest point p attains the maximum, so the regions are the
// cells of a Voronoi diagram.
static void nearest_points(void)
{
    // Four generators of a square, and its center: four cells unbounded, a square in the middle.
    const char *five = "[2,2],[-2,2],[0,0],[-2,-2],[2,-2]", *bias = "-2,-2,0,-2,-2";
    char text[400];
    snprintf(text, sizeof text, MAXOUT("5", "%s", "%s"), five, bias);
    check(text, NULL, (expected){5, 1, 5, 5});
    check(text, (int[]){-1, 0}, (expected){2, 2, 2, 2}); // the center's and one generator's
    // Without the center: four quadrants that meet in a point.
    check(MAXOUT("4", "[2,2],[-2,2],[-2,-2],[2,-2]", "-2,-2,-2,-2"), NULL, (expected){4, 0, 4, 4});
    // Nine points of a grid: nine cells, one bounded.
    check(MAXOUT("9", "[-2,-2],[-2,0],[-2,2],[0,-2],[0,0],[0,2],[2,-2],[2,0],[2,2]",
                 "-2,-1,-2,-1,0,-1,-2,-1,-2"),
          NULL, (expected){9, 1, 9, 9});
}

// One unit has as many regions as rows that attain the maximum on an open set; equal rows count
// once.
static void equal_rows(void)
{
    check(MAXOUT("3", "[1,0],[1,0],[1,0]", "2,2,2"), NULL, (expected){1, 0, 1, 1});
    check(MAXOUT("3", "[1,0],[-1,0],[1,0]", "0,0,0"), NULL, (expected){2, 0, 2, 2});
    check(MAXOUT("3", "[1,0],[1,0],[-1,0]", "1,0,0"), NULL, (expected){2, 0, 2, 2});
    // All tie along a line: the steepest attain the maximum, one on each side.
    check(MAXOUT("4", "[1,0],[2,0],[-3,0],[0,0]", "0,0,0,0"), NULL, (expected){2, 0, 2, 2});
    // Three meet in a point; then the third is less there by almost nothing, or more.
    check(MAXOUT("3", "[1,0],[0,1],[-1,-1]", "0,0,0"), NULL, (expected){3, 0, 3, 3});
    check(MAXOUT("3", "[1,0],[-1,0],[0,0]", "0,0,'-1e-200'"), NULL, (expected){2, 0, 2, 2});
    check(MAXOUT("3", "[1,0],[-1,0],[0,0]", "0,0,'1e-200'"), NULL, (expected){3, 0, 3, 3});
}

// Several units: their ties cross.
static void several_units(void)
{
    check(ONE_LAYER("2", "maxout:2", "[1,0],[0,1],[1,1],[0,0]", "0,0,0,0", "1,3"), NULL,
          (expected){4, 0, 4, 4});
    // Tropical lines: each unit has three rays from its center, to the left, down, and along
    // (1,1), and any two units' rays cross once. With 3 centers, 3 crossings and 9 ends at
    // infinity Euler counts 10 regions, and 9 if the crossings are one point.
#define LINES "[1,0],[0,1],[0,0],[1,0],[0,1],[0,0],[1,0],[0,1],[0,0]"
    check(ONE_LAYER("2", "maxout:3", LINES, "0,0,0,-5,-1,0,-2,-7,0", "1,10,100"), NULL,
          (expected){10, 1, 10, 10});
    check(ONE_LAYER("2", "maxout:3", LINES, "0,0,0,-5,-1,0,-1,-7,0", "1,10,100"), NULL,
          (expected){9, 0, 9, 9});
}

// If both inputs of the maximum are 0, they are one form, and the first attains it.
static void ties_on_a_cell(void)
{
    const char *text = "{'inputs': 2, 'layers': [{'weights': [[1,0],[0,1]], 'bias': [0,0],"
                       "'activation': 'relu'}, {'weights': [[1,0],[0,1]], 'bias': [0,0],"
                       "'activation': 'maxout:2'}]}";
    const uint32_t wanted[5][3] = {{0, 0, 0}, {0, 1, 1}, {1, 0, 0}, {1, 1, 0}, {1, 1, 1}};
    check(text, NULL, (expected){5, 0, 3, 3});
    crease_net *net = net_from(text);
    ref_result result;
    ref_count(&result, net, NULL, NULL);
    for (size_t r = 0; r < 5 && r < result.activation_regions; r++)
        CU_ASSERT_EQUAL(memcmp(result.region[r].pattern, wanted[r], sizeof wanted[r]), 0);
    CU_ASSERT_EQUAL(result.per_layer[0], 4);
    CU_ASSERT_EQUAL(result.per_layer[1], 5);
    ref_result_clear(&result);
    crease_net_free(net);
}

// Pieces of one's own: a staircase of strips, crossed by another.
static void own_pieces(void)
{
    check(ONE_LAYER("2", "pwl:-2,-1,0,1,2;0,1,0,1,0,1", "[1,0]", "0", "1"), NULL,
          (expected){6, 0, 6, 6});
    check(ONE_LAYER("2", "pwl:-2,-1,0,1,2;0,1,0,1,0,1", "[1,0],[0,1]", "0,0", "1,100"), NULL,
          (expected){36, 16, 36, 36});
    // Equal slopes: pieces, but one linear region.
    check(ONE_LAYER("2", "pwl:-1,1;2,2,2;5", "[1,0]", "0", "1"), NULL, (expected){3, 0, 1, 1});
}

UNIT_MAIN("reference", {"nearest points", nearest_points}, {"equal rows", equal_rows},
          {"several units", several_units}, {"ties on a cell", ties_on_a_cell},
          {"own pieces", own_pieces}, {"arrangements", arrangements}, {"strips", strips},
          {"near degenerate", near_degenerate}, {"lattice", lattice},
          {"generator contact", generator_contact}, {"zero output layer", zero_output_layer},
          {"sawtooth", sawtooth}, {"zigzag", zigzag}, {"lower piece", lower_piece})
