// The outputs over a line, as curves of a chart.
#include "draw/graph.h"
#include "nets.h"
#include "unit.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

static crease_domain *line_of(const char *box)
{
    crease_domain *domain = NULL;
    if (!box)
        return crease_domain_new_space(1);
    CU_ASSERT_EQUAL_FATAL(crease_domain_parse_box(&domain, box, 1, NULL), CREASE_OK);
    return domain;
}

// Crosses and fits; the domain is used until the graph is cleared.
static const crease_picture picture = {.creases = 1};

static void make_graph(graph *curves, const crease_net *net, crease_domain *domain,
                       const crease_options *chosen)
{
    static const crease_options defaults;
    const crease_options *options = chosen ? chosen : &defaults;
    int width = 0, height = 0;
    crease_counts counts;
    crease_error error;
    crease_counts_init(&counts, net);
    graph_init(curves, &picture, net, domain);
    CU_ASSERT(graph_cross(curves, &counts, options, &error) != CREASE_ERROR);
    CU_ASSERT(!counts.activation_regions ||
              counts.activation_regions == curves->line->breakpoints + 1);
    graph_fit(curves, &width, &height);
    CU_ASSERT(width == 800 && height == 500);
    crease_counts_clear(&counts);
}

static void graph_free(graph *curves)
{
    crease_domain_free((crease_domain *)curves->domain);
    graph_clear(curves);
}

static int is_rational(const fmpq *x, slong p, ulong q)
{
    fmpq_t expected;
    fmpq_init(expected);
    fmpq_set_si(expected, p, q);
    int same = fmpq_equal(x, expected);
    fmpq_clear(expected);
    return same;
}

// |x| over the line, [-1, 3], and half-lines.
static void views(void)
{
    static const struct {
        const char *layers, *box;
        slong lo, hi, bottom, top;
        ulong parts; // of 1
    } cases[] = {
        {LAYER("abs", "[[1]]", "[0]"), NULL, -20, 20, -1, 21, 20},
        {LAYER("abs", "[[1]]", "[0]"), "-1,3", -20, 60, -3, 63, 20},
        {LAYER("abs", "[[1]]", "[-2]"), NULL, 0, 80, -2, 42, 20},
        {LAYER("hardtanh", "[[1]]", "[0]"), NULL, -26, 26, -22, 22, 20},
        {LINEAR("[[2]]", "[0]"), NULL, -20, 20, -44, 44, 20},
        {LINEAR("[[0]]", "[0]"), NULL, -20, 20, -20, 20, 20},
        {LINEAR("[[0]]", "[3]"), "0,1", 0, 20, 0, 120, 20},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        crease_net *net = net_with_inputs(1, cases[i].layers);
        graph curves;
        make_graph(&curves, net, line_of(cases[i].box), NULL);
        CU_ASSERT(is_rational(curves.shown.side[0].end, cases[i].lo, cases[i].parts));
        CU_ASSERT(is_rational(curves.shown.side[0].end + 1, cases[i].hi, cases[i].parts));
        CU_ASSERT(is_rational(curves.shown.side[1].end, cases[i].bottom, cases[i].parts));
        CU_ASSERT(is_rational(curves.shown.side[1].end + 1, cases[i].top, cases[i].parts));
        graph_free(&curves);
        crease_net_free(net);
    }
}

// Nine breakpoints at 0, 1, .., 8 and one at a million, which is left out and told of.
static void outliers(void)
{
    crease_net *net = net_with_inputs(1, RELU("[[1],[1],[1],[1],[1],[1],[1],[1],[1],[1]]",
                                              "[0,-1,-2,-3,-4,-5,-6,-7,-8,-1000000]"));
    graph curves;
    make_graph(&curves, net, line_of(NULL), NULL);
    CU_ASSERT_EQUAL(curves.line->breakpoints, 10);
    CU_ASSERT_EQUAL(curves.outside, 1);
    CU_ASSERT(is_rational(curves.shown.side[0].end, -6, 5));
    CU_ASSERT(is_rational(curves.shown.side[0].end + 1, 46, 5));
    CU_ASSERT_EQUAL(curves.points, 11); // nine breakpoints and two ends
    CU_ASSERT_STRING_EQUAL(curves.shown.note[1], "1 outside");
    graph_free(&curves);
    crease_net_free(net);
}

// A half-line ends the view on its bounded side only.
static void half_line(void)
{
    crease_net *net = net_with_inputs(1, RELU("[[1], [1]]", "[-1, -3]"));
    fmpq *row = _fmpq_vec_init(2);
    fmpq_set_si(row, 1, 2);
    crease_domain *domain;
    CU_ASSERT_EQUAL_FATAL(crease_domain_new_polytope(&domain, row, 1, 1, NULL), CREASE_OK);
    graph curves;
    make_graph(&curves, net, domain, NULL);
    CU_ASSERT(is_rational(curves.shown.side[0].end, 0, 1));
    CU_ASSERT(is_rational(curves.shown.side[0].end + 1, 69, 20)); // 3 and 3/20 of it
    CU_ASSERT_EQUAL_FATAL(curves.shown.curve[0].points, 4);
    CU_ASSERT_EQUAL(curves.shown.curve[0].point[0].x, 0);
    CU_ASSERT_EQUAL(curves.shown.curve[0].point[3].x, 1);
    graph_free(&curves);
    _fmpq_vec_clear(row, 2);
    crease_net_free(net);
}

