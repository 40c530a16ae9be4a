// The public walk: defaults, limits, visitors that stop it.
#include "audit.h"
#include "unit.h"

// 16 regions, 15 splits, in two layers: enough to be stopped anywhere.
static crease_net *example(void)
{
    return net_of(RELU("[[1, 0], [0, 1], [1, 1]]", "[0, 0, -1]") "," RELU(
        "[[1, 1, -1], [1, 0, 2]]", "[-2, -1]") "," LINEAR("[[1, 2]]", "[0]"));
}

// The first regions of a stopped walk are those of the whole one.
static bool is_beginning(const atlas *part, const atlas *whole)
{
    bool good = part->count <= whole->count;
    for (size_t i = 0; i < part->count && good; i++)
        good &= compare_patterns(part->region[i].pattern, whole->region[i].pattern, whole->units) ==
                    0 &&
                part->region[i].id == i;
    return good && part->nested && part->depth == 0;
}

// ---- Dimensions. ----

static void wrong_dimension(void)
{
    crease_net *net = net_with_inputs(3, RELU("[[1, 0, 2]]", "[0]"));
    crease_domain *domain = crease_domain_new_space(2);
    crease_counts counts;
    crease_counts_init(&counts, net);
    crease_error error;
    CU_ASSERT_EQUAL(crease_walk(&counts, net, domain, NULL, NULL, &error), CREASE_ERROR);
    CU_ASSERT_STRING_EQUAL(error.message,
                           "expected a domain in R^3, the network's inputs, found R^2");
    CU_ASSERT_EQUAL(crease_walk(&counts, net, domain, NULL, NULL, NULL), CREASE_ERROR);
    CU_ASSERT_EQUAL(counts.activation_regions, 0);
    CU_ASSERT_FALSE(counts.complete);
    crease_counts_clear(&counts);
    crease_domain_free(domain);
    crease_net_free(net);
}

// ---- Defaults, and counts used again. ----

static void defaults(void)
{
    crease_net *net = example();
    crease_domain *domain = domain_of(NULL);
    atlas a;
    atlas_init(&a, net, domain);
    CU_ASSERT_PTR_NULL(atlas_flaw(&a));
    crease_counts counts;
    crease_counts_init(&counts, net);
    CU_ASSERT_EQUAL(counts.layers, 2);
    CU_ASSERT_EQUAL(CREASE_FILTERED, 0);
    for (int again = 0; again < 6; again++) {
        crease_options options = {.arith = again < 4 ? CREASE_FILTERED : CREASE_EXACT};
        CU_ASSERT_EQUAL(crease_walk(&counts, net, domain, again % 2 ? &options : NULL, NULL, NULL),
                        CREASE_OK);
        CU_ASSERT(counts.complete);
        CU_ASSERT_EQUAL(counts.activation_regions, a.counts.activation_regions);
        CU_ASSERT_EQUAL(counts.bounded_regions, a.counts.bounded_regions);
        CU_ASSERT_EQUAL(counts.splits, a.counts.splits);
        CU_ASSERT_EQUAL(counts.per_layer[0], a.counts.per_layer[0]);
        CU_ASSERT_EQUAL(counts.per_layer[1], a.counts.per_layer[1]);
        bool exact = options.arith == CREASE_EXACT && again % 2;
        CU_ASSERT(counts.decided_exact + counts.decided_float > counts.splits);
        CU_ASSERT_EQUAL(counts.decided_float == 0, exact);
        CU_ASSERT(counts.seconds >= 0);
    }
    crease_counts_clear(&counts);
    atlas_clear(&a);
    crease_domain_free(domain);
    crease_net_free(net);
}

// A network without hidden layers has one region, and no layers to count.
static void no_hidden_layer(void)
{
    crease_net *net = net_of(LINEAR("[[1, 2], [3, 4]]", "[5, 6]"));
    crease_domain *domain = domain_of("0,1");
    atlas a;
    atlas_init(&a, net, domain);
    CU_ASSERT_PTR_NULL(atlas_flaw(&a));
    CU_ASSERT_EQUAL(a.count, 1);
    CU_ASSERT_EQUAL(a.counts.layers, 0);
    CU_ASSERT_EQUAL(a.counts.splits, 0);
    atlas_clear(&a);
    crease_domain_free(domain);
    crease_net_free(net);
}

// ---- Stopping. ----

// N fewer regions than there are: N regions. As many, or more: all, and complete.
static void max_regions(void)
{
    crease_net *net = example();
    crease_domain *domain = domain_of("-5,5");
    atlas whole;
    atlas_init(&whole, net, domain);
    CU_ASSERT(whole.count > 10);
    for (size_t n = 1; n < whole.count + 3; n++) {
        crease_options options = {.max_regions = n};
        atlas part;
        atlas_walk(&part, net, domain, &options, 0);
        CU_ASSERT_EQUAL(part.status, n < whole.count ? CREASE_STOPPED : CREASE_OK);
        CU_ASSERT_EQUAL(part.counts.complete, n >= whole.count);
        CU_ASSERT_EQUAL(part.count, n < whole.count ? n : whole.count);
        CU_ASSERT_EQUAL(part.counts.activation_regions, part.count);
        CU_ASSERT_EQUAL(part.counts.per_layer[1], part.count);
        CU_ASSERT(is_beginning(&part, &whole));
        atlas_clear(&part);
    }
    atlas_clear(&whole);
    crease_domain_free(domain);
    crease_net_free(net);
}

