// Maxout units by routes that must agree, on random networks biased to degeneracy, in one to four
// dimensions.
//
//   reference  the engine against the slow reference: regions, maps, linear regions, layers;
//   arithmetic filtered against exact, one thread against several;
//   pairs      relu, abs and leaky units against maxout:2 of their pieces: no difference at all;
//   unfolded   maxout units against trees of relu units: the same linear regions and maps;
//   envelope   one unit of generic rows against the vertices of its upper envelope;
//   limits     a walk that is stopped has found the first regions.
#include "../module/unit.h"
#include "../ref/envelope.h"
#include "../ref/maxout_nets.h"
#include "../ref/portrait.h"
#include "../ref/random_nets.h"
#include "../ref/versus.h"
#include "base/random.h"
#include "net/net.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    uint64_t seed;
    size_t dimension;
    unsigned kinds;
    random_case of;
    crease_domain *domain;
} trial;

// ---- routes that are given a random network ----

static const char *by_reference(trial *t)
{
    ref_result reference;
    ref_count(&reference, t->of.net, t->of.lo, t->of.hi);
    size_t differences = versus_reference(&reference, t->of.net, t->domain);
    ref_result_clear(&reference);
    return differences ? "the reference differs" : NULL;
}

static const char *compare(trial *t, const crease_net *a_net, const crease_net *b_net,
                           crease_arith a_arith, crease_arith b_arith, bool totals)
{
    portrait a, b;
    portrait_init(&a, a_net, t->domain, a_arith);
    portrait_init(&b, b_net, t->domain, b_arith);
    const char *what = NULL;
    if (!totals)
        what = portrait_difference(&a, &b, 1);
    else if (!a.counts_agree || !b.counts_agree)
        what = "counts of one by different ways";
    else if (a.linear.linear_regions != b.linear.linear_regions ||
             a.linear.affine_maps != b.linear.affine_maps)
        what = "linear regions or maps";
    portrait_clear(&a);
    portrait_clear(&b);
    return what;
}

static const char *arithmetic(trial *t)
{
    return compare(t, t->of.net, t->of.net, CREASE_FILTERED, CREASE_EXACT, 0);
}

static const char *pairs(trial *t)
{
    crease_net *net = maxout_net_of(t->of.net);
    crease_arith arith = t->seed % 2 ? CREASE_FILTERED : CREASE_EXACT;
    const char *what = compare(t, t->of.net, net, arith, CREASE_FILTERED, 0);
    crease_net_free(net);
    return what;
}

static const char *unfolded(trial *t)
{
    crease_net *net = maxout_net_unfolded(t->of.net);
    const char *what = compare(t, t->of.net, net, CREASE_FILTERED, CREASE_FILTERED, 1);
    crease_net_free(net);
    return what;
}

static const char *limits(trial *t)
{
    portrait whole;
    const char *what = NULL;
    portrait_init(&whole, t->of.net, t->domain, CREASE_FILTERED);
    crease_counts counts;
    crease_counts_init(&counts, t->of.net);
    for (uint64_t most = 1; most < whole.regions && !what; most++) {
        crease_options options = {.max_regions = most};
        crease_error error;
        if (crease_walk(&counts, t->of.net, t->domain, &options, NULL, &error) != CREASE_STOPPED ||
            counts.activation_regions != most || counts.complete)
            what = "a limit";
    }
    crease_counts_clear(&counts);
    portrait_clear(&whole);
    return what;
}

// ---- the envelope ----

static crease_net *unit_of_rows(const fmpq *row, size_t rows, size_t d)
{
    char name[32];
    activation act;
    snprintf(name, sizeof name, "maxout:%zu", rows);
    crease_net *net = net_new(d, 1);
    if (activation_parse(&act, name, NULL) != CREASE_OK)
        abort();
    net_layer_init(net->layer, d, 1, act);
    for (size_t r = 0; r < rows; r++) {
        for (size_t c = 0; c < d; c++)
            fmpq_set(net->layer->weight + r * d + c, row + r * (d + 1) + c);
        fmpq_set(net->layer->bias + r, row + r * (d + 1) + d);
    }
    net_finish(net);
    return net;
}

