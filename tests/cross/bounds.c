// Bounds against counts: no network exceeds an upper bound, and networks made for it reach the
// maxima and the lower bounds.
#include "../module/architectures.h"
#include "../module/nets.h"
#include "../module/unit.h"
#include "../ref/random_nets.h"
#include "theory/architecture.h"
#include <crease/make.h>

#include <inttypes.h>

enum { NETWORKS = 400 };

// Whether there are enough cases for every bound to apply, and for some to be reached.
static bool has_all_cases(void)
{
    return cases_count(NETWORKS) >= NETWORKS;
}

static void count_net(crease_counts *counts, crease_linear_counts *linear, const crease_net *net,
                      const crease_domain *domain)
{
    const crease_options options = {.threads = 1};
    crease_error error;
    crease_counts_init(counts, net);
    if (crease_count_linear(counts, linear, net, domain, &options, &error) != CREASE_OK) {
        fprintf(stderr, "%s\n", error.message);
        abort();
    }
}

static uint64_t quantity_of(const crease_counts *counts, const crease_linear_counts *linear,
                            crease_quantity quantity)
{
    return quantity == CREASE_ACTIVATION_REGIONS ? counts->activation_regions
           : quantity == CREASE_BOUNDED_REGIONS  ? counts->bounded_regions
                                                 : linear->linear_regions;
}

// How often each bound applied and was reached.
static size_t applied[64], reached[64];

// Whether the network keeps to every bound on what was counted.
static bool keeps(const crease_net *net, const crease_domain *domain, bool on_space)
{
    crease_counts counts;
    crease_linear_counts linear;
    crease_architecture *a;
    count_net(&counts, &linear, net, domain);
    if (crease_architecture_of_net(&a, net, crease_domain_dimension(domain), NULL)) {
        crease_counts_clear(&counts);
        return crease_net_hidden(net) == 0;
    }
    fmpz_t value;
    fmpz_init(value);
    bool good = true;
    for (size_t i = 0; i < crease_bound_count(); i++) {
        const crease_bound *about = crease_bound_describe(i);
        if (crease_bound_compute(value, i, a).needs || about->domain == CREASE_ON_CUBE ||
            (about->domain == CREASE_ON_SPACE && !on_space))
            continue;
        uint64_t count = quantity_of(&counts, &linear, about->quantity);
        crease_verdict verdict = crease_bound_compare(about, value, count);
        applied[i]++;
        reached[i] += fmpz_equal_ui(value, count) || verdict == CREASE_REACHED;
        if (verdict == CREASE_VIOLATED) {
            fprintf(stderr, "%s: %" PRIu64 " regions\n", about->name, count);
            good = false;
        }
    }
    fmpz_clear(value);
    crease_architecture_free(a);
    crease_counts_clear(&counts);
    return good;
}

static crease_domain *domain_of_case(const random_case *of)
{
    crease_domain *domain;
    if (!of->lo)
        return crease_domain_new_space(of->dimension);
    if (crease_domain_new_box(&domain, of->lo, of->hi, of->dimension, NULL))
        abort();
    return domain;
}

// Cases of these kinds of activations in turn.
static void try_kinds(const unsigned *kinds, size_t count)
{
    SEEDS(seed, NETWORKS) {
        random_case of;
        random_case_init_with(&of, seed, 1 + seed % 3, kinds[seed / 3 % count]);
        crease_domain *domain = domain_of_case(&of);
        test_shows_net(of.net);
        CU_ASSERT(keeps(of.net, domain, !of.lo));
        test_shows_net(NULL);
        crease_domain_free(domain);
        random_case_clear(&of);
    }
}

static void random_networks(void)
{
    static const unsigned kinds[] = {0, 0, RANDOM_PWL, RANDOM_MAXOUT};
    try_kinds(kinds, sizeof kinds / sizeof *kinds);
    // The cases must be meaningful: bounds apply, and some are tight.
    static const char *const general[] = {"patterns", "pieces", "zaslavsky"};
    for (size_t i = 0; i < sizeof general / sizeof *general && has_all_cases(); i++)
        CU_ASSERT(reached[crease_bound_find(general[i])] > 0);
    static const char *const special[] = {"serra", "serra-rank", "maxout-deep"};
    for (size_t i = 0; i < sizeof special / sizeof *special && has_all_cases(); i++)
        CU_ASSERT(applied[crease_bound_find(special[i])] > 0);
}