// Stopped before the first region there is still a view.
static void nothing(void)
{
    volatile sig_atomic_t interrupt = 1;
    crease_options options = {.interrupt = &interrupt};
    crease_net *net = net_with_inputs(1, RELU("[[1]]", "[0]"));
    graph curves;
    make_graph(&curves, net, line_of(NULL), &options);
    CU_ASSERT_EQUAL(curves.points, 0);
    for (int side = 0; side < 2; side++) {
        const axis *along = curves.shown.side + side;
        CU_ASSERT(fmpq_cmp(along->end, along->end + 1) < 0);
    }
    graph_free(&curves);
    crease_net_free(net);
}

// relu(x) + relu(relu(x) - 1): each crease is drawn once, in its own layer.
static void creases(void)
{
    crease_net *net = net_with_inputs(1, RELU("[[1]]", "[0]") "," RELU("[[1]]", "[-1]"));
    graph curves;
    make_graph(&curves, net, line_of("-1,3"), NULL);
    static const char *const names[] = {"output 1", "layer 1", "layer 2"};
    CU_ASSERT_EQUAL_FATAL(curves.shown.curves, 3);
    for (size_t i = 0; i < 3; i++)
        CU_ASSERT_STRING_EQUAL(curves.shown.curve[i].name, names[i]);
    CU_ASSERT(curves.shown.curve[1].points == 1 && curves.shown.curve[1].point[0].x == 0.25);
    CU_ASSERT(curves.shown.curve[2].points == 1 && curves.shown.curve[2].point[0].x == 0.5);
    graph_free(&curves);
    crease_net_free(net);
}

// The value that the place y of the view stands for, to 60 bits.
static void from_view(fmpq_t value, const axis *along, double y)
{
    fmpz_t scale;
    fmpz_init(scale);
    fmpz_set_d(scale, ldexp(y, 60));
    fmpq_sub(value, along->end + 1, along->end);
    fmpq_mul_fmpz(value, value, scale);
    fmpq_div_2exp(value, value, 60);
    fmpq_add(value, value, along->end);
    fmpz_clear(scale);
}

// At their points the curves are where the network says, up to rounding; the first one that is not
// is reported.
static size_t check_curves(const graph *curves, const crease_net *net)
{
    const axis *along = curves->shown.side + 1;
    fmpq *y = _fmpq_vec_init((slong)crease_net_outputs(net) + 2),
         *error = y + crease_net_outputs(net);
    fmpq *bound = error + 1;
    size_t wrong = 0;
    fmpq_sub(bound, along->end + 1, along->end);
    fmpq_div_2exp(bound, bound, 50);
    for (size_t i = 0; i < curves->points; i++) {
        crease_net_evaluate(y, net, curves->point[i].row);
        for (size_t output = 0; output < crease_net_outputs(net); output++) {
            const chart_point *p = curves->shown.curve[output].point + i;
            from_view(error, along, p->y);
            fmpq_sub(error, error, y + output);
            fmpq_abs(error, error);
            wrong += !(p->x >= (i ? p[-1].x : 0) && p->x <= 1) || fmpq_cmp(error, bound) >= 0 ||
                     !fmpq_equal(curves->point[i].row + output + 1, y + output);
        }
    }
    _fmpq_vec_clear(y, (slong)crease_net_outputs(net) + 2);
    return wrong;
}

static void random_networks(void)
{
    static const char *const boxes[] = {NULL, "-1,1", "-1e300,1e-300", "1/3,1/2"};
    const uint64_t seed = 20260709;
    random_state random;
    random_seed(&random, seed);
    CASES(round, 200) {
        crease_net *net = random_net(&random, 1, 5, 3);
        graph curves;
        make_graph(&curves, net, line_of(boxes[round % 4]), NULL);
        const chart_curve *first = curves.shown.curve;
        size_t wrong = check_curves(&curves, net);
        if (wrong || first->point[0].x != 0 || first->point[curves.points - 1].x != 1) {
            printf("seed %" PRIu64 ", round %d: %zu points are wrong\n", seed, round, wrong);
            CU_FAIL_FATAL("a curve is not the network's");
        }
        graph_free(&curves);
        crease_net_free(net);
    }
}

UNIT_MAIN("graph", {"views", views}, {"outliers", outliers}, {"half line", half_line},
          {"nothing", nothing}, {"creases", creases}, {"random networks", random_networks})