// Every row that has vertices has a region, these many on it, and no other row has one.
static const char *parts_differ(const portrait *of, const size_t *vertices, size_t rows)
{
    size_t region = 0;
    for (size_t row = 0; row < rows; row++) {
        if (!vertices[row])
            continue;
        if (region == of->regions || of->region[region].pattern[0] != row)
            return "the rows that win";
        if (of->region[region].vertices.count != vertices[row])
            return "the vertices of a part";
        region++;
    }
    if (!of->counts_agree || of->linear.linear_regions != of->regions)
        return "counts of one by different ways";
    return region == of->regions ? NULL : "the number of parts";
}

static const char *envelope(trial *t)
{
    enum { MOST_ROWS = 9, MOST_ENTRIES = MOST_ROWS * 5 };
    size_t d = t->dimension, vertices[MOST_ROWS];
    fmpq row[MOST_ENTRIES];
    random_state random;
    random_seed(&random, t->seed);
    size_t rows = d + 1 + random_below(&random, MOST_ROWS - d), entries = rows * (d + 1);
    for (size_t i = 0; i < entries; i++) {
        fmpq_init(row + i);
        fmpq_set_si(row + i, (slong)random_between(&random, -1000, 1000), 7);
    }
    const char *what = NULL;
    if (envelope_vertices(vertices, row, rows, d)) {
        crease_net *net = unit_of_rows(row, rows, d);
        crease_domain *space = crease_domain_new_space(d);
        portrait of;
        portrait_init(&of, net, space, t->seed % 2 ? CREASE_FILTERED : CREASE_EXACT);
        what = parts_differ(&of, vertices, rows);
        portrait_clear(&of);
        crease_domain_free(space);
        crease_net_free(net);
    }
    for (size_t i = 0; i < entries; i++)
        fmpq_clear(row + i);
    return what;
}

// ---- cases ----

static const struct {
    const char *name;
    const char *(*run)(trial *t);
    size_t dimension;
    unsigned kinds;
} routes[] = {
    {"reference", by_reference, 1, RANDOM_MAXOUT},
    {"reference", by_reference, 2, RANDOM_MAXOUT},
    {"reference", by_reference, 3, RANDOM_MAXOUT},
    {"pairs", pairs, 2, 0},
    {"unfolded", unfolded, 2, RANDOM_MAXOUT},
    {"envelope", envelope, 3, 0},
    {"reference", by_reference, 2, RANDOM_MAXOUT | RANDOM_PWL},
    {"arithmetic", arithmetic, 2, RANDOM_MAXOUT},
    {"pairs", pairs, 3, 0},
    {"unfolded", unfolded, 1, RANDOM_MAXOUT},
    {"envelope", envelope, 2, 0},
    {"limits", limits, 2, RANDOM_MAXOUT},
    {"reference", by_reference, 1, RANDOM_MAXOUT | RANDOM_PWL},
    {"reference", by_reference, 4, RANDOM_MAXOUT},
    {"arithmetic", arithmetic, 4, RANDOM_MAXOUT},
    {"pairs", pairs, 1, 0},
    {"unfolded", unfolded, 3, RANDOM_MAXOUT},
    {"envelope", envelope, 4, 0},
    {"envelope", envelope, 1, 0},
};
enum { ROUTES = sizeof routes / sizeof *routes };

static bool agree(uint64_t seed)
{
    size_t route = seed % ROUTES;
    trial t = {.seed = seed, .dimension = routes[route].dimension, .kinds = routes[route].kinds};
    random_case_init_with(&t.of, seed, t.dimension, t.kinds);
    t.domain = random_case_domain(&t.of);
    const char *what = routes[route].run(&t);
    if (what) {
        fprintf(stderr, "seed %" PRIu64 ", %s, %s: %s\n", seed, routes[route].name,
                crease_domain_text(t.domain), what);
        crease_net_write(stderr, t.of.net);
    }
    crease_domain_free(t.domain);
    random_case_clear(&t.of);
    return !what;
}

static void routes_agree(void)
{
    SEEDS(seed, 200)
        CU_ASSERT(agree(seed));
}

UNIT_MAIN("maxout", {"routes agree", routes_agree})