static void forget(void)
{
    memset(applied, 0, sizeof applied);
    memset(reached, 0, sizeof reached);
}

// Units with activations of their own.
static void mixed_networks(void)
{
    static const unsigned kinds[] = {RANDOM_MIXED, RANDOM_MIXED | RANDOM_MAXOUT,
                                     RANDOM_MIXED | RANDOM_PWL,
                                     RANDOM_MIXED | RANDOM_PWL | RANDOM_MAXOUT};
    forget();
    try_kinds(kinds, sizeof kinds / sizeof *kinds);
    static const char *const tight[] = {"patterns", "pieces", "maxout-deep", "maxout-layer"};
    for (size_t i = 0; i < sizeof tight / sizeof *tight && has_all_cases(); i++)
        CU_ASSERT(reached[crease_bound_find(tight[i])] > 0);
}

// Dense nets of small integers, of which many have the largest number of regions.
static crease_net *dense_net(random_state *random, const size_t *widths, size_t count,
                             const char *name)
{
    crease_net *net = net_new(widths[0], count - 1);
    for (size_t l = 0; l + 1 < count; l++) {
        activation act;
        if (activation_parse(&act, l + 2 < count ? name : "linear", NULL))
            abort();
        net_layer *layer = net->layer + l;
        net_layer_init(layer, widths[l], widths[l + 1], act);
        for (size_t i = 0; i < layer->rows * layer->inputs; i++)
            fmpq_set_si(layer->weight + i, (slong)random_between(random, -30, 30), 1);
        for (size_t i = 0; i < layer->rows; i++)
            fmpq_set_si(layer->bias + i, (slong)random_between(random, -90, 90), 1);
    }
    net_finish(net);
    return net;
}

// A layer of small integers whose units have these activations, one in `linear` of them linear.
static void fill_beside(net_layer *layer, random_state *random, size_t inputs, size_t units,
                        const char *name, uint64_t linear)
{
    activation act[2];
    uint32_t kind[16];
    if (activation_parse(act, name, NULL) || activation_parse(act + 1, "linear", NULL))
        abort();
    for (size_t u = 0; u < units; u++)
        kind[u] = random_below(random, linear) == 0;
    net_layer_init_mixed(layer, inputs, units, act, 2, kind);
    for (size_t i = 0; i < layer->rows * layer->inputs; i++)
        fmpq_set_si(layer->weight + i, (slong)random_between(random, -9, 9), 1);
    for (size_t i = 0; i < layer->rows; i++)
        fmpq_set_si(layer->bias + i, (slong)random_between(random, -30, 30), 1);
}

// What residual connections become: units of one activation and linear ones beside them, some
// layers of linear units only among them.
static void linear_beside(void)
{
    static const char *const names[] = {"relu", "relu", "abs", "hardtanh", "maxout:2", "maxout:3"};
    random_state random;
    random_seed(&random, cases_seed());
    forget();
    for (uint64_t i = 0; i < cases_count(NETWORKS); i++) {
        const char *name = names[random_below(&random, sizeof names / sizeof *names)];
        size_t layers = 1 + random_below(&random, 3), inputs = 1 + random_below(&random, 3);
        crease_net *net = net_new(inputs, layers + 1);
        for (size_t l = 0, from = inputs; l < layers; l++) {
            size_t units = 1 + random_below(&random, 4);
            fill_beside(net->layer + l, &random, from, units, name, 2 + l);
            from = units;
        }
        fill_beside(net->layer + layers, &random, net->layer[layers - 1].units, 1, name, 1);
        net_finish(net);
        crease_domain *space = crease_domain_new_space(inputs);
        test_shows_net(net);
        CU_ASSERT(keeps(net, space, 1));
        test_shows_net(NULL);
        crease_domain_free(space);
        crease_net_free(net);
    }
    static const char *const tight[] = {
        "hanin-rolnick", "zaslavsky",      "zaslavsky-linear", "zaslavsky-bounded", "raghu",
        "montufar-2017", "serra",          "serra-rank",       "hinz-van-de-geer",  "pieces",
        "maxout-pairs",  "parallel-pairs", "maxout-layer",     "maxout-deep"};
    for (size_t i = 0; i < sizeof tight / sizeof *tight && has_all_cases(); i++)
        CU_ASSERT(reached[crease_bound_find(tight[i])] > 0);
}

