// Three ways to walk the same regions, on random networks biased to degeneracy: special cells in
// filtered arithmetic, special cells in integers, and the general polytope cells. Everything
// reported about every region must be the same, and so must linear regions and affine maps.
//
// `tests/soak` tries a million. Networks have one or two inputs, for there cells are special.
// With CREASE_VERBOSE every 10000 of them print a line.
#include "../module/unit.h"
#include "../ref/filter_nets.h"
#include "../ref/portrait.h"
#include "../ref/random_nets.h"
#include "domain/domain.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    MOST_LAYERS = 5, // deeper ones, some of which have very many regions, are for filtered.c
    REPORT = 10000
};

typedef struct {
    uint64_t networks, regions, linear, unbounded, decided_float, decided_exact;
    uint64_t degenerate; // networks whose signs doubles could not all decide
} totals;

// Ties of all kinds on a line or a plane, with pwl and maxout units, or differences that doubles
// cannot resolve.
static void choose(random_case *of, uint64_t seed)
{
    static const unsigned kinds[] = {0, RANDOM_PWL, RANDOM_MIXED, RANDOM_MAXOUT,
                                     RANDOM_MIXED | RANDOM_PWL | RANDOM_MAXOUT};
    if (seed % 4 == 3) {
        filter_case_init(of, seed);
        if (crease_net_layers(of->net) <= MOST_LAYERS + 1)
            return;
        random_case_clear(of);
    }
    size_t dimension = seed % 8 == 0 ? 1 : 2;
    random_case_init_with(of, seed, dimension, kinds[seed % (sizeof kinds / sizeof *kinds)]);
}

static void add(totals *sum, const portrait *of)
{
    sum->networks++;
    sum->regions += of->regions;
    sum->unbounded += of->regions - of->counts.bounded_regions;
    sum->linear += of->linear.linear_regions;
    sum->decided_float += of->counts.decided_float;
    sum->decided_exact += of->counts.decided_exact;
    sum->degenerate += of->counts.decided_exact > 0;
}

static const char *difference(const crease_net *net, crease_domain *domain, crease_arith general,
                              totals *sum)
{
    portrait filtered, exact, polytopes;
    portrait_init_by(&filtered, net, domain, CREASE_FILTERED, 1);
    portrait_init_by(&exact, net, domain, CREASE_EXACT, 1);
    domain->general = 1;
    portrait_init_by(&polytopes, net, domain, general, 1);
    add(sum, &filtered);
    const char *what = portrait_difference(&filtered, &exact, 1);
    portrait_sort(&filtered);
    portrait_sort(&polytopes);
    what = what ? what : portrait_difference(&filtered, &polytopes, 0);
    portrait_clear(&filtered);
    portrait_clear(&exact);
    portrait_clear(&polytopes);
    return what;
}

static bool agree(uint64_t seed, totals *sum)
{
    random_case of;
    choose(&of, seed);
    crease_domain *domain = random_case_domain(&of);
    crease_arith general = seed / 8 % 2 ? CREASE_FILTERED : CREASE_EXACT;
    const char *what = difference(of.net, domain, general, sum);
    if (what) {
        fprintf(stderr, "seed %" PRIu64 ", %s: %s\n", seed, crease_domain_text(domain), what);
        crease_net_write(stderr, of.net);
    }
    crease_domain_free(domain);
    random_case_clear(&of);
    return !what;
}

static void three_ways_agree(void)
{
    totals sum = {0};
    SEEDS(seed, 1000) {
        CU_ASSERT(agree(seed, &sum));
        if (getenv("CREASE_VERBOSE") && sum.networks % REPORT == 0)
            fprintf(stderr, "three_ways: %" PRIu64 " networks\n", sum.networks);
    }
    printf("three_ways: %" PRIu64 " networks, %" PRIu64 " regions, %" PRIu64
           " of them unbounded, %" PRIu64 " linear regions; signs: %" PRIu64 " by doubles, %" PRIu64
           " by integers, in %" PRIu64 " networks\n",
           sum.networks, sum.regions, sum.unbounded, sum.linear, sum.decided_float,
           sum.decided_exact, sum.degenerate);
    CU_ASSERT(sum.networks < 100 || sum.degenerate >= sum.networks / 2);
}

UNIT_MAIN("three ways", {"agree", three_ways_agree})
