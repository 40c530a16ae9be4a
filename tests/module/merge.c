// Linear regions and affine maps: by hand, and against comparing all pairs of regions.
#include "regions/merge.h"
#include "all_pairs.h"
#include "large_box.h"
#include "unit.h"
#include "walk_threads.h"

#include <inttypes.h>
#include <signal.h>
#include <sys/time.h>

// ---- By hand. ----

typedef struct {
    const char *what, *layers, *box;
    uint64_t regions, linear, maps;
} merge_case;

static void count(crease_linear_counts *linear, crease_counts *counts, const crease_net *net,
                  const char *box, const crease_options *options)
{
    crease_domain *domain = domain_of(box);
    crease_count_linear(counts, linear, net, domain, options, NULL);
    crease_domain_free(domain);
}

static void check(const merge_case *expected, const crease_net *net)
{
    crease_counts counts;
    crease_linear_counts linear;
    crease_counts_init(&counts, net);
    count(&linear, &counts, net, expected->box, NULL);
    bool good = counts.complete && counts.activation_regions == expected->regions &&
                linear.linear_regions == expected->linear && linear.affine_maps == expected->maps;
    if (!good)
        printf("\n    %s: %" PRIu64 " %" PRIu64 " %" PRIu64, expected->what,
               counts.activation_regions, linear.linear_regions, linear.affine_maps);
    CU_ASSERT(good);
    crease_counts_clear(&counts);
}

#define XY RELU("[[1, 0], [0, 1]]", "[0, 0]") // relu(x), relu(y)
#define STEPS RELU("[[1, 0], [1, 0], [1, 0], [0, 1]]", "[0, -1, -2, 0]")
// min(relu(-x), relu(y)) + min(relu(x), relu(-y)) by min(a, b) = a - relu(a - b): zero on
// two opposite quadrants, which touch in the origin.
#define CHECKERS                                                           \
    RELU("[[1, 0], [-1, 0], [0, 1], [0, -1]]", "[0, 0, 0, 0]")             \
    "," RELU("[[0, 1, -1, 0], [1, 0, 0, -1], [0, 1, 0, 0], [1, 0, 0, 0]]", \
             "[0, 0, 0, 0]") "," LINEAR("[[-1, -1, 1, 1]]", "[0]")

static void by_hand(void)
{
    static const merge_case cases[] = {
        {"one region", LINEAR("[[1, 1]]", "[1]"), NULL, 1, 1, 1},
        {"a fold", RELU("[[1, 1]]", "[1]") "," LINEAR("[[1]]", "[0]"), NULL, 2, 2, 2},
        {"a fold not seen", RELU("[[1, 1]]", "[1]") "," LINEAR("[[0]]", "[3]"), NULL, 2, 1, 1},
        {"no output layer", RELU("[[1, 1]]", "[1]"), NULL, 2, 2, 2},
        {"equal modulo the prime of the keys", XY "," LINEAR("[[67108859, 1]]", "[0]"), NULL, 4, 4,
         4},
        {"equal modulo the prime of the keys", XY "," LINEAR("[[67108859, 1]]", "[0]"), "-1,2", 4,
         4, 4},
        {"two outputs", XY "," LINEAR("[[1, 0], [0, 1]]", "[0, 0]"), NULL, 4, 4, 4},
        {"one of two folds", XY "," LINEAR("[[1, 0], [2, 0]]", "[0, 1]"), NULL, 4, 2, 2},
        {"one of two folds", XY "," LINEAR("[[0, 1]]", "[0]"), "-1,2", 4, 2, 2},
        {"folds that undo each other",
         RELU("[[1, 0], [1, 0]]", "[0, 0]") "," LINEAR("[[1, -1]]", "[0]"), NULL, 2, 1, 1},
        {"a crease that undoes itself",
         RELU("[[1, 2], [-1, -2]]", "[3, -3]") "," LINEAR("[[1, -1]]", "[0]"), NULL, 2, 1, 1},
        {"slope 1", LAYER("leaky:1", "[[1, 0], [0, 1], [1, 1]]", "[0, 0, 1]"), NULL, 7, 1, 1},
        {"hard-tanh", LAYER("hardtanh", "[[1, 0]]", "[0]"), NULL, 3, 3, 3},
        // 0, x, 2 - x, 0: one map on both sides of a gap.
        {"a hat", STEPS "," LINEAR("[[1, -2, 1, 0]]", "[0]"), NULL, 8, 4, 3},
        {"a hat", STEPS "," LINEAR("[[1, -2, 1, 0]]", "[0]"), "-1,3", 8, 4, 3},
        {"half a hat", STEPS "," LINEAR("[[1, -2, 1, 0]]", "[0]"), "-1,3/2", 6, 3, 3},
        // 0, x, 1 over a cross that is not seen.
        {"a ramp", STEPS "," LINEAR("[[1, -1, 0, 0]]", "[0]"), NULL, 8, 3, 3},
        {"strips not seen", STEPS "," LINEAR("[[0, 0, 0, 1]]", "[0]"), NULL, 8, 2, 2},
        {"nothing seen", STEPS "," LINEAR("[[0, 0, 0, 0]]", "[0]"), NULL, 8, 1, 1},
        {"touching in a generator", CHECKERS, NULL, 6, 6, 5},
        {"touching in a generator", CHECKERS, "-1,1", 6, 6, 5},
        // Parallel creases x = 0, 1, .., of which only every other one is seen.
        {"pairs of strips",
         RELU("[[1, 1], [1, 1], [1, 1], [1, 1]]", "[0, -1, -2, -3]") "," LINEAR("[[1, 0, 1, 0]]",
                                                                                "[0]"),
         NULL, 5, 3, 3},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        crease_net *net = net_of(cases[i].layers);
        check(cases + i, net);
        crease_net_free(net);
    }
}

