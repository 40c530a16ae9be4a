// Walks by several threads: the same counts for any number of threads, and no work left over.
#include "walk_threads.h"
#include "unit.h"

#include <pthread.h>
#include <time.h>

static void wide(void)
{
    any_threads(he_net("2-80-80-80-1", "relu", 1), "-2,2", CREASE_FILTERED, 10 * 1024);
}

static void wide_exact(void)
{
    any_threads(he_net("2-32-32-32-1", "relu", 2), "-2,2", CREASE_EXACT, 2 * 1024);
}

static void deep(void)
{
    any_threads(he_net("2-12-12-12-12-12-12-12-12-12-12-12-12", "relu", 3), "-3,3", CREASE_FILTERED,
                5 * 1024);
}

static void deep_exact(void)
{
    any_threads(he_net("2-10-10-10-10-10-10-10-10", "relu", 4), NULL, CREASE_EXACT, 3 * 1024);
}

static void whole_plane(void)
{
    any_threads(he_net("2-60-60-60-1", "leaky:1/10", 5), NULL, CREASE_FILTERED, 3 * 1024);
}

static void three_pieces(void)
{
    any_threads(he_net("2-36-36-36-36", "hardtanh", 6), "-3,3", CREASE_FILTERED, 3 * 1024);
}

static void ties(void)
{
    any_threads(integer_net("abs", 5, 32, 1, 7), "-3,3", CREASE_FILTERED, 3 * 1024);
    any_threads(integer_net("hardtanh", 4, 20, 1, 8), NULL, CREASE_FILTERED, 3 * 1024);
    any_threads(integer_net("abs", 4, 28, 1, 9), "-3,3", CREASE_EXACT, 1024);
}

// More threads than there will ever be work for.
static void idle_threads(void)
{
    any_threads(net_of(RELU("[[1, 2]]", "[0]")), NULL, CREASE_FILTERED, 1);
    any_threads(net_of(RELU("[[0, 0]]", "[0]")), "0,1", CREASE_EXACT, 1);
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
    __atomic_store_n((volatile sig_atomic_t *)flag, 1, __ATOMIC_RELAXED);
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
        // Set beforehand: no thread passes the first layer.
        stop_by(net, (crease_options){.threads = threads, .interrupt = &flag}, 0);
    }
    crease_net_free(net);
}

typedef struct {
    const crease_net *net;
    const crease_domain *domain;
    uint64_t regions;
} caller;

static void *call_walk(void *data)
{
    caller *c = data;
    const crease_options options = {.threads = 2};
    crease_counts counts;
    crease_counts_init(&counts, c->net);
    if (crease_walk(&counts, c->net, c->domain, &options, NULL, NULL) == CREASE_OK)
        c->regions = counts.activation_regions;
    crease_counts_clear(&counts);
    return NULL;
}

// One network and one domain, from several threads at once.
static void several_callers(void)
{
    crease_net *net = he_net("2-16-16-1", "relu", 10);
    crease_domain *domain = domain_of("-1,1");
    caller call[4];
    pthread_t thread[4];
    for (int i = 0; i < 4; i++) {
        call[i] = (caller){net, domain, 0};
        CU_ASSERT_FATAL(pthread_create(thread + i, NULL, call_walk, call + i) == 0);
    }
    for (int i = 0; i < 4; i++)
        pthread_join(thread[i], NULL);
    caller alone = {net, domain, 0};
    call_walk(&alone);
    for (int i = 0; i < 4; i++)
        CU_ASSERT(alone.regions > 1 && call[i].regions == alone.regions);
    crease_domain_free(domain);
    crease_net_free(net);
}

UNIT_MAIN("walk_threads", {"wide", wide}, {"wide_exact", wide_exact}, {"deep", deep},
          {"deep_exact", deep_exact}, {"whole_plane", whole_plane}, {"three_pieces", three_pieces},
          {"ties", ties}, {"idle_threads", idle_threads}, {"time_limit", time_limit},
          {"interrupt", interrupt}, {"several_callers", several_callers})
