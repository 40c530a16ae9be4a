// Counts by several numbers of threads, for tests.
#ifndef TESTS_WALK_THREADS_H
#define TESTS_WALK_THREADS_H

#include "atlas.h"
#include "unit.h"
#include <stdbool.h>

// ---- Networks. ----

static inline crease_net *he_net(const char *architecture, const char *act, uint64_t seed)
{
    size_t *widths, count;
    crease_net *net;
    const crease_random how = {.bias_std = "0.2", .activation = act, .seed = seed};
    if (crease_widths_parse(&widths, &count, architecture, NULL) != CREASE_OK ||
        crease_net_random(&net, widths, count, &how, NULL) != CREASE_OK)
        abort();
    free(widths);
    return net;
}

// Small integers: many creases meet in a point or lie on each other.
static inline crease_net *integer_net(const char *act, size_t layers, size_t width, int range,
                                      uint64_t seed)
{
    random_state random;
    random_seed(&random, seed);
    crease_net *net = net_new(2, layers);
    for (size_t l = 0; l < layers; l++) {
        activation of_layer;
        if (activation_parse(&of_layer, act, NULL) != CREASE_OK)
            abort();
        size_t inputs = l ? width : 2;
        net_layer *layer = net->layer + l;
        net_layer_init(layer, inputs, width, of_layer);
        for (size_t i = 0; i < width * inputs; i++)
            fmpq_set_si(layer->weight + i, (slong)random_between(&random, -range, range), 1);
        for (size_t j = 0; j < width; j++)
            fmpq_set_si(layer->bias + j, (slong)random_between(&random, -2 * range, 2 * range), 1);
    }
    net_finish(net);
    return net;
}

// ---- The counts do not depend on the threads. ----

static inline void count_by(crease_counts *counts, const crease_net *net,
                            const crease_domain *domain, crease_arith arith, size_t threads)
{
    const crease_options options = {.arith = arith, .threads = threads};
    crease_counts_init(counts, net);
    CU_ASSERT_EQUAL(crease_walk(counts, net, domain, &options, NULL, NULL), CREASE_OK);
    CU_ASSERT_EQUAL(counts->threads, threads);
}

static inline crease_visit pass_by(void *data, const crease_region *region)
{
    uint64_t *regions = data;
    *regions += crease_region_id(region) == *regions;
    return CREASE_GO;
}

// The walk that shows regions takes one thread: it is not cut into tasks.
static inline bool agrees_with_visits(const crease_counts *counts, const crease_net *net,
                                      const crease_domain *domain)
{
    uint64_t regions = 0;
    crease_counts shown;
    const crease_visitor visitor = {.data = &regions, .region = pass_by};
    crease_counts_init(&shown, net);
    crease_walk(&shown, net, domain, NULL, &visitor, NULL);
    bool same = same_counts(&shown, counts) && regions == counts->activation_regions;
    crease_counts_clear(&shown);
    return same;
}

// Cells that are entered: those of all layers before the last. A walker returns work each time it
// has entered 1024.
static inline uint64_t cells_entered(const crease_counts *counts)
{
    uint64_t cells = 1;
    for (size_t l = 0; l + 1 < counts->layers; l++)
        cells += counts->per_layer[l];
    return cells;
}

// Takes the network.
static inline void any_threads(crease_net *net, const char *box, crease_arith arith, uint64_t least)
{
    static const size_t threads[] = {2, 3, 5, 7};
    crease_domain *domain = domain_of(box);
    crease_counts one;
    count_by(&one, net, domain, arith, 1);
    CU_ASSERT(cells_entered(&one) >= least);
    static size_t next; // a share of the cases takes turns
    for (size_t left = cases_count(sizeof threads / sizeof *threads); left--; next++) {
        crease_counts several;
        count_by(&several, net, domain, arith, threads[next % (sizeof threads / sizeof *threads)]);
        CU_ASSERT(same_counts(&one, &several));
        CU_ASSERT_EQUAL(one.decided_float, several.decided_float);
        CU_ASSERT_EQUAL(one.decided_exact, several.decided_exact);
        crease_counts_clear(&several);
    }
    CU_ASSERT(agrees_with_visits(&one, net, domain));
    crease_counts_clear(&one);
    crease_domain_free(domain);
    crease_net_free(net);
}

#endif