// Nets whose outputs see only some of the creases.
static crease_net *short_sighted_net(random_state *random)
{
    crease_net *net = random_net(random, 2, 5, 1);
    net_layer *last = net->layer + net->layers - 1;
    for (size_t k = 0; k < last->units * last->inputs; k++)
        if (random_below(random, 2))
            fmpq_zero(last->weight + k);
    net_finish(net);
    return net;
}

// Against all pairs in a box; the plane, whose facets may be unbounded, against a box around all
// vertices.
static void random_nets(void)
{
    enum { SEED = 24 };
    uint64_t merged = 0, gaps = 0;
    const int cases = (int)cases_count(300);
    CASES(k, cases) {
        random_state random = unit_random(SEED + (uint64_t)k);
        crease_net *net = short_sighted_net(&random);
        crease_domain *domain = domain_of(k % 2 ? "-3,3" : NULL);
        atlas whole, part;
        atlas_init(&whole, net, domain);
        crease_domain *box = k % 2 ? domain_of("-3,3") : large_box(&whole);
        atlas_init(&part, net, box);
        crease_linear_counts expected, found;
        crease_counts counts;
        crease_counts_init(&counts, net);
        count_all_pairs(&expected, &part);
        crease_count_linear(&counts, &found, net, domain, NULL, NULL);
        CU_ASSERT_EQUAL(found.linear_regions, expected.linear_regions);
        CU_ASSERT_EQUAL(found.affine_maps, expected.affine_maps);
        CU_ASSERT_EQUAL(counts.activation_regions, whole.count);
        merged += whole.count - found.linear_regions;
        gaps += found.linear_regions - found.affine_maps;
        crease_counts_clear(&counts);
        atlas_clear(&whole);
        atlas_clear(&part);
        crease_domain_free(box);
        crease_domain_free(domain);
        crease_net_free(net);
    }
    CU_ASSERT(merged > (uint64_t)cases / 3 && gaps > (uint64_t)cases / 60);
}

// ---- Stopped walks. ----

// After max_regions the numbers are those of the regions met so far.
static void stopped(void)
{
    enum { SEED = 26 };
    for (uint64_t k = 0; k < 40; k++) {
        random_state random = unit_random(SEED + k);
        crease_net *net = short_sighted_net(&random);
        crease_domain *domain = domain_of("-3,3");
        atlas a;
        atlas_init(&a, net, domain);
        crease_counts counts;
        crease_counts_init(&counts, net);
        for (size_t n = a.count; n > 0; n -= 1 + n / 4) {
            crease_options options = {.max_regions = n};
            crease_linear_counts expected, found;
            atlas beginning = a;
            beginning.count = n;
            count_all_pairs(&expected, &beginning);
            count(&found, &counts, net, "-3,3", &options);
            CU_ASSERT_EQUAL(counts.activation_regions, n);
            CU_ASSERT_EQUAL(counts.complete, n == a.count);
            CU_ASSERT_EQUAL(found.linear_regions, expected.linear_regions);
            CU_ASSERT_EQUAL(found.affine_maps, expected.affine_maps);
        }
        crease_counts_clear(&counts);
        atlas_clear(&a);
        crease_domain_free(domain);
        crease_net_free(net);
    }
}

