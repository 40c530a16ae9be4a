// One line: networks whose breakpoints are known, and what the options do.
#include "path/line_cross.h"
#include "lines.h"
#include "unit.h"

#include <math.h>

static void check(const char *layers, int inputs, const char *points,
                  const crease_line_wanted *wanted, const char *expected)
{
    crease_net *net = net_with_inputs(inputs, layers);
    crease_line *line = line_of(net, NULL, points, wanted, NULL);
    char *found = line_text_of(line);
    if (strcmp(found, expected))
        printf("\n    found    %s\n    expected %s ", found, expected);
    CU_ASSERT_STRING_EQUAL(found, expected);
    free(found);
    crease_line_free(line);
    crease_net_free(net);
}

#define HARDTANH LAYER("hardtanh", "[[1, 0], [0, 2]]", "[0, 0]") "," LINEAR("[[1, 1]]", "[0]")
#define MAXOUT LAYER("maxout:3", "[[1], [-1], [0]]", "[0, 0, 1]")
#define PWL LAYER("pwl:-1,0,2;0,1,3,-1;0", "[[1]]", "[0]")

static void by_hand(void)
{
    static const crease_line_wanted whole = {.whole_line = 1};
    check(RELU("[[1, 1]]", "[-1]"), 2, "0,0;1,1", NULL, "1/2 0.0:0>1");
    check(RELU("[[1, 1]]", "[-1]"), 2, "1,1;0,0", NULL, "1/2 0.0:1>0");
    check(RELU("[[1, 1]]", "[-1]"), 2, "1,0;2,-1", &whole, "");
    // z = -2 + 4t and 2 (-2 + 4t): saturation at -1 and 1, from below and from above.
    check(HARDTANH, 2, "-2,-2;2,2", NULL, "1/4 0.0:0>1 3/8 0.1:0>1 5/8 0.1:1>2 3/4 0.0:1>2");
    check(HARDTANH, 2, "1/2,2;1/2,-2", NULL, "3/8 0.1:2>1 5/8 0.1:1>0");
    // Both at once.
    check(HARDTANH, 2, "-2,-1;2,1", &whole, "1/4 0.0:0>1 0.1:0>1 3/4 0.0:1>2 0.1:1>2");
    check(PWL, 1, "3;-3", NULL, "1/6 0.0:3>2 1/2 0.0:2>1 2/3 0.0:1>0");
    // |x| is the largest but for 1 between -1 and 1.
    check(MAXOUT, 1, "-2;2", NULL, "1/4 0.0:1>2 3/4 0.0:2>0");
    check(MAXOUT, 1, "0;2", &whole, "-1/2 0.0:1>2 1/2 0.0:2>0");
    check(MAXOUT, 1, "2;0", &whole, "1/2 0.0:0>2 3/2 0.0:2>1");
    // Ends of the segment are no breakpoints.
    check(RELU("[[1]]", "[0]"), 1, "0;1", NULL, "");
    check(RELU("[[1]]", "[0]"), 1, "-1;0", NULL, "");
    // No hidden layer; no neuron that sees the line.
    check(LINEAR("[[1]]", "[0]"), 1, "0;1", NULL, "");
    check(RELU("[[0]]", "[0]"), 1, "0;1", &whole, "");
}

// Tents one after the other: breakpoints are all k / 2^depth.
static void sawtooth(void)
{
    enum { DEPTH = 7 };
    crease_net *net = sawtooth_of(DEPTH);
    for (int arith = CREASE_FILTERED; arith <= CREASE_EXACT; arith++) {
        const crease_line_wanted wanted = {.linear = 1};
        const crease_options options = {.arith = (crease_arith)arith};
        crease_line *line = line_of(net, NULL, "0;1", &wanted, &options);
        CU_ASSERT_EQUAL(crease_line_breakpoints(line), (1 << DEPTH) - 1);
        CU_ASSERT_EQUAL(crease_line_linear_regions(line), 1 << DEPTH);
        fmpq_t t;
        fmpq_init(t);
        for (slong k = 0; k < (1 << DEPTH) - 1; k++) {
            const crease_transition *list;
            fmpq_set_si(t, k + 1, 1);
            fmpq_div_2exp(t, t, DEPTH);
            CU_ASSERT(fmpq_equal(crease_line_at(line, (size_t)k), t));
            CU_ASSERT_EQUAL(crease_line_transitions(&list, line, (size_t)k), 1);
            // k + 1 = odd 2^v: the unit of layer DEPTH - 1 - v
            slong v = 0;
            while (((k + 1) >> v) % 2 == 0)
                v++;
            CU_ASSERT(list->layer == (size_t)(DEPTH - 1 - v) && list->unit == 1);
        }
        for (size_t l = 0; l < DEPTH; l++)
            CU_ASSERT_EQUAL(crease_line_layer_transitions(line, l), 1 << l);
        fmpq_clear(t);
        crease_line_free(line);
    }
    crease_net_free(net);
}

