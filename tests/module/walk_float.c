// The walk in doubles: right where nothing is close to a tie, and always ending.
#include "audit.h"
#include "unit.h"

#include <math.h>

static const crease_options in_float = {.arith = CREASE_FLOAT};

static bool is_near(const fmpq_t x, const fmpq_t y)
{
    mpq_t p, q;
    mpq_init(p);
    mpq_init(q);
    fmpq_get_mpq(p, x);
    fmpq_get_mpq(q, y);
    double a = mpq_get_d(p), b = mpq_get_d(q);
    mpq_clear(p);
    mpq_clear(q);
    return fabs(a - b) <= 1e-6 * (1 + fabs(a));
}

static bool same_map(const fmpq *p, const fmpq *q, size_t entries)
{
    bool same = true;
    for (size_t i = 0; i < entries; i++)
        same &= fmpq_equal(p + i, q + i);
    return same;
}

// The same generators from some generator on: rounding may decide which one is the least.
static bool same_vertices(const atlas_region *p, const atlas_region *q)
{
    size_t n = p->vertices;
    for (size_t first = 0; first < (p->bounded ? n : 1); first++) {
        bool same = true;
        for (size_t i = 0; i < n && same; i++)
            for (size_t c = 0; c < 2; c++)
                same &= is_near(p->vertex + 2 * i + c, q->vertex + 2 * ((first + i) % n) + c);
        if (same)
            return true;
    }
    return false;
}

// The same regions, with generators and areas up to rounding, and exactly the same maps.
static bool same_regions(const atlas *exact, const atlas *rounded)
{
    bool good = exact->count == rounded->count;
    for (size_t i = 0; i < exact->count && good; i++) {
        const atlas_region *p = exact->region + i, *q = rounded->region + i;
        good &= compare_patterns(p->pattern, q->pattern, exact->units) == 0 &&
                p->vertices == q->vertices && p->rays == q->rays && p->bounded == q->bounded &&
                same_map(p->map, q->map, 3 * crease_net_outputs(exact->net)) &&
                same_vertices(p, q) && (!p->bounded || is_near(p->area, q->area));
    }
    return good;
}

// Weights of three digits, so that ties are unlikely.
static crease_net *generic_net(random_state *random)
{
    static const char *const activations[] = {"relu", "leaky:1/10", "hardtanh", "linear"};
    static const size_t widths[] = {2, 5, 4, 2};
    crease_net *net = net_new(2, 3);
    for (size_t l = 0; l < 3; l++) {
        net_layer *layer = net->layer + l;
        activation act;
        const char *name = l == 2 ? "linear" : activations[random_below(random, 3)];
        if (activation_parse(&act, name, NULL) != CREASE_OK)
            abort();
        net_layer_init(layer, widths[l], widths[l + 1], act);
        for (size_t k = 0; k < layer->units * layer->inputs; k++)
            fmpq_set_si(layer->weight + k, (slong)random_between(random, -999, 999), 500);
        for (size_t k = 0; k < layer->units; k++)
            fmpq_set_si(layer->bias + k, (slong)random_between(random, -999, 999), 500);
    }
    net_finish(net);
    return net;
}

static void float_agrees(void)
{
    random_state random = unit_random(18);
    CASES(k, 60) {
        crease_net *net = generic_net(&random);
        crease_domain *domain = domain_of(k % 2 ? "-3,2" : NULL);
        atlas exact, rounded;
        atlas_init(&exact, net, domain);
        atlas_walk(&rounded, net, domain, &in_float, 0);
        CU_ASSERT_PTR_NULL(atlas_flaw(&exact));
        CU_ASSERT_EQUAL(rounded.status, CREASE_OK);
        CU_ASSERT(same_regions(&exact, &rounded));
        CU_ASSERT(rounded.counts.decided_float > 0);
        CU_ASSERT_EQUAL(rounded.counts.decided_exact, 0);
        atlas_clear(&exact);
        atlas_clear(&rounded);
        crease_domain_free(domain);
        crease_net_free(net);
    }
}

static void float_walk(const crease_net *net, const char *box, double tolerance)
{
    crease_options options = {.arith = CREASE_FLOAT, .tolerance = tolerance};
    crease_domain *domain = domain_of(box);
    atlas a;
    atlas_walk(&a, net, domain, &options, 0);
    CU_ASSERT_EQUAL(a.status, CREASE_OK);
    CU_ASSERT(a.count >= 1 && a.nested && a.depth == 0);
    CU_ASSERT_EQUAL(a.counts.splits + 1, a.count);
    atlas_clear(&a);
    crease_domain_free(domain);
}

// Whatever the doubles are, the walk ends and every predicate is decided.
static void float_survives_ties(void)
{
    static const double tolerances[] = {0, 1e-300, 1e-15, 1e-3, 0.3, 2};
    random_state random = unit_random(19);
    CASES(k, 300) {
        crease_net *net = random_net(&random, 2, 6, 2);
        float_walk(net, k % 2 ? "-1,1" : NULL, tolerances[k % 6]);
        crease_net_free(net);
    }
}

static void float_survives_sizes(void)
{
    static const char *const nets[] = {
        RELU("[[1e300, 1e300], [1e300, -1e300], [1e300, 1e-300]]", "[1, 1, 1]"),
        RELU("[[1e-300, 1e-300], [1e-300, -1e-300], [1e-300, 1e300]]", "[1, 1e-300, 0]"),
        RELU("[[1e300, 1], [1, 1e300]]", "[-1e300, 1e300]") "," RELU(
            "[[1e300, 1e300], [1e300, -1e300]]",
            "[1e300, -1e300]") "," RELU("[[1e300, -1e300], [1e300, 1e300]]", "[1, 1e-300]"),
        RELU("[[1e-300, 1], [1, 1e-300]]", "[1e-300, -1e-300]") "," RELU(
            "[[1e-300, 1e300], [1e-300, -1e300]]",
            "[1e-300, 1e-300]") "," RELU("[[1e-300, 1e-300], [1e300, 1]]", "[1e-300, 1e-300]"),
        RELU("[[1e400, 1], [1, -1e400]]", "[1e400, 1e-400]") "," RELU("[[1, 1], [1, -1]]",
                                                                      "[-1, 0]"),
        LAYER("hardtanh", "[[1e300, 1e-300], [1e-300, 1e300]]",
              "[1e300, 1e-300]") "," LAYER("abs", "[[1e300, 1e300]]", "[1e-300]"),
    };
    static const char *const boxes[] = {NULL,          "-1,1",           "-1e300,1e300", "0,1e-300",
                                        "1e300,2e300", "-1e-320,1e-320", "-1e400,1e400"};
    for (size_t n = 0; n < sizeof nets / sizeof *nets; n++)
        for (size_t b = 0; b < sizeof boxes / sizeof *boxes; b++) {
            crease_net *net = net_of(nets[n]);
            float_walk(net, boxes[b], 0);
            float_walk(net, boxes[b], 1e-300);
            crease_net_free(net);
        }
}

UNIT_MAIN("walk_float", {"float_agrees", float_agrees},
          {"float_survives_ties", float_survives_ties},
          {"float_survives_sizes", float_survives_sizes})
