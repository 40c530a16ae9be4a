// One line: its data, its part of a domain, crossings.
#include "lines.h"
#include "unit.h"

// ---- The part of a line that lies in a domain, and points that do not ----

static crease_net *net_of_two(void)
{
    return net_of(RELU("[[1, 0], [0, 1]]", "[0, 0]") "," LINEAR("[[1, 1]]", "[0]"));
}

static void check_refused(const crease_domain *domain, const char *text, const char *where,
                          const char *message)
{
    crease_net *net = net_of_two();
    crease_error error = {0};
    crease_line *line;
    fmpq *points = points_of(text, 2, 2);
    CU_ASSERT_EQUAL(crease_line_cross(&line, net, domain, points, points + 2, NULL, NULL, &error),
                    CREASE_ERROR);
    CU_ASSERT_STRING_EQUAL(error.where, where);
    CU_ASSERT_STRING_EQUAL(error.message, message);
    _fmpq_vec_clear(points, 4);
    crease_net_free(net);
}

static crease_domain *triangle(void)
{
    crease_domain *domain;
    crease_error error;
    fmpq *inequalities = points_of("1,0,0;0,1,0;-1,-1,1", 3, 3);
    if (crease_domain_new_polytope(&domain, inequalities, 3, 2, &error))
        abort();
    _fmpq_vec_clear(inequalities, 9);
    return domain;
}

static void refused(void)
{
    crease_domain *box = domain_of("-1,1,0,2"), *three = crease_domain_new_space(3);
    crease_domain *generator = triangle();
    check_refused(NULL, "1,2;1,2", "to", "expected two different points, found the same one twice");
    check_refused(box, "0,0;3/2,1", "to", "expected a point of the domain, [-1, 1] x [0, 2]");
    check_refused(box, "0,-1/3;3/2,1", "from", "expected a point of the domain, [-1, 1] x [0, 2]");
    check_refused(generator, "1/2,1/2;1/2,2/3", "to",
                  "expected a point of the domain, polytope of 3 inequalities in R^2");
    check_refused(three, "0,0;1,1", "",
                  "expected a domain in R^2, the network's inputs, found R^3");
    crease_domain_free(generator);
    crease_domain_free(three);
    crease_domain_free(box);
}

static void check_breakpoints(const crease_domain *domain, const char *points, bool whole,
                              const char *expected)
{
    const crease_line_wanted wanted = {.whole_line = whole};
    crease_net *net = net_of_two();
    crease_line *line = line_of(net, domain, points, &wanted, NULL);
    char *text = line_text_of(line);
    CU_ASSERT_STRING_EQUAL(text, expected);
    free(text);
    crease_line_free(line);
    crease_net_free(net);
}

static void check_text(const crease_domain *domain, const char *points, const char *expected)
{
    const crease_line_wanted wanted = {.whole_line = 1};
    crease_net *net = net_of_two();
    crease_line *line = line_of(net, domain, points, &wanted, NULL);
    CU_ASSERT_STRING_EQUAL(line->text, expected);
    crease_line_free(line);
    crease_net_free(net);
}

// Creases x = 0 and y = 0. Points on the border are of the domain.
static void parts(void)
{
    crease_domain *box = domain_of("-1,1,-2,1"), *generator = triangle();
    const char *line = "-1/2,1;1/2,0"; // x = t - 1/2, y = 1 - t
    check_breakpoints(NULL, line, 0, "1/2 0.0:0>1");
    check_breakpoints(NULL, line, 1, "1/2 0.0:0>1 1 0.1:1>0");
    check_breakpoints(box, line, 0, "1/2 0.0:0>1");
    check_breakpoints(box, line, 1, "1/2 0.0:0>1 1 0.1:1>0");
    check_breakpoints(box, "-1,-1;1,-1/2", 1, "1/2 0.0:0>1"); // y = 0 would be at t = 2
    check_breakpoints(generator, "0,1;1,0", 1, "");
    check_breakpoints(generator, "1/4,1/4;1/2,1/4", 1, "");
    check_text(box, "-1,-1;1,-1/2", "[0, 1] on a line in R^2");
    check_text(box, "-1/3,0;1/3,1/2", "[-1, 2] on a line in R^2");
    check_text(generator, "1/4,1/4;1/2,1/4", "[-1, 2] on a line in R^2");
    crease_domain_free(generator);
    crease_domain_free(box);
}