// relu(x) - relu(x), and a unit whose output nobody takes: no bend.
static void bends(void)
{
    static const crease_line_wanted wanted = {.linear = 1};
    crease_net *net = net_with_inputs(
        1, RELU("[[1], [1], [1], [1]]", "[0, 0, -1, -2]") "," LINEAR("[[1, -1, 0, 1]]", "[0]"));
    crease_line *line = line_of(net, NULL, "-1;3", &wanted, NULL);
    CU_ASSERT_EQUAL(crease_line_breakpoints(line), 3);
    CU_ASSERT(!crease_line_bends(line, 0) && !crease_line_bends(line, 1));
    CU_ASSERT(crease_line_bends(line, 2));
    CU_ASSERT_EQUAL(crease_line_linear_regions(line), 2);
    CU_ASSERT_EQUAL(crease_line_all_transitions(line), 4);
    crease_line_free(line);
    crease_net_free(net);
}

// Enclosed breakpoints hold the exact ones, in order; counted ones have the same transitions.
static void places(void)
{
    crease_net *net = net_from_file("data/trained/moons_q4_2-16-16-16-2.json");
    static const crease_options integers = {.arith = CREASE_EXACT};
    static const crease_line_wanted how[] = {{.places = CREASE_LINE_EXACT},
                                             {.places = CREASE_LINE_ENCLOSED},
                                             {.places = CREASE_LINE_ENCLOSED},
                                             {.places = CREASE_LINE_COUNTED}};
    crease_line *line[4];
    for (int i = 0; i < 4; i++)
        line[i] = line_of(net, NULL, "-3/2,-1;5/2,3/2", how + i, i == 2 ? &integers : NULL);
    size_t count = crease_line_breakpoints(line[0]);
    CU_ASSERT(count > 20);
    for (int i = 1; i < 4; i++) {
        CU_ASSERT_EQUAL(crease_line_breakpoints(line[i]), count);
        for (size_t k = 0; k < count && i < 3; k++) {
            double low, high, least, most;
            crease_line_enclosure(&least, &most, line[0], k);
            crease_line_enclosure(&low, &high, line[i], k);
            CU_ASSERT(low <= least && most <= high && high - low < 1e-9);
        }
        for (size_t k = 0; k < count; k++) {
            const crease_transition *a, *b;
            size_t many = crease_line_transitions(&a, line[0], k);
            CU_ASSERT_EQUAL(crease_line_transitions(&b, line[i], k), many);
            CU_ASSERT(!memcmp(a, b, many * sizeof *a));
        }
    }
    for (int i = 0; i < 4; i++)
        crease_line_free(line[i]);
    crease_net_free(net);
}

// Layers so wide that their norms and sums are taken in other ways.
static void wide(void)
{
    static const size_t widths[] = {3, 264, 260, 2};
    static const crease_random how = {.init = "he", .bias_std = "1/10", .seed = 5};
    static const crease_options filtered = {0}, exact = {.arith = CREASE_EXACT};
    crease_net *net;
    crease_error error;
    if (crease_net_random(&net, widths, 4, &how, &error))
        abort();
    crease_line *a = line_of(net, NULL, "-1,0,1/3;1,1/2,0", NULL, &filtered);
    crease_line *b = line_of(net, NULL, "-1,0,1/3;1,1/2,0", NULL, &exact);
    char *of_a = line_text_of(a), *of_b = line_text_of(b);
    CU_ASSERT(crease_line_regions(a) > 100);
    CU_ASSERT_STRING_EQUAL(of_a, of_b);
    free(of_a);
    free(of_b);
    crease_line_free(a);
    crease_line_free(b);
    crease_net_free(net);
}

// A limit leaves the first so many regions.
static void limits(void)
{
    static const crease_line_wanted wanted = {.linear = 1};
    static const crease_options options = {.max_regions = 3};
    crease_net *net = sawtooth_of(3);
    crease_line *line;
    crease_error error;
    fmpq *points = points_of("0;1", 1, 2);
    CU_ASSERT_EQUAL(
        crease_line_cross(&line, net, NULL, points, points + 1, &wanted, &options, &error),
        CREASE_STOPPED);
    CU_ASSERT_FALSE(crease_line_counts(line)->complete);
    CU_ASSERT_EQUAL(crease_line_regions(line), 3);
    char *text = line_text_of(line);
    CU_ASSERT_STRING_EQUAL(text, "1/8 2.1:0>1 1/4 1.1:0>1");
    CU_ASSERT_EQUAL(crease_line_linear_regions(line), 3);
    free(text);
    crease_line_free(line);
    CU_ASSERT_EQUAL(crease_line_cross(&line, net, NULL, points, points, NULL, NULL, &error),
                    CREASE_ERROR);
    CU_ASSERT_PTR_NULL(line);
    _fmpq_vec_clear(points, 2);
    crease_net_free(net);
}

UNIT_MAIN("line_cross", {"by hand", by_hand}, {"sawtooth", sawtooth}, {"bends", bends},
          {"places", places}, {"wide", wide}, {"limits", limits})
