// Walks shared by several threads: the same counts by any number of them, and none left over.
#include "walk/crew.h"
#include "atlas.h"
#include "unit.h"

#include <pthread.h>
#include <time.h>

// ---- Networks with so many cells that work is handed back again and again. ----

static crease_net *he_net(const char *architecture, const char *act, uint64_t seed)
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
static crease_net *integer_net(const char *act, size_t layers, size_t width, uint64_t seed)
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
            fmpq_set_si(layer->weight + i, (slong)random_between(&random, -1, 1), 1);
        for (size_t j = 0; j < width; j++)
            fmpq_set_si(layer->bias + j, (slong)random_between(&random, -2, 2), 1);
    }
    net_finish(net);
    return net;
}

// ---- Whoever takes part, the counts are the same. ----

static void count_by(crease_counts *counts, const crease_net *net, const crease_domain *domain,
                     crease_arith arith, size_t threads)
{
    const crease_options options = {.arith = arith, .threads = threads};
    crease_counts_init(counts, net);
    CU_ASSERT_EQUAL(crease_walk(counts, net, domain, &options, NULL, NULL), CREASE_OK);
    CU_ASSERT_EQUAL(counts->threads, threads);
}

static crease_visit pass_by(void *data, const crease_region *region)
{
    uint64_t *regions = data;
    *regions += crease_region_id(region) == *regions;
    return CREASE_GO;
}

// The walk that shows regions has no crew: it is not cut into tasks.
static int agrees_with_visits(const crease_counts *counts, const crease_net *net,
                              const crease_domain *domain)
{
    uint64_t regions = 0;
    crease_counts shown;
    const crease_visitor visitor = {.data = &regions, .region = pass_by};
    crease_counts_init(&shown, net);
    crease_walk(&shown, net, domain, NULL, &visitor, NULL);
    int same = same_counts(&shown, counts) && regions == counts->activation_regions;
    crease_counts_clear(&shown);
    return same;
}

// Cells that are entered: those of all layers before the last. A walker hands work back each
// time it has entered 1024.
static uint64_t cells_entered(const crease_counts *counts)
{
    uint64_t cells = 1;
    for (size_t l = 0; l + 1 < counts->layers; l++)
        cells += counts->per_layer[l];
    return cells;
}

// Takes the network.
static void any_crew(crease_net *net, const char *box, crease_arith arith, uint64_t least)
{
    static const size_t threads[] = {2, 3, 7};
    crease_domain *domain = domain_of(box);
    crease_counts one;
    count_by(&one, net, domain, arith, 1);
    CU_ASSERT(cells_entered(&one) >= least);
    for (size_t i = 0; i < sizeof threads / sizeof *threads; i++) {
        crease_counts several;
        count_by(&several, net, domain, arith, threads[i]);
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

static void wide(void)
{
    any_crew(he_net("2-80-80-80-1", "relu", 1), "-2,2", CREASE_FILTERED, 10 * 1024);
}

static void wide_exact(void)
{
    any_crew(he_net("2-32-32-32-1", "relu", 2), "-2,2", CREASE_EXACT, 2 * 1024);
}

static void deep(void)
{
    any_crew(he_net("2-12-12-12-12-12-12-12-12-12-12-12-12", "relu", 3), "-3,3", CREASE_FILTERED,
             5 * 1024);
}

static void deep_exact(void)
{
    any_crew(he_net("2-10-10-10-10-10-10-10-10", "relu", 4), NULL, CREASE_EXACT, 3 * 1024);
}

static void whole_plane(void)
{
    any_crew(he_net("2-60-60-60-1", "leaky:1/10", 5), NULL, CREASE_FILTERED, 3 * 1024);
}

static void three_pieces(void)
{
    any_crew(he_net("2-36-36-36-36", "hardtanh", 6), "-3,3", CREASE_FILTERED, 3 * 1024);
}

static void ties(void)
{
    any_crew(integer_net("abs", 5, 32, 7), "-3,3", CREASE_FILTERED, 3 * 1024);
    any_crew(integer_net("hardtanh", 4, 20, 8), NULL, CREASE_FILTERED, 3 * 1024);
    any_crew(integer_net("abs", 4, 28, 9), "-3,3", CREASE_EXACT, 1024);
}

// More threads than there will ever be work for.
static void idle_hands(void)
{
    any_crew(net_of(RELU("[[1, 2]]", "[0]")), NULL, CREASE_FILTERED, 1);
    any_crew(net_of(RELU("[[0, 0]]", "[0]")), "0,1", CREASE_EXACT, 1);
}

// ---- Stopping. The network is so large that no walk of it ends by itself. ----

static void stopped_counts(const crease_counts *counts)
{
    CU_ASSERT_FALSE(counts->complete);
    CU_ASSERT(counts->activation_regions <= counts->splits + 1);
    CU_ASSERT(counts->bounded_regions <= counts->activation_regions);
    CU_ASSERT_EQUAL(counts->per_layer[counts->layers - 1], counts->activation_regions);
}

static crease_net *large_net(void)
{
    return he_net("2-60-60-60-60-60-60-60", "relu", 10);
}

static void stop_by(const crease_net *net, crease_options options, uint64_t most)
{
    options.arith = CREASE_EXACT;
    crease_domain *domain = domain_of("-1,1");
    crease_counts counts;
    crease_counts_init(&counts, net);
    CU_ASSERT_EQUAL(crease_walk(&counts, net, domain, &options, NULL, NULL), CREASE_STOPPED);
    stopped_counts(&counts);
    CU_ASSERT(counts.activation_regions <= most);
    CU_ASSERT_EQUAL(counts.threads, options.threads);
    crease_counts_clear(&counts);
    crease_domain_free(domain);
}

static void time_limit(void)
{
    crease_net *net = large_net();
    for (size_t threads = 1; threads <= 5; threads += 2) {
        stop_by(net, (crease_options){.threads = threads, .time_limit = 0.05}, UINT64_MAX);
        stop_by(net, (crease_options){.threads = threads, .time_limit = 1e-9}, UINT64_MAX);
    }
    crease_net_free(net);
}

static void *raise_flag(void *flag)
{
    nanosleep(&(struct timespec){.tv_nsec = 50 * 1000 * 1000}, NULL);
    *(volatile sig_atomic_t *)flag = 1;
    return NULL;
}

static void interrupt(void)
{
    crease_net *net = large_net();
    for (size_t threads = 1; threads <= 4; threads += 3) {
        volatile sig_atomic_t flag = 0;
        pthread_t other;
        CU_ASSERT_FATAL(pthread_create(&other, NULL, raise_flag, (void *)&flag) == 0);
        stop_by(net, (crease_options){.threads = threads, .interrupt = &flag}, UINT64_MAX);
        pthread_join(other, NULL);
        // Set beforehand: nobody gets beyond the first layer.
        stop_by(net, (crease_options){.threads = threads, .interrupt = &flag}, 0);
    }
    crease_net_free(net);
}

UNIT_MAIN("crew", {"wide", wide}, {"wide_exact", wide_exact}, {"deep", deep},
          {"deep_exact", deep_exact}, {"whole_plane", whole_plane}, {"three_pieces", three_pieces},
          {"ties", ties}, {"idle_hands", idle_hands}, {"time_limit", time_limit},
          {"interrupt", interrupt})
