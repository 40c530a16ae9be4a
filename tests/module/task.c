// Subtrees that one walker returns and another enumerates.
#include "audit.h"
#include "unit.h"
#include "walk_threads.h"
#include "walker.h"

static void add_counts(crease_counts *sum, const crease_counts *part)
{
    sum->activation_regions += part->activation_regions;
    sum->bounded_regions += part->bounded_regions;
    sum->splits += part->splits;
    for (size_t l = 0; l < sum->layers; l++)
        sum->per_layer[l] += part->per_layer[l];
}

// ---- The patterns of all regions that any walker has met. ----

typedef struct {
    const atlas *truth;
    uint32_t *patterns; // truth->units each
    size_t count, capacity;
} gathering;

static crease_visit gather(void *data, const crease_region *region)
{
    gathering *all = data;
    size_t at = all->count++ * all->truth->units;
    MEMORY_RESERVE(all->patterns, all->capacity, at + all->truth->units);
    for (size_t l = 0; l < crease_net_hidden(all->truth->net); l++) {
        size_t width = crease_net_width(all->truth->net, l);
        memcpy(all->patterns + at, crease_region_pattern(region, l), width * sizeof(uint32_t));
        at += width;
    }
    return CREASE_GO;
}

// Each region of the truth once: as many, and every one is there.
static bool is_complete(const gathering *all)
{
    size_t units = all->truth->units;
    bool good = all->count == all->truth->count;
    unsigned char *seen = memory_new(all->truth->count, 1);
    for (size_t i = 0; i < all->count && good; i++) {
        size_t low = 0, high = all->truth->count; // regions come in order of their patterns
        while (high - low > 1) {
            size_t middle = (low + high) / 2;
            int order = compare_patterns(all->truth->region[middle].pattern,
                                         all->patterns + i * units, units);
            *(order <= 0 ? &low : &high) = middle;
        }
        good &= !seen[low] && compare_patterns(all->truth->region[low].pattern,
                                               all->patterns + i * units, units) == 0;
        seen[low] = 1;
    }
    free(seen);
    return good;
}

// ---- One walker returns halves; another enumerates each while the first waits. ----

typedef struct {
    test_walker home, away;
    const atlas *truth;
    gathering all;
    size_t given;
} journey;

// Counts are those of the task alone, decisions too.
static walk_outcome count_task(test_walker *lone, const walk_path *task, crease_counts *counts)
{
    const sign_judge *judge = &lone->w.pos.judge;
    const uint64_t by_float = judge->decided_float, by_integers = judge->decided_exact;
    const walk_outcome outcome = walk_run_task(&lone->w, task, NULL, NULL);
    add_counts(counts, &lone->counts);
    counts->decided_float = judge->decided_float - by_float;
    counts->decided_exact = judge->decided_exact - by_integers;
    uint64_t *per_layer = lone->counts.per_layer;
    memset(per_layer, 0, lone->counts.layers * sizeof *per_layer);
    lone->counts = (crease_counts){.per_layer = per_layer, .layers = lone->counts.layers};
    return outcome;
}

// The result does not depend on the tasks that the walker had before.
static void *walk_away(void *to, walk_path *task)
{
    journey *j = to;
    test_walker fresh;
    crease_counts first, again;
    test_walker_init(&fresh, j->home.w.pos.judge.arith, j->truth->net, j->truth->domain);
    fresh.w.counting = j->away.w.counting = 0;
    crease_counts_init(&first, j->truth->net);
    crease_counts_init(&again, j->truth->net);
    CU_ASSERT_EQUAL(count_task(&fresh, task, &first), WALK_DONE);
    CU_ASSERT_EQUAL(count_task(&j->away, task, &again), WALK_DONE);
    CU_ASSERT(same_counts(&first, &again));
    CU_ASSERT_EQUAL(first.decided_float, again.decided_float);
    CU_ASSERT_EQUAL(first.decided_exact, again.decided_exact);
    add_counts(&j->home.counts, &first);
    crease_counts_clear(&first);
    crease_counts_clear(&again);
    test_walker_clear(&fresh);
    walk_path_free(task);
    j->given++;
    return NULL;
}