// The largest count of some random networks, all of which keep to their bounds.
static uint64_t best_of(const size_t *widths, size_t count, const char *name, int tries)
{
    random_state random;
    random_seed(&random, cases_seed());
    uint64_t best = 0;
    for (int i = 0; i < tries; i++) {
        crease_net *net = dense_net(&random, widths, count, name);
        crease_domain *space = crease_domain_new_space(widths[0]);
        crease_counts counts;
        crease_linear_counts linear;
        CU_ASSERT(keeps(net, space, 1));
        count_net(&counts, &linear, net, space);
        if (counts.activation_regions > best)
            best = counts.activation_regions;
        crease_counts_clear(&counts);
        crease_domain_free(space);
        crease_net_free(net);
    }
    return best;
}

// Layers in general position have the maximum of one layer; two units in front of a layer
// allow 3 + 2 n_2, not Serra's 3 (n_2 + 1).
static void maxima(void)
{
    CU_ASSERT_EQUAL(best_of((size_t[]){2, 6, 1}, 3, "relu", 5), 22);
    CU_ASSERT_EQUAL(best_of((size_t[]){3, 5, 1}, 3, "abs", 5), 26);
    CU_ASSERT_EQUAL(best_of((size_t[]){2, 3, 1}, 3, "hardtanh", 20), 19);
    CU_ASSERT_EQUAL(best_of((size_t[]){1, 3, 1}, 3, "hardtanh", 20), 7);
    CU_ASSERT_EQUAL(best_of((size_t[]){1, 2, 1, 1}, 4, "relu", 400), 5);
    CU_ASSERT(best_of((size_t[]){2, 4, 3, 1}, 4, "relu", 100) <= 62);
    CU_ASSERT(best_of((size_t[]){3, 4, 3, 1}, 4, "relu", 50) <= 87);
    CU_ASSERT_EQUAL(best_of((size_t[]){1, 1, 1, 1}, 4, "maxout:2", 400), 4);
    CU_ASSERT_EQUAL(best_of((size_t[]){1, 1, 1}, 3, "maxout:3", 400), 3);
    CU_ASSERT(best_of((size_t[]){1, 1, 1, 1}, 4, "maxout:3", 2000) <= 7);
}

// Maxout units with parallel creases reach the maximum of a layer if these are in general
// position: unit i is the largest of r (x + t_i y) - c_ir for r = 1..k, c_ir convex in r.
static crease_net *maxout_layer(random_state *random, size_t units, size_t k)
{
    char name[32];
    activation act;
    snprintf(name, sizeof name, "maxout:%zu", k);
    crease_net *net = net_new(2, 1);
    if (activation_parse(&act, name, NULL))
        abort();
    net_layer_init(net->layer, 2, units, act);
    for (size_t i = 0; i < units; i++) {
        slong at = (slong)random_between(random, -999, 999), offset = 0;
        for (size_t r = 0; r < k; r++) {
            size_t row = i * k + r;
            fmpq_set_si(net->layer->weight + 2 * row, (slong)r + 1, 1);
            fmpq_set_si(net->layer->weight + 2 * row + 1, (slong)((r + 1) * (i + 1)), 1);
            fmpq_set_si(net->layer->bias + row, -offset, 1);
            at += 1 + (slong)random_below(random, 999);
            offset += at;
        }
    }
    net_finish(net);
    return net;
}

static void maxout_layers(void)
{
    static const struct {
        size_t units, k;
    } made[] = {{2, 3}, {3, 3}, {4, 3}, {3, 4}, {4, 2}};
    size_t index = crease_bound_find("maxout-layer");
    random_state random;
    random_seed(&random, cases_seed());
    for (size_t i = 0; i < sizeof made / sizeof *made; i++) {
        crease_net *net = maxout_layer(&random, made[i].units, made[i].k);
        crease_domain *plane = crease_domain_new_space(2);
        size_t before = reached[index];
        CU_ASSERT(keeps(net, plane, 1));
        CU_ASSERT_EQUAL(reached[index], before + 1);
        crease_domain_free(plane);
        crease_net_free(net);
    }
}