// ---- Interrupted at any moment ----

static volatile sig_atomic_t raised;

static void raise_flag(int number)
{
    (void)number;
    __atomic_store_n(&raised, 1, __ATOMIC_RELAXED); // it is read by threads
}

// Raises a signal after wait microseconds; 0: never.
static void raise_after(uint64_t wait)
{
    const struct itimerval once = {
        .it_value = {.tv_sec = (time_t)(wait / 1000000), .tv_usec = (suseconds_t)(wait % 1000000)}};
    raised = 0;
    signal(SIGALRM, raise_flag);
    if (setitimer(ITIMER_REAL, &once, NULL))
        abort();
}

// Both numbers count maps that are proved to differ, since regions not joined yet may be one.
// Once all regions are met these are nearly always all.
static void interrupted(void)
{
    enum { SEED = 28, MOST = 400, EACH = 10 };
    random_state random = unit_random(SEED);
    crease_net *net = he_net("2-24-24-24-2", "relu", SEED);
    net_layer *last = net->layer + net->layers - 1;
    for (size_t k = 0; k < last->units * last->inputs; k++)
        if (k % 8)
            fmpq_zero(last->weight + k);
    net_finish(net);
    crease_domain *domain = domain_of("-2,2");
    crease_counts counts;
    crease_linear_counts whole, found;
    crease_counts_init(&counts, net);
    count(&whole, &counts, net, "-2,2", NULL);
    const uint64_t regions = counts.activation_regions;
    const uint64_t longest = 1 + (uint64_t)(counts.seconds * 1.5e6);
    size_t first = 0, second = 0;
    for (int k = 0; k < MOST && (first < EACH || second < EACH); k++) {
        const crease_options options = {.threads = 1 + (size_t)k % 3, .interrupt = &raised};
        // The first walk is the shorter one: every other signal is meant for it.
        raise_after(1 + random_below(&random, k % 2 ? longest : longest / 8));
        crease_status status = crease_count_linear(&counts, &found, net, domain, &options, NULL);
        raise_after(0);
        CU_ASSERT_EQUAL(counts.complete, status == CREASE_OK);
        CU_ASSERT(found.affine_maps <= whole.affine_maps);
        CU_ASSERT(counts.complete ? found.linear_regions == whole.linear_regions
                                  : found.linear_regions == found.affine_maps);
        CU_ASSERT(counts.activation_regions < regions || found.affine_maps == whole.affine_maps);
        first += counts.activation_regions < regions;
        second += counts.activation_regions == regions && !counts.complete;
    }
    CU_ASSERT(first && second);
    crease_counts_clear(&counts);
    crease_domain_free(domain);
    crease_net_free(net);
}

// An error leaves zero counts.
static void wrong_dimension(void)
{
    crease_net *net = net_with_inputs(3, RELU("[[1, 0, 2]]", "[0]"));
    crease_domain *domain = crease_domain_new_space(2);
    crease_counts counts;
    crease_linear_counts linear = {5, 5};
    crease_error error;
    crease_counts_init(&counts, net);
    CU_ASSERT_EQUAL(crease_count_linear(&counts, &linear, net, domain, NULL, &error), CREASE_ERROR);
    CU_ASSERT_EQUAL(linear.linear_regions, 0);
    CU_ASSERT_EQUAL(linear.affine_maps, 0);
    CU_ASSERT(error.message[0] != '\0');
    crease_counts_clear(&counts);
    crease_domain_free(domain);
    crease_net_free(net);
}

UNIT_MAIN("merge", {"by_hand", by_hand}, {"random_nets", random_nets}, {"stopped", stopped},
          {"interrupted", interrupted}, {"wrong_dimension", wrong_dimension})