static void rays(void)
{
    crease_domain *half;
    crease_error error;
    fmpq *row = points_of("1,0,1", 3, 1); // x >= -1
    if (crease_domain_new_polytope(&half, row, 1, 2, &error))
        abort();
    check_text(NULL, "1,1;0,0", "R^1 on a line in R^2");
    check_text(half, "0,1;0,2", "R^1 on a line in R^2");
    check_breakpoints(half, "1,1;2,2", 1, "-1 0.0:0>1 0.1:0>1");
    check_breakpoints(half, "2,1;4,3", 1, "-1 0.0:0>1 -1/2 0.1:0>1");
    check_breakpoints(half, "4,3;2,1", 1, "3/2 0.1:1>0 2 0.0:1>0");
    check_breakpoints(half, "2,-2;3,-1", 1, "-2 0.0:0>1 2 0.1:0>1");
    check_breakpoints(half, "2,4;3,5", 1, "-2 0.0:0>1");
    check_breakpoints(half, "3,5;2,4", 1, "3 0.0:1>0");
    _fmpq_vec_clear(row, 3);
    crease_domain_free(half);
}

// With a slice points are in its coordinates: (u, v) -> (v, u) + (1, 0).
static void slices(void)
{
    crease_error error;
    crease_domain *slice = domain_of("-5,5");
    fmpq *points = points_of("1,0;1,1;2,0", 2, 3);
    if (crease_domain_set_slice(slice, points, 3, 2, &error))
        abort();
    check_breakpoints(slice, "-1,-3;1,1", 0, "1/2 0.0:0>1 0.1:0>1");
    check_breakpoints(slice, "-1,-4;1,1", 0, "1/2 0.1:0>1 3/5 0.0:0>1");
    _fmpq_vec_clear(points, 6);
    crease_domain_free(slice);
}

// ---- One line ----

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
    // Ends of the segment are not breakpoints.
    check(RELU("[[1]]", "[0]"), 1, "0;1", NULL, "");
    check(RELU("[[1]]", "[0]"), 1, "-1;0", NULL, "");
    // No hidden layer; no neuron that sees the line.
    check(LINEAR("[[1]]", "[0]"), 1, "0;1", NULL, "");
    check(RELU("[[0]]", "[0]"), 1, "0;1", &whole, "");
}

// relu(x) - relu(x), and a unit whose output is not used: no bend.
static void bends(void)
{
    static const crease_line_wanted wanted = {.linear = 1};
    crease_net *net = net_with_inputs(
        1, RELU("[[1], [1], [1], [1]]", "[0, 0, -1, -2]") "," LINEAR("[[1, -1, 0, 1]]", "[0]"));
    crease_line *line = line_of(net, NULL, "-1;3", &wanted, NULL);
    CU_ASSERT_EQUAL(line->breakpoints, 3);
    CU_ASSERT(!line->bends[0] && !line->bends[1]);
    CU_ASSERT(line->bends[2]);
    CU_ASSERT_EQUAL(crease_line_linear_regions(line), 2);
    CU_ASSERT_EQUAL(line->transitions, 4);
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
    size_t count = line[0]->breakpoints;
    CU_ASSERT(count > 20);
    for (int i = 1; i < 4; i++) {
        CU_ASSERT_EQUAL(line[i]->breakpoints, count);
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
    CU_ASSERT(a->counts.activation_regions > 100);
    CU_ASSERT_STRING_EQUAL(of_a, of_b);
    free(of_a);
    free(of_b);
    crease_line_free(a);
    crease_line_free(b);
    crease_net_free(net);
}

// A limit keeps the first regions.
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
    CU_ASSERT_FALSE(line->counts.complete);
    CU_ASSERT_EQUAL(line->counts.activation_regions, 3);
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

UNIT_MAIN("line", {"refused", refused}, {"parts", parts}, {"rays", rays}, {"slices", slices},
          {"by hand", by_hand}, {"bends", bends}, {"places", places}, {"wide", wide},
          {"limits", limits})
