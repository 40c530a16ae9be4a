// Walks by --arith=float where signs are guessed: arrangements of hyperplanes with small integers
// through one point, in three to six dimensions, which guesses miscount. They may be wrong, and
// cells that are not cells may get more and more corners until a limit is reached, but without a
// memory fault; in general position they are right.
//

#include "../module/unit.h"
#include <crease/make.h>
#include <crease/walk.h>
#include <flint/flint.h>
#include <stdbool.h>

static uint64_t count_by(crease_arith arith, const crease_net *net, double seconds, int *ends)
{
    const crease_options options = {
        .arith = arith, .threads = 1, .max_regions = 20000, .time_limit = seconds};
    crease_domain *space = crease_domain_new_space(crease_net_inputs(net));
    crease_counts counts;
    crease_counts_init(&counts, net);
    crease_status status = crease_walk(&counts, net, space, &options, NULL, NULL);
    const uint64_t regions = counts.activation_regions;
    *ends = status == CREASE_OK || status == CREASE_STOPPED;
    crease_counts_clear(&counts);
    crease_domain_free(space);
    return regions;
}

// Returns whether the walks end well; *differ: whether doubles count otherwise. seconds is the
// time limit, 0 for none.
static bool compare(const char *init, uint64_t seed, size_t most_units, double seconds,
                    bool *differ)
{
    const size_t inputs = 3 + seed % 4, units = most_units / 2 + seed % (most_units / 2 + 1);
    const size_t widths[] = {inputs, units, 1};
    const crease_random how = {.init = init, .bias_std = "0", .seed = seed, .unscaled = 1};
    crease_net *net;
    int ends, as_well;
    if (crease_net_random(&net, widths, 3, &how, NULL) != CREASE_OK)
        return false;
    const uint64_t guessed = count_by(CREASE_FLOAT, net, seconds, &ends);
    *differ = guessed != count_by(CREASE_FILTERED, net, 0, &as_well);
    crease_net_free(net);
    return ends && as_well;
}

static void walks_in_doubles_end(void)
{
    static const char *const tied[] = {"discrete:1", "discrete:2", "discrete:3"};
    size_t miscounted = 0;
    SEEDS(seed, 60) {
        bool differ;
        CU_ASSERT(compare(tied[seed % 3], seed, 24, 1, &differ));
        miscounted += differ;
        CU_ASSERT(compare("gaussian:1", seed, 10, 0, &differ));
        CU_ASSERT(!differ);
    }
    CU_ASSERT(miscounted > 0 || cases_count(60) < 60);
}

UNIT_MAIN("doubles", {"walks end", walks_in_doubles_end})
