// Regions neuron by neuron, by three routes: the counters of the walk, those of an observer of
// splits, and the counts of the networks that end with each neuron.
#include "../module/unit.h"
#include "../ref/random_nets.h"
#include "base/memory.h"
#include "net/net.h"
#include <crease/make.h>
#include <crease/regions.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

// Layer `from` with its first units only.
static void first_units(net_layer *layer, const net_layer *from, size_t units)
{
    crease_error error;
    activation *act = memory_new(from->kinds, sizeof *act);
    for (size_t i = 0; i < from->kinds; i++)
        if (activation_parse(act + i, from->act[i].name, &error))
            abort();
    net_layer_init_mixed(layer, from->inputs, units, act, from->kinds, from->unit.kind);
    free(act);
    for (size_t row = 0; row < layer->rows; row++) {
        fmpq_set(layer->bias + row, from->bias + row);
        for (size_t i = 0; i < from->inputs; i++)
            net_layer_weight(layer->weight + row * from->inputs + i, from, row, i);
    }
}

// The network that ends with a unit of a layer.
static crease_net *ended(const crease_net *net, size_t layer, size_t unit)
{
    crease_net *part = net_new(net->inputs, layer + 1);
    for (size_t l = 0; l < layer; l++)
        net_layer_copy(part->layer + l, net->layer + l);
    first_units(part->layer + layer, net->layer + layer, unit + 1);
    net_finish(part);
    return part;
}

static uint64_t regions_of(const crease_net *net, const crease_domain *domain)
{
    crease_error error;
    crease_counts counts;
    crease_counts_init(&counts, net);
    if (crease_walk(&counts, net, domain, NULL, NULL, &error))
        abort();
    crease_counts_clear(&counts);
    return counts.activation_regions;
}

typedef struct {
    const crease_net *net;
    uint64_t *added;
} observer;

static crease_visit on_split(void *data, const crease_split *split)
{
    observer *observed = data;
    size_t neuron = split->unit;
    for (size_t l = 0; l < split->layer; l++)
        neuron += crease_net_width(observed->net, l);
    observed->added[neuron] += split->parts - 1;
    return CREASE_GO;
}

typedef enum { PLAIN, THREADS, EXACT, LINEAR, LISTENED, WAYS } way;

static void count_by(crease_counts *counts, way how, const crease_net *net,
                     const crease_domain *domain, observer *observed)
{
    crease_error error;
    crease_linear_counts linear;
    const crease_visitor visitor = {.data = observed, .split = on_split};
    const crease_options options = {.threads = how == THREADS ? 3 : 1,
                                    .arith = how == EXACT ? CREASE_EXACT : CREASE_FILTERED};
    crease_counts_init(counts, net);
    crease_counts_by_neuron(counts, net);
    if (how == LINEAR
            ? crease_count_linear(counts, &linear, net, domain, &options, &error)
            : crease_walk(counts, net, domain, &options, how == LISTENED ? &visitor : NULL, &error))
        abort();
}

// The walk's counts at the ends of layers, and against the observer's.
static bool hold_together(const crease_counts *counts, const crease_net *net, const uint64_t *added)
{
    uint64_t regions = 1;
    size_t neuron = 0;
    for (size_t l = 0; l < counts->layers; l++) {
        for (size_t unit = 0; unit < crease_net_width(net, l); unit++) {
            regions += added[neuron];
            if (counts->per_neuron[neuron++] != regions)
                return false;
        }
        if (regions != counts->per_layer[l])
            return false;
    }
    return neuron == counts->neurons && regions == counts->activation_regions;
}

static bool routes_agree(const crease_net *net, const crease_domain *domain, bool truncate)
{
    size_t neurons = crease_net_neurons(net) + 1, good = 0, neuron = 0;
    for (size_t l = 0; l < crease_net_hidden(net); l++)
        neurons += crease_net_width(net, l);
    observer observed = {net, memory_new(neurons, sizeof *observed.added)};
    crease_counts counts[WAYS];
    for (way how = WAYS; how-- > PLAIN;) // the observer first
        count_by(counts + how, how, net, domain, &observed);
    for (way how = PLAIN; how < WAYS; how++)
        good += (size_t)hold_together(counts + how, net, observed.added);
    bool same = good == WAYS;
    for (size_t l = 0; truncate && l < counts->layers; l++) {
        for (size_t unit = 0; unit < crease_net_width(net, l); unit++) {
            crease_net *part = ended(net, l, unit);
            same &= regions_of(part, domain) == counts->per_neuron[neuron++];
            crease_net_free(part);
        }
    }
    for (way how = PLAIN; how < WAYS; how++)
        crease_counts_clear(counts + how);
    free(observed.added);
    return same;
}

static bool agree(uint64_t seed, size_t dimension, unsigned kinds)
{
    random_case of;
    random_case_init_with(&of, seed, dimension, kinds);
    crease_domain *domain = random_case_domain(&of);
    bool same = routes_agree(of.net, domain, 1);
    if (!same) {
        fprintf(stderr, "seed %" PRIu64 ", %s: neurons differ on\n", seed,
                crease_domain_text(domain));
        crease_net_write(stderr, of.net);
    }
    crease_domain_free(domain);
    random_case_clear(&of);
    return same;
}

// Cells with more creases than are counted at once, and work that other threads take.
static bool large_agree(uint64_t seed)
{
    static const size_t shape[][4] = {{2, 300, 1}, {2, 40, 40, 1}, {3, 12, 12, 1}};
    bool same = true;
    for (size_t i = 0; i < sizeof shape / sizeof *shape; i++) {
        size_t count = shape[i][3] ? 4 : 3;
        crease_net *net;
        crease_domain *domain;
        crease_error error;
        crease_random how = {.seed = seed, .bias_std = "1/4"};
        if (crease_net_random(&net, shape[i], count, &how, &error) ||
            crease_domain_parse_box(&domain, "-1,1", shape[i][0], &error))
            abort();
        if (!routes_agree(net, domain, 0)) {
            fprintf(stderr, "seed %" PRIu64 ": neurons differ on large network %zu\n", seed, i);
            same = false;
        }
        crease_domain_free(domain);
        crease_net_free(net);
    }
    return same;
}

static void large_networks(void)
{
    CU_ASSERT(large_agree(cases_seed()));
}

static void random_networks(void)
{
    SEEDS(seed, 300) {
        static const unsigned kinds[] = {0, RANDOM_MIXED, RANDOM_MAXOUT, RANDOM_PWL,
                                         RANDOM_MIXED | RANDOM_MAXOUT | RANDOM_PWL};
        const size_t dimension = 1 + seed % 4;
        CU_ASSERT(agree(seed, dimension, dimension < 4 ? kinds[seed / 4 % 5] : 0));
    }
}

UNIT_MAIN("per neuron", {"large networks", large_networks}, {"random networks", random_networks})