// The networks of data/papers, and a bound that each reaches on the plane.
static void papers(void)
{
    static const struct {
        const char *path, *bound;
    } made[] = {{"data/papers/arrangement_2-4-1.json", "zaslavsky"},
                {"data/papers/arrangement_2-4-1.json", "zaslavsky-linear"},
                {"data/papers/arrangement_2-4-1.json", "zaslavsky-bounded"},
                {"data/papers/hardtanh_2-3-1.json", "parallel-pairs"},
                {"data/papers/hardtanh_2-3-1.json", "pieces"},
                {"data/papers/pascanu_2-4-4-1.json", "pascanu-folds"},
                {"data/papers/pascanu_2-4-4-4-1.json", "pascanu-folds"},
                {"data/papers/montufar_2-4-4-1.json", "montufar-2014"},
                {"data/papers/serra_2-6-4-1.json", "serra-zigzag"},
                {"data/papers/serra_2-6-6-4-1.json", "serra-zigzag"}};
    for (size_t i = 0; i < sizeof made / sizeof *made; i++) {
        size_t index = crease_bound_find(made[i].bound), before = reached[index];
        crease_net *net = net_from_file(made[i].path);
        crease_domain *plane = crease_domain_new_space(2);
        CU_ASSERT(keeps(net, plane, 1));
        CU_ASSERT_EQUAL(reached[index], before + 1);
        crease_domain_free(plane);
        crease_net_free(net);
    }
}

// Shared filters and biases, written out as one layer.
static crease_net *convolution_net(random_state *random, const convolution_shape *of)
{
    size_t windows = (of->length - of->kernel) / of->stride + 1, span = of->kernel * of->channels;
    activation act;
    crease_net *net = net_new(of->length * of->channels, 1);
    if (activation_parse(&act, "relu", NULL))
        abort();
    net_layer_init(net->layer, net->inputs, windows * of->filters, act);
    for (size_t f = 0; f < of->filters; f++) {
        slong bias = (slong)random_between(random, -999, 999);
        for (size_t j = 0; j <= span; j++) {
            slong weight = (slong)random_between(random, -99, 99);
            for (size_t w = 0; w < windows; w++) {
                size_t row = w * of->filters + f, at = w * of->stride * of->channels + j;
                if (j < span)
                    fmpq_set_si(net->layer->weight + row * net->inputs + at, weight, 1);
                fmpq_set_si(net->layer->bias + row, bias, 1);
            }
        }
    }
    net_finish(net);
    return net;
}

static void convolutions(void)
{
    static const convolution_shape shapes[] = {{3, 1, 2, 1, 1}, {3, 1, 2, 2, 1}, {3, 1, 2, 3, 1},
                                               {4, 1, 2, 2, 1}, {4, 1, 3, 3, 1}, {5, 1, 3, 2, 2},
                                               {2, 2, 1, 3, 1}, {3, 1, 1, 2, 2}, {4, 1, 2, 2, 2}};
    random_state random;
    random_seed(&random, cases_seed());
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        crease_architecture *a;
        fmpz_t most;
        fmpz_init(most);
        CU_ASSERT_EQUAL_FATAL(architecture_new_convolution(&a, shapes + i, NULL), CREASE_OK);
        CU_ASSERT_PTR_NULL(crease_bound_compute(most, crease_bound_find("convolution"), a).needs);
        uint64_t best = 0;
        for (int k = 0; k < 4; k++) {
            crease_net *net = convolution_net(&random, shapes + i);
            crease_domain *space = crease_domain_new_space(net->inputs);
            crease_counts counts;
            crease_linear_counts linear;
            count_net(&counts, &linear, net, space);
            CU_ASSERT(fmpz_cmp_ui(most, counts.activation_regions) >= 0);
            if (counts.activation_regions > best)
                best = counts.activation_regions;
            crease_counts_clear(&counts);
            crease_domain_free(space);
            crease_net_free(net);
        }
        if (!fmpz_equal_ui(most, best))
            fprintf(stderr, "%s: %" PRIu64 " regions\n", crease_architecture_text(a), best);
        CU_ASSERT(fmpz_equal_ui(most, best));
        fmpz_clear(most);
        crease_architecture_free(a);
    }
}

UNIT_MAIN("bounds", {"random networks", random_networks}, {"mixed networks", mixed_networks},
          {"linear units beside others", linear_beside}, {"maxima", maxima},
          {"maxout layers", maxout_layers}, {"papers", papers}, {"convolutions", convolutions})