static void stop_at_region(void)
{
    crease_net *net = example();
    crease_domain *domain = domain_of(NULL);
    atlas whole;
    atlas_init(&whole, net, domain);
    for (size_t n = 1; n <= whole.count; n++) {
        atlas part;
        atlas_walk(&part, net, domain, NULL, n);
        CU_ASSERT_EQUAL(part.status, CREASE_STOPPED);
        CU_ASSERT_FALSE(part.counts.complete);
        CU_ASSERT_EQUAL(part.count, n);
        CU_ASSERT_EQUAL(part.counts.activation_regions, n);
        CU_ASSERT(is_beginning(&part, &whole));
        atlas_clear(&part);
    }
    atlas_clear(&whole);
    crease_domain_free(domain);
    crease_net_free(net);
}

typedef struct {
    uint64_t stop_at; // the id of the split at which to stop
    uint64_t last;    // the last one told
    size_t regions, open;
} stopper;

static crease_visit stop_at(void *data, const crease_split *split)
{
    stopper *s = data;
    s->last = split->id;
    if (split->id == s->stop_at)
        return CREASE_STOP;
    s->open++;
    return CREASE_GO;
}

static crease_visit count_region(void *data, const crease_region *region)
{
    stopper *s = data;
    CU_ASSERT_EQUAL(crease_region_id(region), s->regions);
    s->regions++;
    return CREASE_GO;
}

static void count_leave(void *data, const crease_split *split)
{
    stopper *s = data;
    (void)split;
    s->open--;
}

// After the refused split only the leaving of open ones is reported.
static void stop_at_split(void)
{
    crease_net *net = example();
    crease_domain *domain = domain_of(NULL);
    crease_counts counts;
    crease_counts_init(&counts, net);
    crease_walk(&counts, net, domain, NULL, NULL, NULL);
    uint64_t splits = counts.splits;
    CU_ASSERT(splits > 5);
    for (uint64_t n = 0; n < splits + 2; n++) {
        stopper s = {.stop_at = n};
        crease_visitor visitor = {
            .data = &s, .split = stop_at, .region = count_region, .leave = count_leave};
        crease_status status = crease_walk(&counts, net, domain, NULL, &visitor, NULL);
        CU_ASSERT_EQUAL(status, n < splits ? CREASE_STOPPED : CREASE_OK);
        CU_ASSERT_EQUAL(s.last, n < splits ? n : splits - 1);
        CU_ASSERT_EQUAL(s.regions, counts.activation_regions);
        CU_ASSERT_EQUAL(s.open, 0);
        CU_ASSERT(n < splits ? s.regions <= n : s.regions == splits + 1);
    }
    crease_counts_clear(&counts);
    crease_domain_free(domain);
    crease_net_free(net);
}

// The clock is read at intervals; a large network reaches a tiny limit early.
static void time_limit(void)
{
    crease_net *net = net_from_file("data/papers/serra_2-6-6-4-1.json");
    crease_domain *domain = domain_of(NULL);
    crease_counts counts;
    crease_counts_init(&counts, net);
    crease_options options = {.time_limit = 1e-9};
    CU_ASSERT_EQUAL(crease_walk(&counts, net, domain, &options, NULL, NULL), CREASE_STOPPED);
    CU_ASSERT_FALSE(counts.complete);
    CU_ASSERT(counts.activation_regions < 2816);
    options.time_limit = 1e9;
    CU_ASSERT_EQUAL(crease_walk(&counts, net, domain, &options, NULL, NULL), CREASE_OK);
    CU_ASSERT(counts.complete);
    CU_ASSERT_EQUAL(counts.activation_regions, 2816);
    crease_counts_clear(&counts);
    crease_domain_free(domain);
    crease_net_free(net);
}

typedef struct {
    volatile sig_atomic_t flag;
    size_t regions, raise_after;
} alarm_clock;

static crease_visit raise_flag(void *data, const crease_region *region)
{
    alarm_clock *clock = data;
    (void)region;
    clock->flag = ++clock->regions >= clock->raise_after;
    return CREASE_GO;
}

static void interrupt(void)
{
    crease_net *net = example();
    crease_domain *domain = domain_of(NULL);
    crease_counts counts;
    crease_counts_init(&counts, net);
    for (size_t n = 0; n < 6; n++) {
        alarm_clock clock = {.flag = n == 0, .raise_after = n};
        crease_options options = {.interrupt = &clock.flag};
        crease_visitor visitor = {.data = &clock, .region = raise_flag};
        CU_ASSERT_EQUAL(crease_walk(&counts, net, domain, &options, &visitor, NULL),
                        CREASE_STOPPED);
        CU_ASSERT_FALSE(counts.complete);
        CU_ASSERT_EQUAL(counts.activation_regions, n);
        CU_ASSERT_EQUAL(clock.regions, n);
    }
    crease_counts_clear(&counts);
    crease_domain_free(domain);
    crease_net_free(net);
}

UNIT_MAIN("walk", {"wrong_dimension", wrong_dimension}, {"defaults", defaults},
          {"no_hidden_layer", no_hidden_layer}, {"max_regions", max_regions},
          {"stop_at_region", stop_at_region}, {"stop_at_split", stop_at_split},
          {"time_limit", time_limit}, {"interrupt", interrupt})