static size_t walk_by_two(crease_net *net, const char *box, crease_arith arith, uint64_t budget)
{
    const bool plane = net->inputs == 2;
    crease_domain *domain = NULL;
    atlas truth;
    if (!box)
        domain = crease_domain_new_space(net->inputs);
    else if (crease_domain_parse_box(&domain, box, net->inputs, NULL))
        abort();
    if (plane) {
        atlas_walk(&truth, net, domain, NULL, 0);
    } else {
        truth = (atlas){.net = net, .domain = domain};
        crease_counts_init(&truth.counts, net);
        CU_ASSERT_EQUAL(crease_walk(&truth.counts, net, domain, NULL, NULL, NULL), CREASE_OK);
    }
    journey j = {.truth = &truth, .all = {.truth = &truth}};
    test_walker_init(&j.home, arith, truth.net, truth.domain);
    test_walker_init(&j.away, arith, truth.net, truth.domain);
    if (plane)
        j.home.visitor = j.away.visitor = (crease_visitor){.data = &j.all, .region = gather};
    j.home.w.counting = 0;
    j.home.w.shared.budget = budget;
    j.home.w.shared.give = walk_away;
    j.home.w.shared.receiver = &j;
    CU_ASSERT(walk_tree(&j.home.w));
    j.home.counts.complete = 1;
    CU_ASSERT(same_counts(&j.home.counts, &truth.counts));
    CU_ASSERT(!plane || is_complete(&j.all));
    free(j.all.patterns);
    test_walker_clear(&j.home);
    test_walker_clear(&j.away);
    atlas_clear(&truth);
    crease_domain_free(domain);
    crease_net_free(net);
    return j.given;
}

static void subtrees(void)
{
    static const char *const boxes[] = {"-2,2", NULL, "-1/3,5,-4,1"};
    static activation (*const activations[])(random_state *) = {random_activation,
                                                                random_any_activation};
    random_state random = unit_random(61);
    size_t count = 0;
    CASES(k, 200) {
        uint64_t budget = 1 + random_below(&random, 6);
        count += walk_by_two(random_net_of(&random, 2, 9, 3, activations[k % 4 == 3]), boxes[k % 3],
                             k % 2 ? CREASE_EXACT : CREASE_FILTERED, budget);
    }
    CU_ASSERT(count > 200);
    CASES(k, 60)
        walk_by_two(random_net_of(&random, 3, 6, 2, activations[k % 4 == 3]), boxes[k % 2],
                    k % 2 ? CREASE_EXACT : CREASE_FILTERED, 1 + random_below(&random, 40));
}

// Paths that the tree does not have, and the first task, which is the domain itself.
static void other_paths(void)
{
    atlas truth;
    crease_net *net = net_of(RELU("[[1, 2], [3, -4], [0, 1]]", "[0, 1, 2]"));
    crease_domain *domain = domain_of("-3,3");
    atlas_walk(&truth, net, domain, NULL, 0);
    test_walker lone;
    test_walker_init(&lone, CREASE_FILTERED, truth.net, truth.domain);
    walk_choice wrong = {.layer = 1, .unit = 7};
    const walk_path nowhere = {.choice = &wrong, .count = 1}, root = {0};
    crease_counts counts;
    crease_counts_init(&counts, net);
    CU_ASSERT_EQUAL(count_task(&lone, &nowhere, &counts), WALK_NOWHERE);
    CU_ASSERT_EQUAL(counts.activation_regions, 0);
    CU_ASSERT_EQUAL(count_task(&lone, &root, &counts), WALK_DONE);
    counts.complete = 1;
    CU_ASSERT(same_counts(&counts, &truth.counts));
    crease_counts_clear(&counts);
    test_walker_clear(&lone);
    atlas_clear(&truth);
    crease_domain_free(domain);
    crease_net_free(net);
}

UNIT_MAIN("task", {"subtrees", subtrees}, {"other_paths", other_paths})
